import { announce } from "../announce.ts";
import { gone, invalid, mustHaveRights, notFound, notSupplied } from "../errors.ts";
import type { Issue, LockReason, Repository, StateReason } from "../model.ts";
import { issueShape } from "../shapes/issue.ts";
import {
  type Actor,
  ensureUser,
  findIssue,
  issueKey,
  nextId,
  nextNumber,
  type State,
  timestamp,
} from "../state.ts";
import { addEvent } from "./events.ts";
import { addLabels, setLabels } from "./labels.ts";
import { hasRole, mayWrite } from "./permission.ts";

export const longestBody = 65_536;
const longestTitle = 256;

export interface NewIssue {
  title?: string;
  body?: string | null;
  labels?: readonly string[];
  isPullRequest?: boolean;
}

export interface IssueEdit {
  title?: string;
  body?: string | null;
  state?: "open" | "closed";
  stateReason?: StateReason | null;
  labels?: readonly string[];
  /** Number of the pull request whose merge closes it; GitHub does that by itself. */
  closer?: number;
}

/** Opens an issue. Labels given by someone without the triage role are dropped silently, as on GitHub. */
export function createIssue(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  input: NewIssue,
): Issue {
  mayWrite(state, repository, actor, "anyone");
  if (input.title === undefined) throw notSupplied("title");
  const now = timestamp(state);
  ensureUser(state, actor.login);
  const issue: Issue = {
    id: nextId(state, "issue"),
    repository: repository.id,
    number: nextNumber(state, repository.id),
    title: checkTitle(input.title),
    body: checkBody(input.body ?? null),
    author: actor.login,
    viaApp: actor.viaApp,
    state: "open",
    stateReason: null,
    locked: false,
    lockReason: null,
    labels: [],
    isPullRequest: input.isPullRequest ?? false,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    closedBy: null,
    deleted: false,
  };
  state.issues.put(issueKey(issue), issue);
  tell(state, actor, repository, issue, "opened");
  if (input.labels && mayTriage(state, repository, actor)) {
    addLabels(state, actor, repository, issue.number, input.labels);
  }
  return findIssue(state, repository.id, issue.number)!;
}

/** Changes what is given; what equals the present is no change and tells nobody. */
export function editIssue(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  number: number,
  edit: IssueEdit,
): Issue {
  const issue = liveIssue(state, repository, number);
  mayWrite(state, repository, actor, isAuthor(issue, actor) ? "anyone" : "triage");
  if (edit.title !== undefined || edit.body !== undefined) editText(state, actor, repository, issue, edit);
  if (edit.labels && mayTriage(state, repository, actor))
    setLabels(state, actor, repository, number, edit.labels);
  if (edit.state !== undefined) setIssueState(state, actor, repository, number, edit);
  return findIssue(state, repository.id, number)!;
}

function editText(state: State, actor: Actor, repository: Repository, issue: Issue, edit: IssueEdit): void {
  const title = edit.title === undefined ? issue.title : checkTitle(edit.title);
  const body = edit.body === undefined ? issue.body : checkBody(edit.body);
  if (title === issue.title && body === issue.body) return;
  // Only writers change other people's words.
  if (!isAuthor(issue, actor) && !actor.viaApp && !hasRole(state, repository, actor.login, "write")) {
    throw mustHaveRights();
  }
  const edited: Issue = { ...issue, title, body, updatedAt: timestamp(state) };
  state.issues.put(issueKey(issue), edited);
  if (title !== issue.title) {
    addEvent(state, actor, edited, { event: "renamed", rename: { from: issue.title, to: title } });
  }
  const changes = {
    ...(title === issue.title ? {} : { title: { from: issue.title } }),
    ...(body === issue.body ? {} : { body: { from: issue.body ?? "" } }),
  };
  tell(state, actor, repository, edited, "edited", { changes });
}

