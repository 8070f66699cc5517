/** What maintainers are told, and when: news is noticed by other jobs and written by one of its own. */
import type { Logger } from "pino";
import type { Catalog } from "../match/catalog.ts";
import type { Replier } from "../reply/replier.ts";
import { slotDay } from "../store/comment-slots.ts";
import { dropCursor, moveCursor, readCursor } from "../store/cursors.ts";
import type { Database } from "../store/database.ts";
import type { Queue } from "../store/queue.ts";
import type { Clients } from "./clients.ts";
import { publishNotes, renderNotes } from "./notes.ts";
import { preview } from "./preview.ts";
import { createSettingsMemory, readSettings } from "./read-settings.ts";

export interface MaintainersContext {
  clients: Clients;
  catalog: Catalog;
  database: Database;
  queue: Queue;
  render: Replier;
  log: Logger;
  now(): Date;
}

const problemCursor = (repository: string) => `settings problem ${repository}`;
const capCursor = (repository: string) => `cap ${repository}`;
const previewCursor = (repository: string) => `preview ${repository}`;

/** Whether maintainers have not been shown yet what the bot would say. */
export async function isNewHere({ db }: Database, repository: string): Promise<boolean> {
  return (await readCursor(db, previewCursor(repository))) === null;
}

/** What is new to maintainers becomes a job, once. */
async function noteNews(
  { database, queue, now }: MaintainersContext,
  repository: string,
  cursor: string,
  news: string | null,
): Promise<void> {
  if ((await readCursor(database.db, cursor)) === news) return;
  await database.transaction(async (tx) => {
    if (news === null) await dropCursor(tx, cursor);
    else await moveCursor(tx, cursor, news, now());
    await queue.enqueue({ kind: "notes", repository }, { transaction: tx });
  });
  queue.wake();
}

export async function noteProblem(
  context: MaintainersContext,
  repository: string,
  problem: string | null,
): Promise<void> {
  if (problem !== null) context.log.warn({ repository, problem }, "settings cannot be used");
  await noteNews(context, repository, problemCursor(repository), problem);
}

export async function noteCap(context: MaintainersContext, repository: string, most: number): Promise<void> {
  await noteNews(context, repository, capCursor(repository), `${slotDay(context.now())} ${most}`);
}

export async function tellMaintainers(context: MaintainersContext, repository: string): Promise<void> {
  const { clients, catalog, database, render, now, log } = context;
  const client = await clients.clientFor(repository);
  if (client === null) return;
  const { settings, problem } = await readSettings(client, repository, createSettingsMemory(database, now));
  if (!settings.enabled) return;
  const isFirst = await isNewHere(database, repository);
  const shown =
    isFirst && settings.dryRun
      ? await preview({ client, catalog, database, settings, render, now }, repository)
      : null;
  const [day, most] = (await readCursor(database.db, capCursor(repository)))?.split(" ") ?? [];
  const capStop = day === undefined ? null : { day, most: Number(most) };
  const notes = renderNotes({ settingsProblem: problem, capStop });
  const issue = await publishNotes(client, await clients.ourselves(), repository, notes, shown);
  if (isFirst)
    await moveCursor(database.db, previewCursor(repository), shown === null ? "not needed" : "shown", now());
  log.info({ repository, issue, preview: shown !== null }, "notes for maintainers");
}
