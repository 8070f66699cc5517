/** Opening the embedded database: checks first, so that a bad file is never touched. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { asStoreError, type StoreError } from "./store-error.ts";

/** Checking every page of a larger file would hold up the start for seconds. */
const fullCheckBytes = 128 * 1024 * 1024;
const cachedStatements = 256;

/**
 * Make the data folder where it is missing.
 * @throws StoreError "not-a-folder" | "read-only"
 */
export function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw asStoreError(error, `The data folder ${dataDir}`);
  }
}

/**
 * Open `<dataDir>/sglang-triage.sqlite` as WAL with synchronous=FULL (an acknowledged row survives a power
 * cut), creating it when missing. The folder has to exist.
 * @throws StoreError "corrupted" (file untouched), "read-only", "disk-full"
 */
export function openSqliteFile(dataDir: string): { sqlite: BetterSqlite3.Database; path: string } {
  const path = join(dataDir, "sglang-triage.sqlite");
  let sqlite: BetterSqlite3.Database | undefined;
  try {
    if (existsSync(path)) checkFile(path);
    sqlite = new BetterSqlite3(path, { timeout: 5000 });
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("foreign_keys = ON");
    sqlite.pragma("journal_size_limit = 67108864");
    return { sqlite, path };
  } catch (error) {
    sqlite?.close();
    throw asStoreError(error, path);
  }
}

/** Read-only: closing a writable connection would already write the log into the file. */
function checkFile(path: string): void {
  accessSync(path, constants.W_OK);
  const size = statSync(path).size;
  if (size === 0) return;
  if (readHeader(path) !== "SQLite format 3\0") throw corrupted(path);
  const reader = new BetterSqlite3(path, { readonly: true, timeout: 5000 });
  try {
    reader.prepare("SELECT count(*) FROM sqlite_master").get();
    if (size <= fullCheckBytes && reader.pragma("quick_check(1)", { simple: true }) !== "ok")
      throw corrupted(path);
  } finally {
    reader.close();
  }
}

function readHeader(path: string): string {
  const buffer = Buffer.alloc(16);
  const file = openSync(path, "r");
  try {
    readSync(file, buffer, 0, 16, 0);
  } finally {
    closeSync(file);
  }
  return buffer.toString("latin1");
}

function corrupted(path: string): StoreError {
  return asStoreError({ code: "SQLITE_CORRUPT" }, path);
}

/** SQLite does run DDL inside a transaction; with it a migration is whole or not at all. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Driver extends SqliteDriver {
  readonly #sqlite: BetterSqlite3.Database;
  constructor(sqlite: BetterSqlite3.Database) {
    super({ database: withStatementCache(sqlite) });
    this.#sqlite = sqlite;
  }
  /** IMMEDIATE: a transaction that reads first and then writes could fail at once beside another process. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
  /** A full disk rolls back by itself; a second rollback would hide the error that caused it. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }
}

/** Kysely prepares each statement anew; keeping the last few hundred halves the cost of a small query. */
function withStatementCache(sqlite: BetterSqlite3.Database) {
  const statements = new Map<string, BetterSqlite3.Statement>();
  return {
    prepare(sql: string) {
      // Pragmas take effect while they are prepared: a kept one would do nothing the second time.
      if (sql.startsWith("pragma")) return sqlite.prepare(sql) as unknown as SqliteStatement;
      let statement = statements.get(sql);
      if (!statement) {
        statement = sqlite.prepare(sql);
        if (statements.size >= cachedStatements) statements.delete(statements.keys().next().value!);
        statements.set(sql, statement);
      }
      return statement as unknown as SqliteStatement;
    },
    close() {
      sqlite.close();
    },
  };
}

/** What Kysely asks of a statement (its own type is not exported by name). */
interface SqliteStatement {
  readonly reader: boolean;
  all(parameters: ReadonlyArray<unknown>): unknown[];
  run(parameters: ReadonlyArray<unknown>): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(parameters: ReadonlyArray<unknown>): IterableIterator<unknown>;
}

/** Kysely's dialect over an open file. */
export function sqliteDialect(sqlite: BetterSqlite3.Database): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new Driver(sqlite),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
