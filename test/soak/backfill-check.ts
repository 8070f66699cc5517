/**
 * Back-fill of generated issues by the command line, interrupted by kill -9: the index has to be what one run fills,
 * and nothing may be written to GitHub (the sandbox). `npm run build` comes first.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openRandom, type Random } from "../../src/sandbox/random.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { openDatabase } from "../../src/store/database.ts";
import { openRunStore, type RunStore, type StoreName } from "../crash/store.ts";
import { REPORTS } from "../e2e/server.ts";

export interface BackfillOptions {
  seed: number;
  store: StoreName;
  issues: number;
  kills: number;
}

export interface BackfillFigures {
  issues: number;
  indexed: number;
  occurrences: number;
  kills: number;
  /** Changes of the sandbox while back-fills ran. */
  writes: number;
  /** Rows of the two indexes that differ. */
  different: number;
  /** Of the run without interruption. */
  seconds: number;
}

const REPOSITORY = "sandbox/sglang";
const BEGIN = Date.parse("2025-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;

export async function checkBackfill(options: BackfillOptions): Promise<BackfillFigures> {
  const random = openRandom(`${options.seed} backfill`);
  const clock = { now: BEGIN };
  const sandbox = await startSandbox({
    webhookSecret: "none listens",
    seed: options.seed,
    clock: () => clock.now,
  });
  const [whole, pieces] = [await openRunStore(options.store), await openRunStore(options.store)];
  try {
    generate(sandbox, options.issues, random, clock);
    const token = sandbox.tokenFor("maintainer");
    let writes = 0;
    sandbox.state.journal.onCommit(() => {
      writes += 1;
    });
    const start = (store: RunStore) => startBackfill(sandbox.url, token, store.environment);

    const began = performance.now();
    await ended(start(whole));
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const expected = await indexOf(whole);
    const kills = await killedAt(killPoints(expected.issues, options.kills, random), pieces, start);
    await ended(start(pieces));
    const found = await indexOf(pieces);
    return {
      issues: options.issues,
      indexed: expected.issues,
      occurrences: expected.rows.length - expected.issues,
      kills,
      writes,
      different: differences(expected.rows, found.rows),
      seconds,
    };
  } finally {
    await sandbox.stop();
    await whole.remove();
    await pieces.remove();
  }
}

function generate(sandbox: Sandbox, count: number, random: Random, clock: { now: number }): void {
  for (let i = 0; i < count; i += 1) {
    clock.now += random.next() * HOUR_MS;
    const kind = random.next();
    const body =
      kind < 0.4
        ? REPORTS.geometry(`[${i}]`, `[${i}, 1]`)
        : kind < 0.6
          ? REPORTS.memory.replace("3.43", `${i}.43`)
          : REPORTS.nothing;
    const { number } = sandbox.createIssue({
      title: `[Bug] it stops (${i})`,
      body,
      isPullRequest: random.next() < 0.05,
    });
    if (random.next() < 0.1) sandbox.comment(number, REPORTS.geometry(`[${i}, 2]`, "[2, 2]"), "outsider");
    // What would have been sent is of no use, and much.
    sandbox.state.journal.atomically(() => {
      for (const { id } of sandbox.state.deliveries.all()) sandbox.state.deliveries.delete(id);
    });
  }
}

function startBackfill(url: string, token: string, environment: Record<string, string>): ChildProcess {
  const since = new Date(BEGIN).toISOString().slice(0, 10);
  return spawn(process.execPath, ["dist/cli/main.js", "backfill", "--repo", REPOSITORY, "--since", since], {
    env: { PATH: process.env.PATH, GITHUB_API_URL: url, GITHUB_TOKEN: token, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`backfill ended with ${child.exitCode ?? child.signalCode}`);
}

/** How many issues are to be in the index when each kill comes, in order. */
function killPoints(indexed: number, kills: number, random: Random): number[] {
  return Array.from({ length: kills }, () => Math.floor(random.next() * indexed * 0.9)).sort((a, b) => a - b);
}

/** @returns how many processes were killed; one that was too fast ends by itself and is not counted */
async function killedAt(
  points: readonly number[],
  store: RunStore,
  start: (store: RunStore) => ChildProcess,
): Promise<number> {
  const watch = await openStore(store);
  let kills = 0;
  for (const point of points) {
    const child = start(store);
    const gone = once(child, "exit");
    while (child.exitCode === null && (await countOf(watch)) <= point) await pause(10);
    child.kill("SIGKILL");
    await gone;
    kills += Number(child.signalCode === "SIGKILL");
  }
  await watch.close();
  return kills;
}

const openStore = ({ environment }: RunStore) =>
  openDatabase({ url: environment.DATABASE_URL, dataDir: environment.DATA_DIR ?? "" });

async function countOf({ db }: Awaited<ReturnType<typeof openStore>>): Promise<number> {
  const { count } = await db
    .selectFrom("issues")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The index without what tells when and in which order it was filled. */
async function indexOf(store: RunStore): Promise<{ issues: number; rows: string[] }> {
  const database = await openStore(store);
  const issues = await database.db.selectFrom("issues").selectAll().execute();
  const occurrences = await database.db.selectFrom("occurrences").selectAll().execute();
  await database.close();
  const rows = [
    ...issues.map(({ updated_at: _, ...row }) => JSON.stringify(row)),
    ...occurrences.map(({ id: _, ...row }) => JSON.stringify(row)),
  ].sort();
  return { issues: issues.length, rows };
}

/** Rows that only one of two sorted lists has. */
function differences(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const row of one) counts.set(row, (counts.get(row) ?? 0) + 1);
  for (const row of other) counts.set(row, (counts.get(row) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
