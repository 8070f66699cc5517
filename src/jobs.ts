/** What the worker does with each kind of job. */
import type { Logger } from "pino";
import { dueDigests } from "./digest/due.ts";
import { runDigest } from "./digest/run-digest.ts";
import type { Clients } from "./github/clients.ts";
import { type ReconcileContext, reconcile } from "./github/reconcile.ts";
import { recordOutcome } from "./github/record-outcome.ts";
import type { Catalog } from "./match/catalog.ts";
import type { Replier } from "./reply/replier.ts";
import type { Database } from "./store/database.ts";
import type { Handler, Job, Queue, Run } from "./store/queue.ts";

export interface JobContext {
  clients: Clients;
  catalog: Catalog;
  database: Database;
  queue: Queue;
  log: Logger;
  now(): Date;
  render: Replier;
  attachments: ReconcileContext["attachments"];
}

export function createJobHandler(context: JobContext): Handler {
  return async (job: Job, run: Run) => {
    switch (job.kind) {
      case "reconcile":
        return await reconcileIssue(context, job.repository, job.issue, run);
      case "digest":
        return await publishDigest(context, job.repository);
      case "tick":
        return await enqueueDue(context);
      default:
        context.log.warn({ job: job.kind }, "this release has no handler for the job");
    }
  };
}

async function reconcileIssue(
  context: JobContext,
  repository: string,
  issue: number,
  run: Run,
): Promise<void> {
  const { clients, catalog, render, attachments, database, now } = context;
  const client = await clients.clientFor(repository);
  const ourselves = await clients.ourselves();
  const done = await reconcile({ client, catalog, render, attachments, ourselves }, repository, issue);
  await recordOutcome(database, repository, issue, done, now());
  const log = context.log.child({ repository, issue, attempt: run.attempt });
  if (done.settingsProblem !== null)
    log.warn({ problem: done.settingsProblem }, "settings not usable: nothing is written");
  for (const { action, written } of done.published) {
    log.info(
      { action: action.type, written, ...(action.type === "skip" && { reason: action.reason }) },
      "reconciled",
    );
  }
}

async function publishDigest(context: JobContext, repository: string): Promise<void> {
  const { clients, catalog, now, log } = context;
  const client = await clients.clientFor(repository);
  const digest = await runDigest({ client, catalog, ourselves: await clients.ourselves() }, repository, {
    now: now(),
  });
  log.info({ repository, issue: digest.issue, written: digest.written }, "digest");
}

async function enqueueDue({ clients, queue, now }: JobContext): Promise<void> {
  const repositories = await dueDigests(clients, now());
  await queue.enqueue(repositories.map((repository): Job => ({ kind: "digest", repository })));
}
