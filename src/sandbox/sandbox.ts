import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { openApi } from "./api.ts";
import type { Exchange } from "./exchange.ts";
import { type Faults, openFaults } from "./faults.ts";
import { openPages } from "./pages.tsx";
import { openRandom } from "./random.ts";
import { credentials, makeKey, seedState } from "./seed.ts";
import { openState, type State } from "./state.ts";
import { openTestbed, type Testbed } from "./testbed.ts";
import { openWebhooks, type Webhooks } from "./webhooks.ts";

export interface SandboxOptions {
  /** 0 or missing: any free port. It listens on 127.0.0.1 only. */
  readonly port?: number;
  /** Where deliveries go; may come later by `webhooks.connect`. Until then they wait. */
  readonly webhookUrl?: string;
  readonly webhookSecret: string;
  /** Keeps everything in this file; missing: in memory only. */
  readonly dataFile?: string;
  /** Milliseconds; stamps everything but tokens, JWTs and rate limits, which go by the real clock. */
  readonly clock?: () => number;
  /** Makes GUIDs and faults repeatable; random when missing, and kept in the data file. */
  readonly seed?: string | number;
  /** The app's subscriptions; those of app.yml when missing. */
  readonly events?: readonly string[];
  /** Files of `sandbox/sglang` at the first start: path to text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Deliveries under way at once: 1 when missing. */
  readonly webhookConcurrency?: number;
  /** 10,000 when missing, as GitHub's. */
  readonly webhookTimeoutMs?: number;
  /** Told of each call of the programming interface and its answer. */
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface Sandbox extends Testbed {
  /** The base URL of pages AND of the REST interface (no prefix; `/api/v3` and `/api/graphql` work too). */
  readonly url: string;
  /** What the bot needs to be the app. */
  readonly app: { readonly id: number; readonly privateKey: string; readonly slug: string };
  readonly state: State;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  /**
   * Resolves when no delivery waits, `idle` (say, "the bot's queue is empty") says so, and that brought no new
   * delivery. @throws after `timeoutMs` (10,000).
   */
  settled(options?: { idle?: () => boolean | Promise<boolean>; timeoutMs?: number }): Promise<void>;
  /** Stops sending and listening; connections are cut. */
  stop(): Promise<void>;
}

const dryRunOff = { ".github/sglang-triage.yml": "dryRun: false\n" };
let keyOfThisProcess: string | undefined;

/** Starts a GitHub on loopback with the repository `sandbox/sglang` and our app installed. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const state = openState(options.clock ?? Date.now, options.dataFile);
  const seed = String(options.seed ?? randomUUID());
  // Making a key takes up to a second, and sandboxes in memory are many and short.
  if (!options.dataFile) keyOfThisProcess ??= makeKey();
  const privateKey = options.dataFile ? undefined : keyOfThisProcess;
  const random = openRandom(seed);
  const faults = openFaults(random);

  let answer: (request: Request, env: object) => Response | Promise<Response> = () => new Response(null);
  const server = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    hostname: "127.0.0.1",
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  // Known before the first record is announced: payloads carry it.
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const repository = seedState(state, {
    ...(privateKey ? { privateKey } : {}),
    seed,
    events: options.events ?? ["issues", "issue_comment", "repository"],
    files: options.files ?? dryRunOff,
  });
  const webhooks = openWebhooks(state, {
    secret: options.webhookSecret,
    random,
    ...(options.webhookUrl === undefined ? {} : { url: options.webhookUrl }),
    ...(options.webhookConcurrency === undefined ? {} : { concurrency: options.webhookConcurrency }),
    ...(options.webhookTimeoutMs === undefined ? {} : { timeoutMs: options.webhookTimeoutMs }),
  });
  const api = openApi({
    state,
    webhooks,
    faults,
    realNow: Date.now,
    ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
  });
  const pages = openPages({ state, webhooks, faults, repository });
  answer = (request, env) => {
    if (!isLoopback(request.headers.get("host"))) return new Response("Only on loopback\n", { status: 421 });
    return isApiPath(new URL(request.url).pathname) ? api.fetch(request, env) : pages.fetch(request, env);
  };

  return {
    ...openTestbed(state, repository),
    url: state.url,
    app: credentials(state),
    state,
    faults,
    webhooks,
    settled: (wait) => settle(webhooks, wait),
    stop: async () => {
      await webhooks.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      state.journal.close();
    },
  };
}

async function settle(
  webhooks: Webhooks,
  {
    idle = () => true,
    timeoutMs = 10_000,
  }: { idle?: () => boolean | Promise<boolean>; timeoutMs?: number } = {},
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    await webhooks.drained();
    if ((await idle()) && webhooks.pending() === 0) return;
    if (performance.now() > end) throw new Error(`not settled after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const apiRoots = new Set([
  "app",
  "api",
  "graphql",
  "installation",
  "rate_limit",
  "repos",
  "search",
  "user",
  "users",
]);

/** Whether a path belongs to the programming interface; the others are pages. */
function isApiPath(path: string): boolean {
  return apiRoots.has(path.split("/")[1] ?? "");
}

/** Refuses names that point here from elsewhere (DNS rebinding). */
function isLoopback(host: string | null): boolean {
  const name = (host ?? "").replace(/:\d+$/, "").toLowerCase();
  return name === "127.0.0.1" || name === "localhost" || name === "[::1]";
}
