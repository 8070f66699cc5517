/**
 * The Probot app. A webhook is a hint to look at an issue: its handler commits the delivery and a job,
 * and no more. What is then so on GitHub is read by the worker.
 */
import type { ApplicationFunction } from "probot";
import type { Intake } from "./store/intake.ts";
import type { Job } from "./store/queue.ts";

const EVENTS = [
  "issues.opened",
  "issues.edited",
  "issues.reopened",
  "issue_comment.created",
  "issue_comment.edited",
  "issue_comment.deleted",
] as const;

/** @param now clock for the deliveries' times */
export function triageApp(intake: Intake, now: () => Date): ApplicationFunction {
  return (app) => {
    app.on([...EVENTS], async ({ id, name, payload }) => {
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
      };
      await intake.recordDelivery(delivery, isByBot(payload) ? null : job);
    });
  };
}

/** Comments by bots, ours among them, change nothing about an issue: no job, so no loop. */
function isByBot(payload: object): boolean {
  return (
    "comment" in payload && (payload.comment as { user?: { type?: string } | null }).user?.type === "Bot"
  );
}
