/** Back-fill against the sandbox: what the index holds afterwards, whatever happened in between. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { backfill } from "../../src/github/backfill.ts";
import { parseSettings } from "../../src/github/settings-layers.ts";
import { loadCatalog } from "../../src/match/catalog.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { watchExchanges } from "../contract/watch.ts";
import { NOW, REPORTS } from "./server.ts";

const REPOSITORY = "sandbox/sglang";
const SINCE = new Date("2026-06-01T00:00:00Z");
const ISSUES = 240;
const catalog = loadCatalog();

const watch = watchExchanges();
let sandbox: Sandbox;
const folders: string[] = [];

beforeAll(async () => {
  let at = Date.parse("2026-05-25T00:00:00Z");
  sandbox = await startSandbox({ webhookSecret: "s", clock: () => at, onExchange: watch.onExchange });
  for (let i = 0; i < ISSUES; i += 1) {
    at += 3_600_000;
    const body = i % 3 === 0 ? REPORTS.geometry(`[${i}, 1]`, "[2, 2]") : REPORTS.nothing;
    const { number } = sandbox.createIssue({ title: `Issue ${i}`, body, isPullRequest: i % 20 === 19 });
    if (i % 7 === 0) sandbox.comment(number, REPORTS.memory, i % 2 === 0 ? "reporter" : "outsider");
  }
});
afterEach(() => watch.check());
afterAll(async () => {
  await sandbox.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function newStore(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), "backfill-"));
  folders.push(dataDir);
  return await openDatabase({ dataDir });
}

/** @param calls after so many the network is gone */
async function run(database: Database, calls = Number.POSITIVE_INFINITY): Promise<string[]> {
  const methods: string[] = [];
  const client = new Octokit({ auth: sandbox.tokenFor("maintainer"), baseUrl: sandbox.url });
  client.hook.before("request", ({ method }) => {
    if (methods.length >= calls) throw new Error("the network is gone");
    methods.push(method);
  });
  await backfill(
    { client, catalog, database, settings: parseSettings("dryRun: false"), now: () => NOW },
    REPOSITORY,
    SINCE,
  );
  return methods;
}

async function contents({ db }: Database): Promise<unknown> {
  return {
    issues: await db.selectFrom("issues").selectAll().orderBy("issue").execute(),
    occurrences: (
      await db.selectFrom("occurrences").selectAll().orderBy("issue").orderBy("line_number").execute()
    ).map(({ id: _, ...row }) => row),
  };
}

test("broken off five times and gone on with, it indexes what one run indexes, and writes nothing", async () => {
  const whole = await newStore();
  const methods = await run(whole);
  expect(new Set(methods)).toEqual(new Set(["GET"]));
  const { issues } = (await contents(whole)) as { issues: { opened_at: number }[] };
  expect(issues.length).toBeGreaterThan(60);
  expect(issues.every(({ opened_at }) => opened_at >= SINCE.getTime())).toBe(true);

  const pieces = await newStore();
  for (const calls of [0, 3, 9, 2, 11]) await expect(run(pieces, calls)).rejects.toThrow("network is gone");
  await run(pieces);
  expect(await contents(pieces)).toEqual(await contents(whole));
  for (const { number } of sandbox.issues()) {
    expect(sandbox.botCommentsOf(number)).toEqual([]);
    expect(sandbox.labelsOf(number)).toEqual([]);
  }
  await whole.close();
  await pieces.close();
});

test("running it again changes nothing", async () => {
  const database = await newStore();
  await run(database);
  const before = await contents(database);
  await run(database);
  expect(await contents(database)).toEqual(before);
  await database.close();
});
