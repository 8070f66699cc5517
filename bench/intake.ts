/**
 * How many webhooks a server accepts, and how long each waits for its answer, while issues are diagnosed and answered;
 * and against a bare Probot handler that only inserts a row. Sandbox and sender share one process, each server has
 * its own. `npm run build` comes first.
 *
 *     npx tsx bench/intake.ts [--seconds 20] [--per-second 1200] [--issues-per-second 60]
 *     scripts/postgres-for-tests.sh npx tsx bench/intake.ts --store postgres    (two processes for web, two workers)
 *
 * POSTGRES_OPTIONS="-c fsync=on" for PostgreSQL as it is run. The last line is JSON; exit 1 when a bar does not hold.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { type Sandbox, startSandbox } from "../src/sandbox/sandbox.ts";
import { WEBHOOK_PATH } from "../src/webhooks.ts";
import { environmentFor, freePort, type ServerProcess, serverProcess } from "../test/crash/server-process.ts";
import { openRunStore, type StoreName } from "../test/crash/store.ts";
import { REPORTS } from "../test/e2e/server.ts";
import { percentile, type Sent, sendAsFastAsAnswered, sendAtRate } from "../test/load/sender.ts";
import { openSilently, type Webhook } from "../test/load/webhooks.ts";

const SECRET = "a secret of the benchmark";
const BARS = { acceptedPerSecond: 1_000, p99: 50, answeredPerSecond: 50, ofBareProbot: 0.8 };
const WARM_UP_SECONDS = 5;
/** Webhooks of one round against the opponent. */
const ROUND = 4_000;
const ROUNDS = 3;

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "sqlite" },
    seconds: { type: "string", default: "20" },
    "per-second": { type: "string", default: "1200" },
    "issues-per-second": { type: "string", default: "60" },
  },
});
const store = values.store as StoreName;
const seconds = Number(values.seconds);
const perSecond = Number(values["per-second"]);
const issuesPerSecond = Number(values["issues-per-second"]);

const sandbox = await startSandbox({ webhookSecret: SECRET });
const runStore = await openRunStore(store);
const environment = { ...environmentFor(sandbox, SECRET), ...runStore.environment, CONCURRENCY: "8" };
const servers =
  store === "sqlite"
    ? [await serverProcess("all", environment)]
    : await Promise.all(
        (["web", "web", "worker", "worker"] as const).map((it) => serverProcess(it, environment)),
      );
for (const server of servers) server.start();
await Promise.all(servers.map((server) => server.ready()));
const webs = store === "sqlite" ? servers : servers.slice(0, 2);

try {
  // A server that has been up for a while has compiled what runs often.
  await whileIssuesAreAnswered(webs, WARM_UP_SECONDS);
  const busy = await whileIssuesAreAnswered(webs, seconds);
  console.log(
    `${store}: ${busy.acceptedPerSecond} webhooks of ${busy.webhookBytes} bytes accepted a second, ` +
      `half of them within ${busy.p50} ms, 99 % within ${busy.p99} ms, ` +
      `while ${busy.answeredPerSecond} issues a second were answered`,
  );
  const figures = { store, ...busy, ...(store === "sqlite" && (await againstBareProbot(webs[0]!))) };
  console.log(JSON.stringify(figures));
  if (!holds(figures)) process.exitCode = 1;
} finally {
  await Promise.all(servers.map((server) => server.kill()));
  await runStore.remove();
  await sandbox.stop();
}

/** A steady stream: each issue is opened and then spoken of again and again, as hot issues are. */
async function whileIssuesAreAnswered(webs: readonly ServerProcess[], seconds: number) {
  const before = answeredIssues(sandbox);
  const issues = Array.from({ length: Math.ceil(seconds * issuesPerSecond) }, (_, i) =>
    openSilently(sandbox, SECRET, REPORTS.geometry(`[${i}]`, `[${i}, 1]`)),
  );
  const hooksOfAnIssue = perSecond / issuesPerSecond;
  const sent = await Promise.all(
    webs.map((web, part) => {
      let count = part;
      const next = (): Webhook => {
        const issue = issues[Math.min(issues.length - 1, Math.floor(count / hooksOfAnIssue))]!;
        count += webs.length;
        return issue;
      };
      return sendAtRate(web.url + WEBHOOK_PATH, next, { perSecond: perSecond / webs.length, seconds });
    }),
  );
  const answered = answeredIssues(sandbox) - before;
  const all = merged(sent);
  const bytes = issues.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) / issues.length;
  return {
    webhookBytes: Math.round(bytes),
    acceptedPerSecond: Math.round(all.accepted / all.seconds),
    refused: all.refused,
    p50: round(percentile(all, 0.5)),
    p99: round(percentile(all, 0.99)),
    slowest: round(percentile(all, 1)),
    answeredPerSecond: round(answered / all.seconds),
  };
}

/** In turns, webhooks about one issue; of each the fastest round counts. */
async function againstBareProbot(server: ServerProcess) {
  const webhook = openSilently(sandbox, SECRET, REPORTS.nothing);
  const bare = await startBareProbot();
  const best = { ours: 0, bare: 0 };
  for (let turn = 0; turn <= ROUNDS; turn += 1)
    for (const [name, url] of [
      ["ours", server.url],
      ["bare", bare.url],
    ] as const) {
      const sent = await sendAsFastAsAnswered(url + WEBHOOK_PATH, () => webhook, { count: ROUND });
      if (sent.refused > 0) throw new Error(`${name}: ${sent.refused} webhooks refused`);
      // The first round warms up.
      if (turn > 0) best[name] = Math.max(best[name], sent.accepted / sent.seconds);
    }
  bare.child.kill();
  const ratio = round(best.ours / best.bare);
  console.log(
    `idle: ${Math.round(best.ours)} webhooks a second, bare Probot with one insert: ${Math.round(best.bare)}, ${ratio} of it`,
  );
  return { idlePerSecond: Math.round(best.ours), barePerSecond: Math.round(best.bare), ofBareProbot: ratio };
}

async function startBareProbot(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "tsx", "bench/bare-probot.ts"], {
    env: { PATH: process.env.PATH, ...environmentFor(sandbox, SECRET), PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(`${url}/ping`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the bare Probot does not start");
}

function answeredIssues(sandbox: Sandbox): number {
  return sandbox.issues().filter(({ number }) => sandbox.botCommentsOf(number).length > 0).length;
}

function merged(sent: readonly Sent[]): Sent {
  return {
    accepted: sent.reduce((sum, it) => sum + it.accepted, 0),
    refused: sent.reduce((sum, it) => sum + it.refused, 0),
    latencies: sent.flatMap((it) => it.latencies).sort((a, b) => a - b),
    seconds: Math.max(...sent.map((it) => it.seconds)),
  };
}

function holds(
  figures: Awaited<ReturnType<typeof whileIssuesAreAnswered>> & { ofBareProbot?: number },
): boolean {
  return (
    figures.refused === 0 &&
    figures.acceptedPerSecond >= BARS.acceptedPerSecond &&
    figures.p99 <= BARS.p99 &&
    figures.answeredPerSecond >= BARS.answeredPerSecond &&
    (figures.ofBareProbot ?? 1) >= BARS.ofBareProbot
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
