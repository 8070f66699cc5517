import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import BetterSqlite3 from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createIntake } from "../../src/store/intake.ts";
import { openQueue } from "../../src/store/open-queue.ts";
import { asStoreError } from "../../src/store/store-error.ts";
import { removeFolder, scratchFolder } from "./scratch.ts";

let dataDir: string;
const file = () => join(dataDir, "sglang-triage.sqlite");

beforeEach(() => {
  dataDir = scratchFolder();
});
afterEach(() => removeFolder(dataDir));

/** What opening says, as "code: message". */
async function refusal(options: Partial<Parameters<typeof openDatabase>[0]> = {}): Promise<string> {
  try {
    await (await openDatabase({ dataDir, ...options })).close();
  } catch (error) {
    const { name, code, message } = error as Error & { code: string };
    expect(name).toBe("StoreError");
    return `${code}: ${message}`;
  }
  return "opened";
}

async function withRows(): Promise<void> {
  const database = await openDatabase({ dataDir });
  await database.db
    .insertInto("cursors")
    .values(
      Array.from({ length: 2000 }, (_, index) => ({ name: `c${index}`, value: "v".repeat(50), moved_at: 1 })),
    )
    .execute();
  await database.close();
}

describe("opening", () => {
  test("makes the folder and the file, in WAL with full synchronisation", async () => {
    const nested = join(dataDir, "a", "b");
    const database = await openDatabase({ dataDir: nested });
    const pragma = async (name: string) =>
      Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(database.db)).rows[0]!)[0];
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBe(5000);
    expect(database).toMatchObject({ kind: "sqlite", mayWork: false, pool: null });
    expect(database.where).toBe(join(nested, "sglang-triage.sqlite"));
    await database.close();
  });

  test("an empty file is a new database", async () => {
    writeFileSync(file(), "");
    expect(await refusal()).toBe("opened");
  });

  test("a folder that is a file is refused", async () => {
    const path = join(dataDir, "file");
    writeFileSync(path, "");
    expect(await refusal({ dataDir: path })).toMatch(/^not-a-folder: .*file/);
    expect(await refusal({ dataDir: join(path, "below") })).toMatch(/^not-a-folder: .*DATA_DIR/);
  });

  test("a read-only folder is refused", async () => {
    const locked = join(dataDir, "locked");
    mkdirSync(locked, { mode: 0o555 });
    const isRoot = process.getuid?.() === 0;
    // Root may write everywhere: be somebody else for a moment (and let that somebody reach the folder).
    if (isRoot) process.seteuid!(65534);
    try {
      expect(await refusal({ dataDir: isRoot ? "/usr/share/triage" : locked })).toMatch(
        /^read-only: .*write access/,
      );
    } finally {
      if (isRoot) process.seteuid!(0);
    }
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["text", () => Buffer.from("this is not a database, it only stands where one should be\n".repeat(50))],
    ["a short file", () => Buffer.from("SQL")],
    [
      "an overwritten first page",
      (bytes) => Buffer.concat([bytes.subarray(0, 16), bytes.subarray(16).fill(0xaa)]),
    ],
    ["an overwritten middle", (bytes) => Buffer.from(bytes).fill(0xff, 8192, bytes.length - 4096)],
    ["a cut end", (bytes) => bytes.subarray(0, bytes.length - 3 * 4096)],
  ])("a damaged file is refused and left alone: %s", async (_name, damage) => {
    await withRows();
    const damaged = damage(readFileSync(file()));
    writeFileSync(file(), damaged);
    for (const exclusive of [false, true]) {
      expect(await refusal({ exclusive })).toMatch(/^corrupted: .*left as it is.*backup/);
      expect(readFileSync(file()).equals(damaged)).toBe(true);
    }
  });

  test("a schema of a newer version is refused and left alone", async () => {
    await withRows();
    const raw = new BetterSqlite3(file());
    raw.exec("insert into kysely_migration values ('0099-future', '2030-01-01')");
    raw.close();
    const before = readFileSync(file());
    expect(await refusal()).toMatch(/^newer-schema: .*0099-future.*Start that version/);
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  test.each(["mysql://u:secret@h/d", "not an address: secret", "postgres//secret"])(
    "an address that is none is refused without printing it",
    async (url) => {
      const said = await refusal({ url });
      expect(said).toMatch(/^bad-url: DATABASE_URL/);
      expect(said).not.toContain("secret");
    },
  );

  test("a server that does not answer is named without the password", async () => {
    const said = await refusal({ url: "postgres://user:secret@127.0.0.1:1/triage" });
    expect(said).toMatch(
      /^unreachable: PostgreSQL database triage at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)/,
    );
    expect(said).not.toContain("secret");
  });

  test("a full disk is said so, and what was written before stays", async () => {
    const database = await openDatabase({ dataDir, exclusive: true });
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count + 20)}`.execute(database.db);
    const intake = createIntake(database, await openQueue(database));
    let accepted = 0;
    const record = (index: number) =>
      intake.recordDelivery(
        {
          deliveryId: `${index}-${"x".repeat(150)}`,
          event: "issues",
          action: null,
          repository: null,
          issue: null,
          receivedAt: new Date(0),
        },
        null,
      );
    await expect(
      (async () => {
        for (let index = 0; index < 2000; index++) {
          await record(index);
          accepted++;
        }
      })(),
    ).rejects.toMatchObject({ code: "disk-full", message: expect.stringContaining("Free some space") });
    expect(await database.db.selectFrom("deliveries").select("delivery_id").execute()).toHaveLength(accepted);
    expect(accepted).toBeGreaterThan(0);
    await sql`pragma max_page_count = 100000`.execute(database.db);
    expect(await record(5000)).toBe("new");
    await database.close();
  });
});

describe("one server to a folder", () => {
  test("a second one is refused with the first one's process, until that closes", async () => {
    const first = await openDatabase({ dataDir, exclusive: true });
    expect(await refusal({ exclusive: true })).toMatch(
      new RegExp(`^in-use: .*process ${process.pid}\\).*DATABASE_URL`),
    );
    expect(await refusal()).toBe("opened");
    await first.close();
    expect(await refusal({ exclusive: true })).toBe("opened");
  });

  test("a refused start gives the folder back", async () => {
    writeFileSync(file(), "no database at all, but long enough to have a header");
    expect(await refusal({ exclusive: true })).toMatch(/^corrupted/);
    expect(await refusal({ exclusive: true })).toMatch(/^corrupted/);
  });

  test("kill -9: the folder is free at once, nothing acknowledged is lost, running jobs run again", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", "test/store/killed-server.ts", dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const acknowledged = await acknowledgedUntilKilled(child, 300);
    const database: Database = await openDatabase({ dataDir, exclusive: true });
    const stored = await database.db.selectFrom("deliveries").select("issue").execute();
    const issues = new Set(stored.map((row) => row.issue));
    expect(acknowledged.filter((issue) => !issues.has(issue))).toEqual([]);
    const queue = await openQueue(database);
    const before = await queue.depth();
    expect(before.running).toBe(2);
    const attempts = new Map<number, number>();
    await queue.work(
      async (job, run) => void (job.kind === "reconcile" && attempts.set(job.issue, run.attempt)),
      { concurrency: 100, tick: false },
    );
    await expect.poll(() => attempts.size, { timeout: 10_000 }).toBe(issues.size);
    expect([...attempts.values()].filter((attempt) => attempt === 2)).toHaveLength(2);
    await queue.stop();
    await database.close();
  });
});

async function acknowledgedUntilKilled(child: ChildProcess, count: number): Promise<number[]> {
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === count) child.kill("SIGKILL");
  }
  if (child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return acknowledged;
}

describe("errors of drivers in words", () => {
  test.each([
    [{ code: "SQLITE_CORRUPT_VTAB" }, "corrupted"],
    [{ code: "SQLITE_FULL" }, "disk-full"],
    [{ code: "53100" }, "disk-full"],
    [{ code: "SQLITE_READONLY_DBMOVED" }, "read-only"],
    [{ code: "SQLITE_BUSY" }, "busy"],
    [{ code: "28P01" }, "credentials"],
    [{ code: "3D000" }, "unreachable"],
    [{ code: "57P01" }, "unreachable"],
    [{ code: "08006" }, "unreachable"],
    [new Error("Connection terminated unexpectedly"), "unreachable"],
    [new Error("timeout exceeded when trying to connect"), "unreachable"],
    [new Error("something else"), "other"],
    [undefined, "other"],
    ["text", "other"],
  ])("%s", (error, code) => {
    expect(asStoreError(error, "the store")).toMatchObject({ name: "StoreError", code });
    expect(asStoreError(error, "the store").message).toContain("the store");
  });
});
