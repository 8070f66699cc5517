/**
 * Finds what changed on GitHub without a webhook reaching us: every issue updated since the last sweep
 * becomes a reconcile job. Nothing else is needed after an outage of any length, since reconciling reads
 * the thread and not the event.
 */
import { moveCursor, readCursor } from "../store/cursors.ts";
import type { Database } from "../store/database.ts";
import type { Job, Queue } from "../store/queue.ts";
import { changedIssues, commentedIssues } from "./changed-issues.ts";
import type { Client } from "./client.ts";

/** GitHub's lists lag behind its writes, and clocks differ. */
const OVERLAP_MILLISECONDS = 10 * 60_000;

/** Where there is no cursor to go by, the sweep begins here; older issues are back-fill's work. */
const FIRST_LOOK_MILLISECONDS = 24 * 3_600_000;

/** @returns how many issues are to be looked at again */
export async function sweep(
  client: Client,
  database: Database,
  queue: Queue,
  repository: string,
  now: Date,
): Promise<number> {
  const since = await sweepStart(database, repository, now);
  const seen = new Set<number>();
  const enqueue = async (numbers: number[]): Promise<void> => {
    const fresh = [...new Set(numbers)].filter((number) => !seen.has(number));
    for (const number of fresh) seen.add(number);
    const jobs = fresh.map((issue): Job => ({ kind: "reconcile", repository, issue }));
    if (jobs.length > 0) await queue.enqueue(jobs, { priority: "background" });
  };
  for await (const page of changedIssues(client, repository, since))
    await enqueue(page.map(({ number }) => number));
  for await (const page of commentedIssues(client, repository, since)) await enqueue(page);
  // Only now: a sweep that breaks off begins where this one began.
  await moveCursor(database.db, sweepCursor(repository), now.toISOString(), now);
  return seen.size;
}

function sweepCursor(repository: string): string {
  return `sweep ${repository}`;
}

async function sweepStart(database: Database, repository: string, now: Date): Promise<Date> {
  const cursor = await readCursor(database.db, sweepCursor(repository));
  const last = cursor === null ? Number.POSITIVE_INFINITY : Date.parse(cursor);
  // Ahead of now, the cursor was set by a clock that was wrong: what it says is not to be trusted.
  if (last > now.getTime()) return new Date(now.getTime() - FIRST_LOOK_MILLISECONDS);
  return new Date(last - OVERLAP_MILLISECONDS);
}
