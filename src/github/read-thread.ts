/** Reads a thread over the REST API. */
import type { Client } from "./client.ts";
import { unlessMissing } from "./found.ts";
import { rateLimitPause } from "./rate-limit.ts";
import type { Author, LabelEvent, Thread, ThreadComment } from "./thread.ts";

/** Why there is no thread: it is another one's work for good, or GitHub does not show it to us now. */
export type Unreadable = "gone" | "unreadable";

/** What GitHub calls those who have a say in a repository. */
const MAINTAINERS = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

export async function readThread(
  client: Client,
  repository: string,
  number: number,
): Promise<Thread | Unreadable> {
  const [owner, repo] = splitRepository(repository);
  const target = { owner, repo, issue_number: number };
  try {
    const found = await unlessMissing(() => client.rest.issues.get(target));
    if (found === null) return "unreadable";
    const issue = found.data;
    // A transferred issue answers from its new repository; there it is another one's work.
    if (issue.number !== number || !issue.repository_url.endsWith(`/repos/${repository}`)) return "gone";
    const comments = await client.paginate(client.rest.issues.listComments, { ...target, per_page: 100 });
    const events = await client.paginate(client.rest.issues.listEvents, { ...target, per_page: 100 });
    return threadOf(
      repository,
      issue,
      comments,
      events.flatMap((event) => labelEventOf(event as RawEvent)),
    );
  } catch (error) {
    const { status } = error as { status?: number };
    // GitHub answers 403 for its rate limits too; those pass.
    const limited = rateLimitPause(error, new Date(0)) !== null;
    if (status === 410) return "gone";
    // A list that is missing for a moment is none of an issue that is gone.
    if (status === 403 && !limited) return "unreadable";
    throw error;
  }
}

/** A thread from what the API's lists give of it. */
export function threadOf(
  repository: string,
  issue: RawIssue,
  comments: RawComment[],
  labelEvents: LabelEvent[],
): Thread {
  return {
    repository,
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    author: authorOf(issue.user),
    state: issue.state === "closed" ? "closed" : "open",
    locked: issue.locked,
    isPullRequest: issue.pull_request !== undefined,
    labels: issue.labels.flatMap((label) => (typeof label === "string" ? label : (label.name ?? []))),
    createdAt: issue.created_at,
    closedAt: issue.closed_at ?? null,
    comments: comments.map(commentOf).sort((a, b) => a.id - b.id),
    labelEvents,
  };
}

/** @throws Error for anything but "owner/name" */
export function splitRepository(repository: string): [owner: string, name: string] {
  const [owner, name, ...rest] = repository.split("/");
  if (!owner || !name || rest.length > 0) throw new Error(`"${repository}" is not owner/name`);
  return [owner, name];
}

type RawUser = { login: string; type?: string } | null | undefined;
type RawEvent = { event: string; label?: { name?: string | null }; actor?: RawUser };
/** What single issues and listed ones have in common. */
export type RawIssue = {
  number: number;
  title: string;
  body?: string | null | undefined;
  user: RawUser;
  state: string;
  locked: boolean;
  pull_request?: unknown;
  labels: (string | { name?: string | null })[];
  comments: number;
  created_at: string;
  updated_at: string;
  closed_at?: string | null;
};
type RawComment = {
  id: number;
  node_id: string;
  /** Newer than the types of the client. */
  minimized?: object | null;
  body?: string | undefined;
  user: RawUser;
  created_at: string;
  author_association?: string;
  performed_via_github_app?: { id: number } | null;
};

/** An account that was deleted shows as null; GitHub calls it "ghost". */
function authorOf(user: RawUser): Author {
  if (user == null) return { login: "ghost", isBot: false };
  return { login: user.login, isBot: user.type === "Bot" || user.login.endsWith("[bot]") };
}

function commentOf(comment: RawComment): ThreadComment {
  return {
    id: comment.id,
    author: authorOf(comment.user),
    appId: comment.performed_via_github_app?.id ?? null,
    byMaintainer: MAINTAINERS.has(comment.author_association ?? ""),
    body: comment.body ?? "",
    createdAt: comment.created_at,
    nodeId: comment.node_id,
    hidden: comment.minimized === undefined ? null : comment.minimized !== null,
  };
}

function labelEventOf({ event, label, actor }: RawEvent): LabelEvent[] {
  if ((event !== "labeled" && event !== "unlabeled") || label?.name == null) return [];
  return [{ event, label: label.name, actor: authorOf(actor) }];
}
