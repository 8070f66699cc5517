import { type Kysely, sql } from "kysely";

/** What a digest tells beside counts: how an issue ended, when it was answered, what was decided about it. */
export async function digestFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("issues").addColumn("closed_at", "bigint").execute();
  await db.schema.alterTable("issues").addColumn("answered_at", "bigint").execute();
  await db.schema.alterTable("issues").addColumn("decision", "text").execute();
  await db.schema.alterTable("issues").addColumn("silence", "text").execute();
  await db.schema
    .createIndex("issues_opened")
    .on("issues")
    .columns(["repository", "opened_at"] as never[])
    .execute();
  await db.schema
    .alterTable("occurrences")
    .addColumn("is_leading", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  // Every kind of error with its first day is read from this index alone.
  await sql`create index occurrences_kinds on occurrences (repository, record_id, fingerprint, observed_at)
    where is_leading = 1`.execute(db);
}
