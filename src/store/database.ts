/** The store: one SQLite file by default, PostgreSQL by its address. */
import { join } from "node:path";
import { type Dialect, Kysely, sql, type Transaction } from "kysely";
import type pg from "pg";
import { migrate } from "./migrate.ts";
import { onePerDatabase, postgresPool } from "./postgres.ts";
import type { Executor, Schema, StoreKind } from "./schema.ts";
import { makeFolder, openSqliteFile, sqliteDialect } from "./sqlite.ts";
import { lockFolder } from "./sqlite-lock.ts";
import { asStoreError } from "./store-error.ts";

export interface Database {
  kind: StoreKind;
  /** For queries: hand it, or a transaction, to the functions of this folder. */
  db: Executor;
  /** What and where it is, without secrets, for logs and messages. */
  where: string;
  /** Whether this process alone may run jobs on it: true on PostgreSQL, where leases guard each job. */
  mayWork: boolean;
  /** PostgreSQL's connections; null on SQLite. */
  pool: pg.Pool | null;
  /**
   * Run `work` in one transaction: all of it is kept or nothing. It may run again when two transactions got
   * into each other's way, so let it only use the store. Errors of the driver become StoreErrors.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Resolve when the database answers (for /readyz). @throws StoreError */
  ping(): Promise<void>;
  /** Close it and give back the folder's lock; later calls do nothing. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** postgres://…; the embedded SQLite file when unset or empty. */
  url?: string | undefined;
  /** Folder of the SQLite file; made when missing. Not used with `url`. */
  dataDir: string;
  /**
   * Take the folder's lock, which running jobs needs (`serve`). Commands that look or add jobs leave it
   * away and work beside a running server. Without meaning on PostgreSQL.
   */
  exclusive?: boolean;
}

/**
 * Open the store and bring its schema up to date.
 * @throws StoreError with what is wrong and what to do; a file that is damaged or newer is left untouched.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? await openPostgres(options.url) : await openSqlite(options);
}

async function openSqlite({ dataDir, exclusive = false }: OpenOptions): Promise<Database> {
  makeFolder(dataDir);
  const unlock = exclusive ? lockFolder(dataDir) : () => {};
  try {
    const { sqlite, path } = openSqliteFile(dataDir);
    return await open({
      kind: "sqlite",
      dialect: sqliteDialect(sqlite),
      where: path,
      mayWork: exclusive,
      pool: null,
      afterClose: unlock,
    });
  } catch (error) {
    unlock();
    throw asStoreError(error, join(dataDir, "sglang-triage.sqlite"));
  }
}

async function openPostgres(url: string): Promise<Database> {
  const { pool, dialect, where } = postgresPool(url);
  return await open({ kind: "postgres", dialect, where, mayWork: true, pool, afterClose: () => {} });
}

interface Opened {
  kind: StoreKind;
  dialect: Dialect;
  where: string;
  mayWork: boolean;
  pool: pg.Pool | null;
  afterClose: () => void;
}

async function open({ kind, dialect, where, mayWork, pool, afterClose }: Opened): Promise<Database> {
  const db = new Kysely<Schema>({ dialect });
  try {
    const toLatest = () => migrate(db as unknown as Kysely<never>, kind, where);
    await (pool ? onePerDatabase(pool, toLatest) : toLatest());
  } catch (error) {
    await db.destroy();
    throw asStoreError(error, where);
  }
  let closed: Promise<void> | undefined;
  return {
    kind,
    db,
    where,
    mayWork,
    pool,
    async transaction(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await db.transaction().execute(work);
        } catch (error) {
          if (tries < 3 && lostRace.has((error as { code?: string })?.code ?? "")) continue;
          throw isDriverError(error) ? asStoreError(error, where) : error;
        }
      }
    },
    async ping() {
      try {
        await sql`select 1`.execute(db);
      } catch (error) {
        throw asStoreError(error, where);
      }
    },
    close() {
      closed ??= db.destroy().finally(afterClose);
      return closed;
    },
  };
}

/** PostgreSQL chose our transaction to break a deadlock or a conflict of two: the same again will do. */
const lostRace = new Set(["40P01", "40001"]);

/** Errors of the caller's own code pass through a transaction unchanged. */
function isDriverError(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string") return true;
  return typeof message === "string" && /connection|timeout|driver has already been destroyed/i.test(message);
}
