/** Bringing the schema up to date. */
import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { first } from "./migrations/0001-first.ts";
import { lifeCycle } from "./migrations/0002-life-cycle.ts";
import { digestFacts } from "./migrations/0003-digest.ts";
import type { StoreKind } from "./schema.ts";
import { StoreError } from "./store-error.ts";

/** In order; the names are kept in the database for ever. */
const steps: Record<string, (db: Kysely<unknown>, kind: StoreKind) => Promise<void>> = {
  "0001-first": first,
  "0002-life-cycle": lifeCycle,
  "0003-digest": digestFacts,
};

/**
 * Run the migrations that are missing; several processes may do so at once.
 * @throws StoreError "newer-schema" when the database was written by a newer version (it is left as it is);
 *   the driver's errors otherwise.
 */
export async function migrate(db: Kysely<never>, kind: StoreKind, where: string): Promise<void> {
  const unknown = (await appliedSteps(db, kind)).filter((name) => !(name in steps));
  if (unknown.length > 0) {
    throw new StoreError(
      "newer-schema",
      `${where} was written by a newer version of sglang-triage (it has ${unknown.join(", ")}). Start that version, or restore the backup made before the upgrade.`,
    );
  }
  const migrations: Record<string, Migration> = {};
  for (const [name, step] of Object.entries(steps)) migrations[name] = { up: (db) => step(db, kind) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function appliedSteps(db: Kysely<never>, kind: StoreKind): Promise<string[]> {
  const table =
    kind === "sqlite"
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql<{
          name: string;
        }>`select tablename as name from pg_catalog.pg_tables where tablename = 'kysely_migration' and schemaname = any (current_schemas(false))`;
  if ((await table.execute(db)).rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
