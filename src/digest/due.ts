/** Which repositories' digests are due now. */
import type { Clients } from "../github/clients.ts";
import { readSettings } from "../github/read-settings.ts";
import { digestIsDue } from "./schedule.ts";

export async function dueDigests(clients: Clients, now: Date): Promise<string[]> {
  const due: string[] = [];
  for (const repository of await clients.repositories()) {
    const { settings } = await readSettings(await clients.clientFor(repository), repository);
    if (digestIsDue(settings, now)) due.push(repository);
  }
  return due;
}
