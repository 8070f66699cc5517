/** Jobs that were given up, kept with the reason until a person retries them. Same table on both databases. */
import type { DeadLetter } from "./queue.ts";
import type { Executor } from "./schema.ts";

/** What is known of a job at its end; `payload` is the job's JSON as stored. */
export interface Corpse {
  key: string;
  payload: string;
  priority: number;
  attempts: number;
  reason: string;
}

/** Keep a job as a dead letter. */
export async function bury(db: Executor, corpse: Corpse, now: Date): Promise<void> {
  await db
    .insertInto("dead_letters")
    .values({
      job_key: corpse.key,
      payload: corpse.payload,
      priority: corpse.priority,
      attempts: corpse.attempts,
      reason: corpse.reason,
      died_at: now.getTime(),
    })
    .execute();
}

/** The newest dead letters. */
export async function listDeadLetters(db: Executor, limit: number): Promise<DeadLetter[]> {
  const rows = await db.selectFrom("dead_letters").selectAll().orderBy("id", "desc").limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    job: JSON.parse(row.payload) as unknown,
    key: row.job_key,
    attempts: row.attempts,
    reason: row.reason,
    diedAt: new Date(row.died_at),
  }));
}

/** Take a dead letter out. @returns its job's JSON, or null when there is no such id. */
export async function exhume(db: Executor, id: number): Promise<string | null> {
  if (!Number.isSafeInteger(id)) return null;
  const row = await db
    .deleteFrom("dead_letters")
    .where("id", "=", id)
    .returning("payload")
    .executeTakeFirst();
  return row?.payload ?? null;
}

/** How many there are. */
export async function countDeadLetters(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom("dead_letters")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
