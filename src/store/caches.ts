/** What was read from GitHub and need not be read again at once: settings files and source files. */
import type { Executor } from "./schema.ts";
import { storableOrNull } from "./storable.ts";

/** A repository's settings file as read. */
export interface CachedSettings {
  etag: string | null;
  /** The file's text; null: there is none. */
  content: string | null;
  fetchedAt: Date;
}

/** The settings file as last read, or null when it was never read. */
export async function readCachedSettings(db: Executor, repository: string): Promise<CachedSettings | null> {
  const row = await db
    .selectFrom("settings_cache")
    .selectAll()
    .where("repository", "=", repository)
    .executeTakeFirst();
  return row ? { etag: row.etag, content: row.content, fetchedAt: new Date(row.fetched_at) } : null;
}

/** Keep a settings file as read. */
export async function cacheSettings(
  db: Executor,
  repository: string,
  { etag, content, fetchedAt }: CachedSettings,
): Promise<void> {
  const values = { etag, content: storableOrNull(content), fetched_at: fetchedAt.getTime() };
  await db
    .insertInto("settings_cache")
    .values({ repository, ...values })
    .onConflict((conflict) => conflict.column("repository").doUpdateSet(values))
    .execute();
}

/** Have the settings file read again (a push changed it). */
export async function dropCachedSettings(db: Executor, repository: string): Promise<void> {
  await db.deleteFrom("settings_cache").where("repository", "=", repository).execute();
}

/** A file of a project at a revision; with a commit's id it never changes. */
export interface SourceKey {
  project: string;
  revision: string;
  path: string;
}

/** The file's text as read; `content: null` when it does not exist there. Null when it was never read. */
export async function readCachedSource(
  db: Executor,
  { project, revision, path }: SourceKey,
): Promise<{ content: string | null; fetchedAt: Date } | null> {
  const row = await db
    .selectFrom("source_cache")
    .select(["content", "fetched_at"])
    .where("project", "=", project)
    .where("revision", "=", revision)
    .where("path", "=", path)
    .executeTakeFirst();
  return row ? { content: row.content, fetchedAt: new Date(row.fetched_at) } : null;
}

/** Keep a file as read. */
export async function cacheSource(
  db: Executor,
  key: SourceKey,
  content: string | null,
  now: Date,
): Promise<void> {
  const values = { content: storableOrNull(content), fetched_at: now.getTime() };
  await db
    .insertInto("source_cache")
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(["project", "revision", "path"]).doUpdateSet(values))
    .execute();
}

/** Forget files read before a time. @returns how many. */
export async function pruneSources(db: Executor, fetchedBefore: Date): Promise<number> {
  const result = await db
    .deleteFrom("source_cache")
    .where("fetched_at", "<", fetchedBefore.getTime())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
