/** What maintainers are told, and when: news is noticed by other jobs and written by one of its own. */
import type { Logger } from "pino";
import { slotDay } from "../store/comment-slots.ts";
import { dropCursor, moveCursor, readCursor } from "../store/cursors.ts";
import type { Database } from "../store/database.ts";
import type { Queue } from "../store/queue.ts";
import type { Client } from "./client.ts";
import type { Clients } from "./clients.ts";
import { publishNotes, renderNotes } from "./notes.ts";
import { preview } from "./preview.ts";
import { createSettingsMemory, readSettings } from "./read-settings.ts";
import type { KnowledgeFor } from "./repository-catalog.ts";

export interface MaintainersContext {
  clients: Clients;
  database: Database;
  queue: Queue;
  knowledgeFor: KnowledgeFor;
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

/** What is wrong with a repository's settings and own entries, in words; null for nothing. */
export async function problemOf(
  { knowledgeFor, database, now }: Pick<MaintainersContext, "knowledgeFor" | "database" | "now">,
  client: Client,
  repository: string,
): Promise<string | null> {
  const { settings, problem } = await readSettings(client, repository, createSettingsMemory(database, now));
  return joined(problem, (await knowledgeFor(client, repository, settings)).problem);
}

function joined(...problems: (string | null)[]): string | null {
  return problems.filter((problem) => problem !== null).join("\n") || null;
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
  const { clients, database, now, log } = context;
  const client = await clients.clientFor(repository);
  if (client === null) return;
  const { settings, problem } = await readSettings(client, repository, createSettingsMemory(database, now));
  if (!settings.enabled) return;
  const { catalog, render, problem: ownProblem } = await context.knowledgeFor(client, repository, settings);
  const isFirst = await isNewHere(database, repository);
  const shown =
    isFirst && settings.dryRun
      ? await preview({ client, catalog, database, settings, render, now }, repository)
      : null;
  const [day, most] = (await readCursor(database.db, capCursor(repository)))?.split(" ") ?? [];
  const capStop = day === undefined ? null : { day, most: Number(most) };
  const notes = renderNotes({ settingsProblem: joined(problem, ownProblem), capStop });
  const issue = await publishNotes(client, await clients.ourselves(), repository, notes, shown);
  if (isFirst)
    await moveCursor(database.db, previewCursor(repository), shown === null ? "not needed" : "shown", now());
  log.info({ repository, issue, preview: shown !== null }, "notes for maintainers");
}
