/** Changes of a test to the jobs on PostgreSQL while workers claim and end them. */
import type { Database } from "../../src/store/database.ts";

/**
 * Rows are locked one after the other, in another order than the workers' own statements do it: that is a deadlock.
 * With the table locked first the change waits for them, and they for it.
 *
 * @param change what follows `update job`; no parameters, so that both statements are one transaction
 */
export async function changeJobs(database: Database, change: string): Promise<void> {
  await database.pool!.query(
    `lock table triage_queue.job in exclusive mode; update triage_queue.job ${change}`,
  );
}