function setIssueState(
  state: State,
  actor: Actor,
  repository: Repository,
  number: number,
  { state: wanted, stateReason: reason, closer }: IssueEdit,
): void {
  const issue = findIssue(state, repository.id, number)!;
  if (wanted === undefined || issue.state === wanted) return;
  const now = timestamp(state);
  const closes = wanted === "closed";
  const stateReason = closes ? (reason ?? "completed") : "reopened";
  const changed: Issue = {
    ...issue,
    state: wanted,
    stateReason,
    updatedAt: now,
    closedAt: closes ? now : null,
    closedBy: closes ? actor.login : null,
  };
  state.issues.put(issueKey(issue), changed);
  addEvent(
    state,
    actor,
    changed,
    closes ? { event: "closed", stateReason, ...(closer && { closer }) } : { event: "reopened" },
  );
  tell(state, actor, repository, changed, closes ? "closed" : "reopened");
}

export function lockIssue(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  number: number,
  reason: LockReason | null,
): void {
  mayWrite(state, repository, actor, "triage");
  setLock(state, actor, repository, liveIssue(state, repository, number), true, reason);
}

export function unlockIssue(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  number: number,
): void {
  mayWrite(state, repository, actor, "triage");
  setLock(state, actor, repository, liveIssue(state, repository, number), false, null);
}

function setLock(
  state: State,
  actor: Actor,
  repository: Repository,
  issue: Issue,
  locked: boolean,
  lockReason: LockReason | null,
): void {
  if (issue.locked === locked) return;
  const changed: Issue = { ...issue, locked, lockReason, updatedAt: timestamp(state) };
  state.issues.put(issueKey(issue), changed);
  addEvent(state, actor, changed, locked ? { event: "locked", lockReason } : { event: "unlocked" });
  tell(state, actor, repository, changed, locked ? "locked" : "unlocked");
}

/** Deletes an issue with its comments; REST has no route for it, only GraphQL and the page. */
export function deleteIssue(state: State, actor: Actor, repository: Repository, number: number): void {
  mayWrite(state, repository, actor, "admin");
  const issue = liveIssue(state, repository, number);
  tell(state, actor, repository, issue, "deleted");
  for (const comment of state.comments.where(issueKey(issue))) state.comments.delete(comment.id);
  state.issues.put(issueKey(issue), { ...issue, deleted: true });
}

/**
 * The issue of that number.
 * @throws 404 when there never was one, 410 when it was deleted.
 */
export function liveIssue(state: State, repository: Repository, number: number): Issue {
  const issue = findIssue(state, repository.id, number);
  if (!issue) throw notFound();
  if (issue.deleted) throw gone();
  return issue;
}

/** A person's words on an issue move it up the list. */
export function touchIssue(state: State, issue: Issue): Issue {
  const touched = { ...issue, updatedAt: timestamp(state) };
  state.issues.put(issueKey(issue), touched);
  return touched;
}

function tell(
  state: State,
  actor: Actor,
  repository: Repository,
  issue: Issue,
  action: string,
  fields: Record<string, unknown> = {},
): void {
  // A pull request is an issue to the API but has events of its own.
  if (issue.isPullRequest) return;
  const shape = issueShape(state, repository, issue);
  announce(state, { event: "issues", action, repository, actor, fields: { issue: shape, ...fields } });
}

function isAuthor(issue: Issue, actor: Actor | undefined): boolean {
  return actor !== undefined && issue.author.toLowerCase() === actor.login.toLowerCase();
}

function mayTriage(state: State, repository: Repository, actor: Actor): boolean {
  return actor.viaApp || hasRole(state, repository, actor.login, "triage");
}

function checkTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === "") throw invalid({ resource: "Issue", code: "missing_field", field: "title" });
  if ([...trimmed].length > longestTitle) {
    const message = `title is too long (maximum is ${longestTitle} characters)`;
    throw invalid({ resource: "Issue", code: "custom", field: "title", message });
  }
  return trimmed;
}

function checkBody(body: string | null): string | null {
  if (body !== null && body.length > longestBody) {
    const message = `body is too long (maximum is ${longestBody} characters)`;
    throw invalid({ resource: "Issue", code: "custom", field: "body", message });
  }
  return body;
}
