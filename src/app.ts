/**
 * What webhooks start. A webhook is a hint to look at something: its handler commits the delivery and a job,
 * and no more. What is then so on GitHub is read by the worker.
 */
import type { Webhooks } from "@octokit/webhooks";
import type { Intake } from "./store/intake.ts";
import type { Job } from "./store/queue.ts";

/** What is about one issue. */
const ISSUE_EVENTS = [
  "issues.opened",
  "issues.edited",
  "issues.closed",
  "issues.reopened",
  "issues.deleted",
  "issues.transferred",
  "issue_comment.created",
  "issue_comment.edited",
  "issue_comment.deleted",
] as const;

/** What changes which repositories are ours to look after, or what they are called. */
const INSTALLATION_EVENTS = [
  "installation.created",
  "installation.deleted",
  "installation.suspend",
  "installation.unsuspend",
  "installation_repositories.added",
  "installation_repositories.removed",
  "repository.renamed",
  "repository.transferred",
  "repository.deleted",
] as const;

/** @param now clock for the deliveries' times */
export function handleWebhooks(webhooks: Webhooks, intake: Intake, now: () => Date): void {
  webhooks.on([...ISSUE_EVENTS], async ({ id, name, payload }) => {
    const repository = payload.repository.full_name;
    const issue = payload.issue.number;
    const job: Job = { kind: "reconcile", repository, issue };
    const delivery = {
      deliveryId: id,
      event: name,
      action: payload.action,
      repository,
      issue,
      receivedAt: now(),
      installation: payload.installation?.id ?? null,
      repositoryId: payload.repository.id,
    };
    await intake.recordDelivery(delivery, isByBot(payload) ? null : job);
  });

  webhooks.on([...INSTALLATION_EVENTS], async ({ id, name, payload }) => {
    const installation = payload.installation?.id;
    const delivery = {
      deliveryId: id,
      event: name,
      action: payload.action,
      repository: null,
      issue: null,
      receivedAt: now(),
    };
    await intake.recordDelivery(
      delivery,
      installation === undefined ? null : { kind: "installation", installation },
    );
  });
}

/** Comments by bots, ours among them, change nothing about an issue: no job, so no loop. */
function isByBot(payload: object): boolean {
  return (
    "comment" in payload && (payload.comment as { user?: { type?: string } | null }).user?.type === "Bot"
  );
}
