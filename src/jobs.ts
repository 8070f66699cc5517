/** What the worker does with each kind of job. */
import type { Logger } from "pino";
import { dueDigest, markDigest } from "./digest/due.ts";
import { makeDigest, writeDigest } from "./digest/run-digest.ts";
import { lastWeek, weekNamed } from "./digest/window.ts";
import type { Clients } from "./github/clients.ts";
import { isNewHere, noteCap, noteProblem, problemOf, tellMaintainers } from "./github/maintainers.ts";
import { createMemory } from "./github/memory.ts";
import { rateLimitPause } from "./github/rate-limit.ts";
import { readInstallation } from "./github/read-installation.ts";
import { readReactions } from "./github/read-reactions.ts";
import { createSettingsMemory, readSettings } from "./github/read-settings.ts";
import { type ReconcileContext, reconcile } from "./github/reconcile.ts";
import { recordOutcome } from "./github/record-outcome.ts";
import { redeliverFailed } from "./github/redeliver.ts";
import type { KnowledgeFor } from "./github/repository-catalog.ts";
import { findSimilar } from "./github/similar.ts";
import { sweep } from "./github/sweep.ts";
import type { Metrics } from "./metrics.ts";
import type { Database } from "./store/database.ts";
import { markHandled } from "./store/deliveries.ts";
import { activeRepositories } from "./store/installations.ts";
import { prune, type Retention } from "./store/prune.ts";
import type { Handler, Job, Queue, Run } from "./store/queue.ts";

export interface JobContext {
  clients: Clients;
  database: Database;
  queue: Queue;
  log: Logger;
  now(): Date;
  knowledgeFor: KnowledgeFor;
  attachments: ReconcileContext["attachments"];
  metrics: Metrics;
  retention: Retention;
}

export function createJobHandler(context: JobContext): Handler {
  const handle = async (job: Job, run: Run): Promise<void> => {
    switch (job.kind) {
      case "reconcile":
        return await reconcileIssue(context, job.repository, job.issue, run);
      case "sweep":
        return await sweepRepository(context, job.repository);
      case "digest":
        return await publishDigest(context, job.repository, run, job.week);
      case "notes":
        return await tellMaintainers(context, job.repository);
      case "installation":
        return await lookAfterInstallation(context, job.installation);
      case "tick":
        return await enqueueDue(context);
    }
  };
  return async (job, run) => {
    const started = performance.now();
    let outcome: "done" | "failed" = "failed";
    try {
      await handle(job, run);
      outcome = "done";
    } catch (error) {
      // The queue then waits as long as GitHub says, and does not count it against the job.
      const seconds = rateLimitPause(error, context.now());
      throw seconds === null ? error : Object.assign(error as Error, { retryAfterSeconds: seconds });
    } finally {
      context.metrics.jobRan(job.kind, outcome, (performance.now() - started) / 1000);
    }
  };
}

/** An issue that is still not there is transferred, or its repository is closed to us. */
const MOST_LOOKS = 6;

async function reconcileIssue(
  context: JobContext,
  repository: string,
  issue: number,
  run: Run,
): Promise<void> {
  const { clients, attachments, database, metrics, now } = context;
  const log = context.log.child({ repository, issue, attempt: run.attempt });
  const readAt = now();
  const client = await clients.clientFor(repository);
  if (client === null) return log.info("the app is not installed there, or suspended");
  const ourselves = await clients.ourselves();
  const memory = createMemory(database, now);
  const done = await reconcile(
    {
      client,
      knowledge: (settings) => context.knowledgeFor(client, repository, settings),
      settingsMemory: createSettingsMemory(database, now),
      attachments,
      ourselves,
      memory,
      similar: (thread, diagnosis) => findSimilar(client, database, thread, diagnosis),
      now,
      assertHeld: run.assertHeld,
    },
    repository,
    issue,
  );
  // What GitHub does not show for a moment must not be taken for gone.
  if (done.thread === "unreadable" && run.attempt < MOST_LOOKS) throw new Error("the issue cannot be read");
  await recordOutcome(database, repository, issue, done, now());
  for (const seconds of await markHandled(database.db, { repository, issue, readAt }, now()))
    metrics.handled(seconds);
  if (done.answer !== null) metrics.diagnosed(done.answer);
  await noteProblem(context, repository, done.settingsProblem);
  if (done.capReached) await noteCap(context, repository, done.settings.caps.commentsPerDay);
  for (const { action, written } of done.published) {
    metrics.action(action.type, written);
    log.info(
      { action: action.type, written, ...(action.type === "skip" && { reason: action.reason }) },
      "reconciled",
    );
  }
}

