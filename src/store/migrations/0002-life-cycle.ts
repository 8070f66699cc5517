import { type Kysely, sql } from "kysely";

/** Commands with what they did, reasons of feedback, who closed an issue, where an error is raised, the day's comments. */
export async function lifeCycle(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("handled_commands").addColumn("effect", "text").execute();
  await db.schema.alterTable("feedback").addColumn("reason", "text").execute();
  await db.schema.alterTable("issues").addColumn("closed_by", "text").execute();
  await db.schema.alterTable("occurrences").addColumn("frame", "text").execute();
  await db.schema
    .createTable("comment_slots")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("slot", "integer", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("comment_slots_key", ["repository", "day", "slot"] as never)
    .execute();
  await sql`create index comment_slots_issue on comment_slots (repository, issue)`.execute(db);
  // GitHub's label events say who added what.
  await db.schema.dropTable("own_labels").execute();
}
