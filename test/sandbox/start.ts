import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Octokit } from "@octokit/rest";
import { onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
import { watchExchanges } from "../contract/watch.ts";

export const secret = "a secret of the tests";
export const here = { owner: "sandbox", repo: "sglang" };

/** Minutes pass only when a test says so. */
export function testClock(start = "2026-03-01T10:00:00Z") {
  let now = Date.parse(start);
  return {
    now: () => now,
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
  };
}

/** A sandbox in memory that ends with the test, which fails when an answer is not as GitHub's. */
export async function start(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const watch = watchExchanges("taken");
  const sandbox = await startSandbox({
    onExchange: watch.onExchange,
    webhookSecret: secret,
    seed: "tests",
    clock: testClock().now,
    ...options,
  });
  onTestFinished(async () => {
    await sandbox.stop();
    watch.check();
  });
  return sandbox;
}

/** A client without retries; `auth` a token, or none for reading without one. */
export function client(sandbox: Sandbox, auth?: string): Octokit {
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  return new Octokit({ baseUrl: sandbox.url, log: quiet, ...(auth ? { auth } : {}) });
}

export interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** An app's webhook address that takes down what comes and answers with `status()`. */
export async function receiver(status: (received: Received) => number | Promise<number> = () => 200) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const one = {
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(one);
      response.statusCode = await status(one);
      response.end("taken");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** What came, as `event.action`. */
    names: () => received.map((it) => [it.headers["x-github-event"], JSON.parse(it.body).action].join(".")),
  };
}

/** Rejects with GitHub's error; gives its status and answer. */
export async function errorOf(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; errors: unknown }> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as {
      status: number;
      response?: { data: { message: string; errors?: unknown } };
    };
    return { status, message: response?.data.message ?? "", errors: response?.data.errors };
  }
  throw new Error("the call should have failed");
}
