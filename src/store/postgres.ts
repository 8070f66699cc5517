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
  // An idle connection that breaks raises an event; without a listener it would end the process.
  // The next query gets the same failure as an error of its own.
  pool.on("error", () => {});
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
