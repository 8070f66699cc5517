import { type Kysely, sql } from "kysely";
import type { StoreKind } from "../schema.ts";

/** The first schema. Never edit a migration that was released: add another one. */
export async function first(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createIntake(db, kind);
  await createInstallations(db);
  await createIndexOfOccurrences(db, kind);
  await createOwnActions(db);
  await createCaches(db);
}

/** A number that the database counts up by itself. */
function withIdentity(db: Kysely<unknown>, kind: StoreKind, table: string) {
  const create = db.schema.createTable(table);
  return kind === "sqlite"
    ? create.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    : create.addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity());
}

async function createIntake(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await db.schema
    .createTable("deliveries")
    .addColumn("delivery_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("action", "text")
    .addColumn("repository", "text")
    .addColumn("issue", "bigint")
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .addColumn("handled_at", "bigint")
    .execute();
  await db.schema.createIndex("deliveries_received").on("deliveries").column("received_at").execute();
  await sql`create index deliveries_unhandled on deliveries (repository, issue) where handled_at is null`.execute(
    db,
  );
  if (kind === "sqlite") await createJobs(db);
  await withIdentity(db, kind, "dead_letters")
    .addColumn("job_key", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("priority", "integer", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("died_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("ticks")
    .addColumn("slot", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("fired_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await withIdentity(db, "sqlite", "jobs")
    .addColumn("job_key", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull().check(sql`state in ('waiting', 'running')`))
    .addColumn("priority", "integer", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("run_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_error", "text")
    .execute();
  // The two rules of the queue, kept by the database itself.
  await sql`create unique index jobs_one_waiting on jobs (job_key) where state = 'waiting'`.execute(db);
  await sql`create unique index jobs_one_running on jobs (job_key) where state = 'running'`.execute(db);
  await sql`create index jobs_due on jobs (priority desc, run_at, id) where state = 'waiting'`.execute(db);
}

async function createInstallations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("installations")
    .addColumn("installation", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("repositories")
    .addColumn("repository", "text", (column) => column.primaryKey().notNull())
    .addColumn("repository_id", "bigint")
    .addColumn("installation", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("repositories_installation")
    .on("repositories")
    .column("installation")
    .execute();
  await db.schema.createIndex("repositories_id").on("repositories").column("repository_id").execute();
}

async function createIndexOfOccurrences(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await db.schema
    .createTable("issues")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("author_hash", "text", (column) => column.notNull())
    .addColumn("opened_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("issues_key", ["repository", "issue"] as never)
    .execute();
  await withIdentity(db, kind, "occurrences")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addColumn("part", "text", (column) => column.notNull())
    .addColumn("line_number", "integer", (column) => column.notNull())
    .addColumn("author_hash", "text", (column) => column.notNull())
    .addColumn("error_class", "text")
    .addColumn("record_id", "text")
    .addColumn("site_id", "text")
    .addColumn("background_tag", "text")
    .addColumn("masked_message", "text", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("confidence", "double precision", (column) => column.notNull())
    .addColumn("release", "text")
    .addColumn("vendor", "text")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("observed_at", "bigint", (column) => column.notNull())
    .execute();
  const index = (name: string, ...columns: string[]) =>
    db.schema
      .createIndex(name)
      .on("occurrences")
      .columns(columns as never[])
      .execute();
  await index("occurrences_issue", "repository", "issue");
  await index("occurrences_time", "repository", "observed_at");
  await index("occurrences_record", "repository", "record_id", "observed_at");
  await index("occurrences_fingerprint", "repository", "fingerprint", "observed_at");
}

async function createOwnActions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("replies")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addColumn("comment_id", "bigint", (column) => column.notNull())
    .addColumn("record_ids", "text", (column) => column.notNull())
    .addColumn("body_hash", "text", (column) => column.notNull())
    .addColumn("posted_at", "bigint", (column) => column.notNull())
    .addColumn("edited_at", "bigint")
    .addColumn("hidden_at", "bigint")
    .addPrimaryKeyConstraint("replies_key", ["repository", "issue"] as never)
    .execute();
  await db.schema.createIndex("replies_posted").on("replies").column("posted_at").execute();
  await db.schema
    .createTable("own_hides")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("comment_id", "bigint", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addColumn("hidden_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("own_hides_key", ["repository", "comment_id"] as never)
    .execute();
  await db.schema
    .createTable("handled_commands")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("comment_id", "bigint", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addColumn("command", "text", (column) => column.notNull())
    .addColumn("handled_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("handled_commands_key", ["repository", "comment_id"] as never)
    .execute();
  await db.schema
    .createTable("own_labels")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("added_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("own_labels_key", ["repository", "issue", "label"] as never)
    .execute();
  await db.schema
    .createTable("feedback")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("issue", "bigint", (column) => column.notNull())
    .addColumn("comment_id", "bigint", (column) => column.notNull())
    .addColumn("author_hash", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("verdict", "text", (column) => column.notNull())
    .addColumn("record_id", "text")
    .addColumn("given_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_key", ["repository", "comment_id", "author_hash", "source"] as never)
    .execute();
  await db.schema
    .createIndex("feedback_time")
    .on("feedback")
    .columns(["repository", "given_at"] as never[])
    .execute();
}

async function createCaches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("settings_cache")
    .addColumn("repository", "text", (column) => column.primaryKey().notNull())
    .addColumn("etag", "text")
    .addColumn("content", "text")
    .addColumn("fetched_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("cursors")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("moved_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("source_cache")
    .addColumn("project", "text", (column) => column.notNull())
    .addColumn("revision", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("content", "text")
    .addColumn("fetched_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("source_cache_key", ["project", "revision", "path"] as never)
    .execute();
}
