/** The hourly tick, once whatever the number of workers: who inserts the hour's row sends it. */
import type { Executor } from "./schema.ts";

const hour = 3_600_000;
const keptHours = 48;

/**
 * Claim the hour of `now`, in the transaction that adds the tick's job.
 * @returns whether this caller is the first. A clock that jumps back gives no second tick.
 */
export async function claimTick(tx: Executor, now: Date): Promise<boolean> {
  const slot = Math.floor(now.getTime() / hour);
  const inserted = await tx
    .insertInto("ticks")
    .values({ slot, fired_at: now.getTime() })
    .onConflict((conflict) => conflict.column("slot").doNothing())
    .returning("slot")
    .executeTakeFirst();
  if (!inserted) return false;
  await tx
    .deleteFrom("ticks")
    .where("slot", "<", slot - keptHours)
    .execute();
  return true;
}
