/** Which repositories' digests are due now. */
import type { Clients } from "../github/clients.ts";
import { readSettings, type SettingsMemory } from "../github/read-settings.ts";
import { digestIsDue } from "./schedule.ts";

/** @param repositories those the app looks after, "owner/name" */
export async function dueDigests(
  clients: Clients,
  repositories: readonly string[],
  memory: SettingsMemory,
  now: Date,
): Promise<string[]> {
  const due: string[] = [];
  for (const repository of repositories) {
    const client = await clients.clientFor(repository);
    if (client === null) continue;
    const { settings } = await readSettings(client, repository, memory);
    if (digestIsDue(settings, now)) due.push(repository);
  }
  return due;
}
