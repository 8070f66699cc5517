/** How far something has come: the sweep of a repository, a back-fill, the list of failed deliveries. */
import type { Executor } from "./schema.ts";

/** The cursor's value (its format belongs to whoever moves it), or null when it was never set. */
export async function readCursor(db: Executor, name: string): Promise<string | null> {
  const row = await db.selectFrom("cursors").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value ?? null;
}

/** Set a cursor; in the transaction of the work it stands for, so that neither is kept without the other. */
export async function moveCursor(db: Executor, name: string, value: string, now: Date): Promise<void> {
  const moved = { value, moved_at: now.getTime() };
  await db
    .insertInto("cursors")
    .values({ name, ...moved })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(moved))
    .execute();
}

/** Remove the cursors whose names end with a repository's: it is no longer ours. */
export async function dropCursorsOf(db: Executor, repository: string): Promise<void> {
  const rows = await db.selectFrom("cursors").select("name").execute();
  for (const { name } of rows) if (name.endsWith(` ${repository}`)) await dropCursor(db, name);
}

/** Remove a cursor, to begin anew. */
export async function dropCursor(db: Executor, name: string): Promise<void> {
  await db.deleteFrom("cursors").where("name", "=", name).execute();
}
