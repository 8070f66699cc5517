import { announce } from "../announce.ts";
import { githubError, invalid, notSupplied } from "../errors.ts";
import type { Classifier, Comment, Issue, Repository } from "../model.ts";
import { commentShape } from "../shapes/comment.ts";
import { issueShape } from "../shapes/issue.ts";
import { type Actor, ensureUser, findIssue, nextId, type State, timestamp } from "../state.ts";
import { liveIssue, longestBody, touchIssue } from "./issues.ts";
import { hasRole, mayWrite } from "./permission.ts";

/** @throws 403 on a locked issue (for all but writers), 404, 410, 422 for an empty or too long body. */
export function createComment(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  number: number,
  body: string | undefined,
): Comment {
  const issue = liveIssue(state, repository, number);
  mayWrite(state, repository, actor, "anyone");
  if (issue.locked && !hasRole(state, repository, actor.login, "write")) {
    throw githubError(403, "Unable to create comment because issue is locked.");
  }
  const now = timestamp(state);
  ensureUser(state, actor.login);
  const comment: Comment = {
    id: nextId(state, "comment"),
    repository: repository.id,
    issueNumber: number,
    body: checkBody(body),
    author: actor.login,
    viaApp: actor.viaApp,
    createdAt: now,
    updatedAt: now,
    minimized: null,
  };
  state.comments.put(comment.id, comment);
  tell(state, actor, repository, touchIssue(state, issue), comment, "created");
  return comment;
}

/** A body that equals the present one is no change and tells nobody. */
export function editComment(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  comment: Comment,
  body: string | undefined,
): Comment {
  mayWrite(state, repository, actor, isAuthor(comment, actor) ? "anyone" : "write");
  const checked = checkBody(body);
  if (checked === comment.body) return comment;
  const edited: Comment = { ...comment, body: checked, updatedAt: timestamp(state) };
  state.comments.put(comment.id, edited);
  const issue = touchIssue(state, findIssue(state, repository.id, comment.issueNumber)!);
  tell(state, actor, repository, issue, edited, "edited", { changes: { body: { from: comment.body } } });
  return edited;
}

export function deleteComment(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  comment: Comment,
): void {
  mayWrite(state, repository, actor, isAuthor(comment, actor) ? "anyone" : "write");
  state.comments.delete(comment.id);
  const issue = touchIssue(state, findIssue(state, repository.id, comment.issueNumber)!);
  tell(state, actor, repository, issue, comment, "deleted");
}

/** Hides a comment, or shows it again (null). Sends no webhook and leaves no event, as on GitHub. */
export function minimizeComment(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  comment: Comment,
  classifier: Classifier | null,
): Comment {
  mayWrite(state, repository, actor, isAuthor(comment, actor) ? "anyone" : "triage");
  const changed: Comment = { ...comment, minimized: classifier };
  state.comments.put(comment.id, changed);
  return changed;
}

function tell(
  state: State,
  actor: Actor,
  repository: Repository,
  issue: Issue,
  comment: Comment,
  action: "created" | "edited" | "deleted",
  fields: Record<string, unknown> = {},
): void {
  announce(state, {
    event: "issue_comment",
    action,
    repository,
    actor,
    fields: {
      ...fields,
      issue: issueShape(state, repository, issue),
      comment: commentShape(state, repository, comment),
    },
  });
}

function isAuthor(comment: Comment, actor: Actor | undefined): boolean {
  return actor !== undefined && comment.author.toLowerCase() === actor.login.toLowerCase();
}

function checkBody(body: string | undefined): string {
  if (body === undefined) throw notSupplied("body");
  const unprocessable = (message: string) =>
    invalid({ resource: "IssueComment", code: "unprocessable", field: "data", message });
  if (body.trim() === "") throw unprocessable("Body cannot be blank");
  if (body.length > longestBody)
    throw unprocessable(`Body is too long (maximum is ${longestBody} characters)`);
  return body;
}
