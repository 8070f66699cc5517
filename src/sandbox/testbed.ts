import { createComment, deleteComment, editComment, minimizeComment } from "./actions/comments.ts";
import { renameRepository, suspendApp, uninstallApp } from "./actions/installations.ts";
import {
  createIssue,
  deleteIssue,
  editIssue,
  type IssueEdit,
  liveIssue,
  lockIssue,
} from "./actions/issues.ts";
import { addLabels, removeLabel } from "./actions/labels.ts";
import { react } from "./actions/reactions.ts";
import { makePersonToken } from "./auth.ts";
import type { Classifier, Comment, Issue, IssueEvent, ReactionContent, Repository, Role } from "./model.ts";
import { addRepository, putFile } from "./seed.ts";
import { type Actor, findRepository, issueKey, labelsOf, nextId, type State, setRole } from "./state.ts";

/**
 * People's hands and eyes on one repository, for tests and prepared scenes: each call acts as the person `by`
 * (a login) exactly as their request would, webhooks included. Tests assert on what these show at the end, not
 * on calls.
 */
export interface Testbed {
  createIssue(input: {
    title: string;
    body?: string | null;
    by?: string;
    labels?: string[];
    isPullRequest?: boolean;
  }): Issue;
  editIssue(number: number, edit: IssueEdit & { by?: string }): Issue;
  lockIssue(number: number, by?: string): void;
  deleteIssue(number: number): void;
  comment(number: number, body: string, by?: string): Comment;
  editComment(id: number, body: string, by?: string): Comment;
  deleteComment(id: number, by?: string): void;
  minimizeComment(id: number, classifier: Classifier | null, by?: string): void;
  addLabel(number: number, name: string, by?: string): void;
  removeLabel(number: number, name: string, by?: string): void;
  reactTo(comment: number, content: ReactionContent, by?: string): void;
  /** Uploads a file as GitHub's editor does. @returns the link it puts into the text */
  attach(name: string, text: string): string;
  /** The account's owner suspends the app, or lets it work again. */
  suspendApp(suspended: boolean): void;
  uninstallApp(): void;
  /** @returns the repository under its new name */
  rename(name: string): Testbed;
  setRole(login: string, role: Role): void;
  putFile(path: string, text: string | null): void;
  /** A token with which a client of the REST interface is that person. */
  tokenFor(login: string): string;
  /** The same for another repository, made when there is none (the account `sandbox` has our app, others not). */
  elsewhere(owner: string, name: string): Testbed;
  issue(number: number): Issue;
  issues(): Issue[];
  labelsOf(number: number): string[];
  commentsOf(number: number): Comment[];
  /** The comments that our app wrote. */
  botCommentsOf(number: number): Comment[];
  eventsOf(number: number): IssueEvent[];
  /** Reactions to a comment as `login content`. */
  reactionsTo(comment: number): string[];
}

export function openTestbed(state: State, repository: Repository): Testbed {
  const person = (login: string): Actor => ({ login, viaApp: false });
  const atomically = state.journal.atomically;
  const commentOf = (id: number): Comment => {
    const comment = state.comments.get(id);
    if (!comment) throw new Error(`no comment ${id}`);
    return comment;
  };
  const issue = (number: number) => liveIssue(state, repository, number);
  const commentsOf = (number: number) => state.comments.where(issueKey(issue(number)));
  return {
    createIssue: ({ by = "reporter", ...input }) =>
      atomically(() => createIssue(state, person(by), repository, input)),
    editIssue: (number, { by = "reporter", ...edit }) =>
      atomically(() => editIssue(state, person(by), repository, number, edit)),
    lockIssue: (number, by = "maintainer") =>
      atomically(() => lockIssue(state, person(by), repository, number, null)),
    deleteIssue: (number) =>
      atomically(() => deleteIssue(state, person(repository.owner), repository, number)),
    comment: (number, body, by = "reporter") =>
      atomically(() => createComment(state, person(by), repository, number, body)),
    editComment: (id, body, by = "reporter") =>
      atomically(() => editComment(state, person(by), repository, commentOf(id), body)),
    deleteComment: (id, by = "maintainer") =>
      atomically(() => deleteComment(state, person(by), repository, commentOf(id))),
    minimizeComment: (id, classifier, by = "maintainer") =>
      void atomically(() => minimizeComment(state, person(by), repository, commentOf(id), classifier)),
    addLabel: (number, name, by = "maintainer") =>
      atomically(() => addLabels(state, person(by), repository, number, [name])),
    removeLabel: (number, name, by = "maintainer") =>
      atomically(() => removeLabel(state, person(by), repository, issue(number), name)),
    reactTo: (comment, content, by = "reporter") =>
      void atomically(() => react(state, person(by), repository, "comment", commentOf(comment).id, content)),
    attach: (name, text) =>
      atomically(() => {
        const id = nextId(state, "attachment");
        state.attachments.put(id, { id, name, text });
        return `[${name}](${state.url}/user-attachments/files/${id}/${name})`;
      }),
    suspendApp: (suspended) => atomically(() => suspendApp(state, repository, suspended)),
    uninstallApp: () => atomically(() => uninstallApp(state, repository)),
    rename: (name) =>
      openTestbed(
        state,
        atomically(() => renameRepository(state, person(repository.owner), repository, name)),
      ),
    setRole: (login, role) => atomically(() => setRole(state, repository, login, role)),
    putFile: (path, text) => atomically(() => putFile(state, repository, path, text)),
    tokenFor: (login) => atomically(() => makePersonToken(state, login)),
    elsewhere: (owner, name) =>
      openTestbed(
        state,
        findRepository(state, owner, name) ?? atomically(() => addRepository(state, owner, name)),
      ),
    issue,
    issues: () => state.issues.where(repository.id).filter((it) => !it.deleted),
    labelsOf: (number) => labelsOf(state, issue(number)).map((label) => label.name),
    commentsOf,
    botCommentsOf: (number) => commentsOf(number).filter((it) => it.viaApp),
    eventsOf: (number) => state.events.where(issueKey(issue(number))),
    reactionsTo: (comment) =>
      state.reactions.where(`comment/${comment}`).map((it) => `${it.user} ${it.content}`),
  };
}
