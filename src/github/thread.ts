/** A thread as GitHub has it: the issue, its comments and its label events, in GitHub's own order. */
import type { Part } from "../extract/report.ts";

export interface Author {
  login: string;
  isBot: boolean;
}

export interface ThreadComment {
  id: number;
  author: Author;
  /** Id of the GitHub App that wrote it, or null for people and other bots. */
  appId: number | null;
  /** Whether its author has a say in the repository: owner, member or collaborator. */
  byMaintainer: boolean;
  body: string;
  createdAt: string;
  /** GitHub's id of it for GraphQL. */
  nodeId: string;
  /** Whether it is hidden; null where the answer does not tell. */
  hidden: boolean | null;
}

/** A label added to or removed from the issue. */
export interface LabelEvent {
  event: "labeled" | "unlabeled";
  label: string;
  actor: Author;
}

export interface Thread {
  /** "owner/name". */
  repository: string;
  number: number;
  title: string;
  body: string;
  author: Author;
  state: "open" | "closed";
  locked: boolean;
  isPullRequest: boolean;
  labels: string[];
  createdAt: string;
  closedAt: string | null;
  /** Oldest first. */
  comments: ThreadComment[];
  labelEvents: LabelEvent[];
}

/**
 * The parts to diagnose: the body, then what the author added, then what other people wrote. Bots,
 * ourselves among them, say nothing about an error.
 */
export function partsOf(thread: Thread): Part[] {
  const comments = thread.comments
    .filter(({ author, appId }) => !author.isBot && appId === null)
    .map(
      (comment): Part => ({
        kind: "comment",
        id: String(comment.id),
        author: comment.author.login,
        text: comment.body,
      }),
    );
  const ofAuthor = comments.filter(({ author }) => author === thread.author.login);
  const ofOthers = comments.filter(({ author }) => author !== thread.author.login);
  return [
    { kind: "body", id: "body", author: thread.author.login, text: thread.body },
    ...ofAuthor,
    ...ofOthers,
  ];
}

/** GitHub does not tell logins apart by case. */
export function sameLogin(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** When a maintainer other than the author first commented; null: not yet. Bots answer nothing here. */
export function answeredAt({ author, comments }: Thread): Date | null {
  const answer = comments.find(
    (comment) =>
      comment.byMaintainer && !comment.author.isBot && !sameLogin(comment.author.login, author.login),
  );
  return answer === undefined ? null : new Date(answer.createdAt);
}
