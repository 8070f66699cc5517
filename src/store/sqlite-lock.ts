/**
 * One server to a data folder. The lock is a write transaction held open on a small SQLite file of its own:
 * the kernel drops it when the process ends in whatever way, kill -9 included, so that there is no stale
 * lock to clear and no heartbeat to miss. Commands that only look or add jobs do not take it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { asStoreError, StoreError } from "./store-error.ts";

/**
 * Take the lock of a data folder.
 * @returns a function that gives it back.
 * @throws StoreError "in-use" when another server holds it, "read-only" when the folder cannot be written.
 */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, "server.lock");
  const pidPath = join(dataDir, "server.pid");
  let lock: BetterSqlite3.Database | undefined;
  try {
    lock = new BetterSqlite3(path, { timeout: 0 });
    lock.exec("BEGIN IMMEDIATE");
    writeFileSync(pidPath, `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw inUse(dataDir, pidPath);
    throw asStoreError(error, path);
  }
  const held = lock;
  return () => held.close();
}

function inUse(dataDir: string, pidPath: string): StoreError {
  let holder = "another server";
  try {
    const pid = Number.parseInt(readFileSync(pidPath, "utf8"), 10);
    if (pid > 0) holder = `another server (process ${pid})`;
  } catch {
    // The number is a help, not a need.
  }
  return new StoreError(
    "in-use",
    `The data folder ${dataDir} is used by ${holder}. Stop it, or give this one a folder of its own with DATA_DIR; several servers need PostgreSQL (DATABASE_URL).`,
  );
}
