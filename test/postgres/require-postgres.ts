/** Say what is missing before any test runs: these tests are never skipped. */
import pg from "pg";

export default async function requirePostgres(): Promise<void> {
  const url = process.env.DATABASE_URL;
  const advice =
    "Install PostgreSQL (Debian: apt-get install postgresql) and set DATABASE_URL to postgres://user:password@host:port/database, " +
    "with a user that may create databases; or run: scripts/postgres-for-tests.sh npm run test:postgres, which does both.";
  if (!url) throw new Error(`These tests need PostgreSQL. ${advice}`);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.query("select 1");
    await client.end();
  } catch (error) {
    throw new Error(`DATABASE_URL does not answer: ${(error as Error).message}. ${advice}`);
  }
}
