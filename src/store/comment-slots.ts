/** A bound on first comments a day, exact whatever the number of workers: each takes a numbered slot. */
import type { Executor } from "./schema.ts";

/** The day a comment counts for, in UTC. */
export function slotDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/**
 * Takes a slot for an issue's comment; the same issue keeps the one it has.
 * @returns false when the day's slots are taken
 */
export async function takeSlot(
  db: Executor,
  { repository, issue, most }: { repository: string; issue: number; most: number },
  now: Date,
): Promise<boolean> {
  const day = slotDay(now);
  const own = await db
    .selectFrom("comment_slots")
    .select("slot")
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .executeTakeFirst();
  if (own !== undefined) return true;
  for (let slot = await slotsTaken(db, repository, now); slot < most; slot++) {
    const taken = await db
      .insertInto("comment_slots")
      .values({ repository, day, slot, issue })
      .onConflict((conflict) => conflict.columns(["repository", "day", "slot"]).doNothing())
      .returning("slot")
      .executeTakeFirst();
    if (taken !== undefined) return true;
  }
  return false;
}

/** How many slots of the day are taken. */
export async function slotsTaken(db: Executor, repository: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("comment_slots")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .where("repository", "=", repository)
    .where("day", "=", slotDay(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Forget the slots of days before a time. @returns how many. */
export async function pruneSlots(db: Executor, before: Date): Promise<number> {
  const result = await db.deleteFrom("comment_slots").where("day", "<", slotDay(before)).executeTakeFirst();
  return Number(result.numDeletedRows);
}