async function sweepRepository(context: JobContext, repository: string): Promise<void> {
  const { clients, database, queue, now, log } = context;
  const client = await clients.clientFor(repository);
  if (client === null) return;
  const issues = await sweep(client, database, queue, repository, now());
  await noteProblem(context, repository, await problemOf(context, client, repository));
  const reactions = await readReactions(client, database, repository, now());
  log.info({ repository, issues, ...reactions }, "swept");
}

/** @param week its name; the last whole one where none is given */
async function publishDigest(
  context: JobContext,
  repository: string,
  { assertHeld }: Run,
  week?: string,
): Promise<void> {
  const { clients, knowledgeFor, database, now, log } = context;
  const client = await clients.clientFor(repository);
  if (client === null) return;
  const { settings } = await readSettings(client, repository, createSettingsMemory(database, now));
  const { timeZone } = settings.digest;
  const window = (week === undefined ? null : weekNamed(week, timeZone)) ?? lastWeek(now(), timeZone);
  const { catalog, recordUrl } = await knowledgeFor(client, repository, settings);
  const source = { db: database.db, catalog, recordUrl };
  const { page } = await makeDigest(source, repository, window, timeZone);
  const ourselves = await clients.ourselves();
  assertHeld();
  const issue = await writeDigest({ client, ourselves }, repository, settings, { window, page });
  await markDigest(database.db, repository, window.name, now());
  log.info({ repository, week: window.name, issue }, "digest");
}

async function lookAfterInstallation(context: JobContext, installation: number): Promise<void> {
  const { clients, database, queue, now, log } = context;
  const repositories = await readInstallation(
    await clients.app(),
    clients.clientOf,
    database,
    installation,
    now(),
  );
  const jobs = repositories.map((repository): Job => ({ kind: "sweep", repository }));
  for (const repository of repositories)
    if (await isNewHere(database, repository)) jobs.push({ kind: "notes", repository });
  await queue.enqueue(jobs, { priority: "background" });
  log.info({ installation, repositories: repositories.length }, "installation read");
}

/**
 * Once an hour and at each start: what was missed, what is due, what is too old to keep. No step waits for another
 * to succeed: when GitHub refuses one of them, the others are done, and the whole runs again later.
 * @throws the first step's error
 */
async function enqueueDue(context: JobContext): Promise<void> {
  const { clients, database, queue, now, log } = context;
  const failures: unknown[] = [];
  const attempt = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      log.info({ step, result: await work() }, "tick");
    } catch (error) {
      failures.push(error);
      log.warn({ err: error, step }, "a step of the tick failed");
    }
  };
  await attempt("redeliver", async () => redeliverFailed(await clients.app(), database, now()));
  await attempt("installations", () => enqueueInstallations(context));
  await attempt("digests", async () => {
    for (const { repository } of await activeRepositories(database.db))
      await attempt(`digest of ${repository}`, async () => {
        const week = await dueDigest(clients, database, repository, now());
        if (week !== null) await queue.enqueue({ kind: "digest", repository, week });
        return week;
      });
  });
  await attempt("prune", () => prune(database, context.retention, now()));
  if (failures.length > 0) throw failures[0];
}

async function enqueueInstallations({ clients, queue }: JobContext): Promise<number> {
  const app = await clients.app();
  const installations = await app.paginate(app.rest.apps.listInstallations, { per_page: 100 });
  await queue.enqueue(installations.map(({ id }): Job => ({ kind: "installation", installation: id })));
  return installations.length;
}
