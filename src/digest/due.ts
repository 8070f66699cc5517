/** Whether a repository's digest is due now, and which week's was written last. */
import type { Clients } from "../github/clients.ts";
import { createSettingsMemory, readSettings } from "../github/read-settings.ts";
import { moveCursor, readCursor } from "../store/cursors.ts";
import type { Database } from "../store/database.ts";
import type { Executor } from "../store/schema.ts";
import { dueWeek } from "./schedule.ts";

/** @returns the name of the week whose digest is due; null for none, and where the app is not installed */
export async function dueDigest(
  clients: Clients,
  database: Database,
  repository: string,
  now: Date,
): Promise<string | null> {
  const client = await clients.clientFor(repository);
  if (client === null) return null;
  const memory = createSettingsMemory(database, () => now);
  const { settings } = await readSettings(client, repository, memory);
  const done = await readCursor(database.db, cursorOf(repository));
  return dueWeek(settings, now, done)?.name ?? null;
}

/** Note that a week's digest is out; an older week changes nothing. */
export async function markDigest(db: Executor, repository: string, week: string, now: Date): Promise<void> {
  const done = await readCursor(db, cursorOf(repository));
  if (done === null || done < week) await moveCursor(db, cursorOf(repository), week, now);
}

function cursorOf(repository: string): string {
  return `digest ${repository}`;
}
