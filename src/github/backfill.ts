/**
 * Fills the index of occurrences with a repository's history, so that the first digest and "also seen in"
 * know the past. Reads GitHub and writes only to the store.
 */
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";
import { dropCursor, moveCursor, readCursor } from "../store/cursors.ts";
import type { Database } from "../store/database.ts";
import { changedIssues } from "./changed-issues.ts";
import type { Client } from "./client.ts";
import { reasonToIgnore } from "./plan.ts";
import { type RawIssue, splitRepository, threadOf } from "./read-thread.ts";
import { recordOutcome } from "./record-outcome.ts";
import type { Settings } from "./settings.ts";
import { partsOf, type Thread } from "./thread.ts";

/** Reads at once: the waiting is for GitHub, and more would only run into its limits. */
const CONCURRENCY = 4;

export interface BackfillContext {
  client: Client;
  catalog: Catalog;
  database: Database;
  settings: Settings;
  now(): Date;
  /** Told after each issue, whether it was opened since the day asked for or not. */
  onIssue?(): void;
  /** Told of each issue that the bot would answer, open or not. */
  onAnswer?(thread: Thread, diagnosis: Diagnosis): void;
}

export interface Backfilled {
  /** Issues put into the index by this run. */
  indexed: number;
  /** Open ones the bot would reply to, newest first. */
  answerable: number[];
}

/**
 * Indexes the issues opened at `since` or later. A run that broke off is gone on with; one that was
 * finished begins anew.
 */
export async function backfill(
  context: BackfillContext,
  repository: string,
  since: Date,
): Promise<Backfilled> {
  const { client, database, now } = context;
  const cursor = backfillCursor(repository, since);
  const reached = await readCursor(database.db, cursor);
  const result: Backfilled = { indexed: 0, answerable: [] };
  // An issue opened since then was updated since then.
  for await (const page of changedIssues(client, repository, reached === null ? since : new Date(reached))) {
    await eachOf(page, async (issue) => {
      if (new Date(issue.created_at) >= since) await indexOne(context, repository, issue, result);
      context.onIssue?.();
    });
    const last = page.at(-1);
    if (last !== undefined) await moveCursor(database.db, cursor, last.updated_at, now());
  }
  await dropCursor(database.db, cursor);
  result.answerable.sort((a, b) => b - a);
  return result;
}

export function backfillCursor(repository: string, since: Date): string {
  return `backfill ${repository} ${since.toISOString()}`;
}

async function indexOne(
  { client, catalog, database, settings, now, onAnswer }: BackfillContext,
  repository: string,
  issue: RawIssue,
  result: Backfilled,
): Promise<void> {
  const [owner, repo] = splitRepository(repository);
  const target = { owner, repo, issue_number: issue.number, per_page: 100 };
  const comments = issue.comments === 0 ? [] : await client.paginate(client.rest.issues.listComments, target);
  const thread = threadOf(repository, issue, comments, []);
  if (reasonToIgnore(thread, settings) !== null) return;
  const diagnosis = diagnose({ title: thread.title, parts: partsOf(thread) }, catalog);
  await recordOutcome(
    database,
    repository,
    issue.number,
    { thread, diagnosis, found: null, published: [] },
    now(),
  );
  result.indexed += 1;
  if (diagnosis.decision !== "reply") return;
  onAnswer?.(thread, diagnosis);
  if (thread.state === "open") result.answerable.push(issue.number);
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
