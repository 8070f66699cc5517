/** What the worker does with each kind of job. */
import type { Logger } from "pino";
import type { Diagnosis } from "./diagnosis.ts";
import { runDigest } from "./digest/run-digest.ts";
import type { Client } from "./github/client.ts";
import type { Ourselves } from "./github/plan.ts";
import { type Reconciled, reconcile } from "./github/reconcile.ts";
import type { Catalog } from "./match/catalog.ts";
import type { Handler, Job, Run } from "./store/queue.ts";

export interface JobContext {
  catalog: Catalog;
  log: Logger;
  now(): Date;
  /** A client with the rights of the installation that covers the repository. */
  clientFor(repository: string): Promise<Client>;
  ourselves(): Promise<Ourselves>;
  render(diagnosis: Diagnosis): string | null;
  /** Called after an issue was looked at: keeps the index of occurrences. */
  record(reconciled: Reconciled): Promise<void>;
  /** Called once an hour on one of the replicas. */
  tick(): Promise<void>;
}

export function createJobHandler(context: JobContext): Handler {
  return async (job: Job, run: Run) => {
    switch (job.kind) {
      case "reconcile":
        return await reconcileIssue(context, job.repository, job.issue, run);
      case "digest":
        return await publishDigest(context, job.repository);
      case "tick":
        return await context.tick();
      case "sweep":
      case "installation":
        context.log.warn({ job: job.kind }, "no handler for this kind of job");
    }
  };
}

async function reconcileIssue(
  context: JobContext,
  repository: string,
  issue: number,
  run: Run,
): Promise<void> {
  const client = await context.clientFor(repository);
  const { catalog, render } = context;
  const done = await reconcile(
    { client, catalog, render, ourselves: await context.ourselves() },
    repository,
    issue,
  );
  await context.record(done);
  const log = context.log.child({ repository, issue, attempt: run.attempt });
  if (done.settingsProblem !== null)
    log.warn({ problem: done.settingsProblem }, "settings not usable, nothing is written");
  for (const { action, written } of done.published) {
    log.info(
      { action: action.type, written, ...(action.type === "skip" ? { reason: action.reason } : {}) },
      "reconciled",
    );
  }
}

async function publishDigest(context: JobContext, repository: string): Promise<void> {
  const client = await context.clientFor(repository);
  const { catalog, now } = context;
  const digest = await runDigest({ client, catalog, ourselves: await context.ourselves() }, repository, {
    now: now(),
  });
  context.log.info({ repository, issue: digest.issue, written: digest.written }, "digest published");
}
