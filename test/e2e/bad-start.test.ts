/** Starts that cannot be: the process says what is wrong and what to do, and ends with 1. From dist/, as it is run. */
import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { openDatabase } from "../../src/store/database.ts";
import { environmentFor, serverProcess } from "../crash/server-process.ts";

const SECRET = "a secret of the test";

let dataDir: string;
let sandbox: Sandbox;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "bad-start-"));
  sandbox = await startSandbox({ webhookSecret: SECRET });
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => ({ ...environmentFor(sandbox, SECRET), DATA_DIR: dataDir });
const file = () => join(dataDir, "sglang-triage.sqlite");

/** What a start says before it ends. */
async function refusal(changes: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, ["dist/cli/main.js", "serve"], {
    env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", ...environment(), ...changes },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const hurry = setTimeout(() => child.kill("SIGKILL"), 50_000);
  await once(child, "close");
  clearTimeout(hurry);
  expect({ code: child.exitCode, said }).toMatchObject({ code: 1 });
  expect(said).not.toMatch(/\n\s+at /);
  return said;
}

async function makeStore(): Promise<void> {
  await (await openDatabase({ dataDir })).close();
}

test("two servers on one SQLite file", async () => {
  const first = await serverProcess("all", environment());
  await first.ready();
  expect(await refusal()).toMatch(/used by another server \(process \d+\).*DATA_DIR.*DATABASE_URL/);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  await first.kill();
}, 60_000);

test("a corrupted SQLite file is left as it is", async () => {
  await makeStore();
  const bytes = readFileSync(file()).fill(0xff, 100, 4000);
  writeFileSync(file(), bytes);
  expect(await refusal()).toMatch(/damaged.*left as it is.*backfill.*backup/);
  expect(readFileSync(file()).equals(bytes)).toBe(true);
}, 60_000);

test("a schema from a newer version", async () => {
  await makeStore();
  const sqlite = new BetterSqlite3(file());
  sqlite.exec("insert into kysely_migration values ('0099-future', '2030-01-01')");
  sqlite.close();
  expect(await refusal()).toMatch(/newer version.*0099-future.*Start that version, or restore the backup/);
}, 60_000);

test("a data folder that cannot be made", async () => {
  writeFileSync(join(dataDir, "file"), "");
  expect(await refusal({ DATA_DIR: join(dataDir, "file", "below") })).toMatch(/not a folder.*DATA_DIR/);
}, 60_000);

test.runIf(process.getuid?.() !== 0)(
  "a read-only data folder",
  async () => {
    const locked = join(dataDir, "locked");
    mkdirSync(locked, { mode: 0o555 });
    expect(await refusal({ DATA_DIR: locked })).toMatch(/cannot be written.*write access.*DATA_DIR/);
  },
  60_000,
);

test("PostgreSQL away, the password not printed", async () => {
  const said = await refusal({ DATABASE_URL: "postgres://user:hidden@127.0.0.1:1/triage" });
  expect(said).toMatch(/does not answer.*Check that PostgreSQL runs/);
  expect(said).not.toContain("hidden");
}, 60_000);

test("a key that is another app's", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const PRIVATE_KEY = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  expect(await refusal({ PRIVATE_KEY })).toMatch(/GitHub refuses PRIVATE_KEY for this APP_ID.*generate/);
}, 60_000);

test("a GitHub that does not answer is no reason not to start", async () => {
  const server = await serverProcess("all", { ...environment(), GITHUB_API_URL: "http://127.0.0.1:1" });
  await server.ready();
  await server.stop();
}, 60_000);
