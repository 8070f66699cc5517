/** Connecting to PostgreSQL. */
import { PostgresDialect } from "kysely";
import pg from "pg";
import { StoreError } from "./store-error.ts";

const int8 = 20;

/**
 * Make a pool for a postgres:// address; connects on first use.
 * @returns the pool, Kysely's dialect over it, and a description without secrets.
 * @throws StoreError "bad-url"
 */
export function postgresPool(url: string): { pool: pg.Pool; dialect: PostgresDialect; where: string } {
  const where = describe(url);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "sglang-triage",
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A server that vanished without closing the connection must not hold a webhook for ever.
    query_timeout: 30_000,
    keepAlive: true,
    types: {
      // Our int8 columns hold ids and milliseconds, far below 2^53; pg would give strings.
      getTypeParser: ((oid: number, format: "text" | "binary") =>
        oid === int8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format)) as never,
    },
  });
  // A connection that breaks while idle, or between two queries of a transaction, raises an event; without
  // a listener it would end the process. The next query gets the same failure as an error of its own.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, dialect: new PostgresDialect({ pool }), where };
}

function describe(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw badUrl();
  }
  if (parsed.protocol !== "postgres:" && parsed.protocol !== "postgresql:") throw badUrl();
  const name = decodeURIComponent(parsed.pathname.slice(1)) || "(default)";
  return `PostgreSQL database ${name} at ${parsed.hostname || "localhost"}:${parsed.port || 5432}`;
}

/** Without the address itself: it may hold a password. */
function badUrl(): StoreError {
  return new StoreError(
    "bad-url",
    "DATABASE_URL is not an address of the form postgres://user:password@host:5432/database. Correct it, or unset it to use the embedded SQLite file.",
  );
}

/** Any number that no other program on the same database is likely to use. */
const startLock = 7_436_118_205;

/**
 * Let one process at a time make or change schemas: "create if not exists" of two processes that start
 * together on an empty database fails in one of them, in Kysely's migrator as in pg-boss.
 */
export async function onePerDatabase<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [startLock]);
    return await work();
  } finally {
    // Closing the connection gives the lock back, whatever state it is in.
    client.release(true);
  }
}
