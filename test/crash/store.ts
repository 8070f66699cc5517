/** An empty store for a run: a folder, or a database of its own on the PostgreSQL of DATABASE_URL. */
import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

export type StoreName = "sqlite" | "postgres";

export interface RunStore {
  /** Variables that point a server to it. */
  environment: Record<string, string>;
  remove(): Promise<void>;
}

/** @throws Error for any other word */
export function chosenStore(word: string): StoreName {
  if (word === "sqlite" || word === "postgres") return word;
  throw new Error(`--store is sqlite or postgres, not "${word}"`);
}

/** Runs this very command again beside a PostgreSQL of its own that flushes as in earnest. @returns its exit code */
export function rerunBesidePostgres(): number {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, POSTGRES_OPTIONS: "-c fsync=on" };
  return (
    spawnSync("sh", ["scripts/postgres-for-tests.sh", ...command], { stdio: "inherit", env }).status ?? 1
  );
}

export async function openRunStore(name: StoreName): Promise<RunStore> {
  if (name === "postgres") return await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), "crash-"));
  return {
    environment: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function freshDatabase(): Promise<RunStore> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error("DATABASE_URL is not set: run it by scripts/postgres-for-tests.sh");
  const name = `crash_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await statement(server, `create database ${name}`);
  return {
    environment: { DATABASE_URL: url.href },
    remove: () => statement(server, `drop database ${name} with (force)`),
  };
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Ends PostgreSQL as a crash would and starts it again; returns when it answers.
 * @throws when POSTGRES_DATA does not say where its files are (scripts/postgres-for-tests.sh sets it)
 */
export async function restartPostgres(): Promise<void> {
  const data = process.env.POSTGRES_DATA;
  if (!data) throw new Error("POSTGRES_DATA is not set: run it by scripts/postgres-for-tests.sh");
  // Its first word is the path of the server's program; pg_ctl lies beside it.
  const [program] = readFileSync(join(data, "postmaster.opts"), "utf8").split(" ");
  const { uid, gid } = statSync(data);
  const log = join(data, "server.log");
  await promisify(execFile)(
    join(dirname(program!), "pg_ctl"),
    ["-D", data, "-l", log, "-m", "immediate", "-w", "restart"],
    // PostgreSQL runs as the owner of its files, never as root.
    { cwd: "/", ...(process.getuid?.() === 0 && { uid, gid }) },
  );
}
