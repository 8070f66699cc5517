import { graphql } from "graphql";
import { minimizeComment } from "./actions/comments.ts";
import { deleteIssue } from "./actions/issues.ts";
import { maySee } from "./api/request.ts";
import { actorOf, type Caller } from "./auth.ts";
import { schema } from "./graphql-schema.ts";
import type { Classifier, Comment, Issue, IssueEvent, Repository } from "./model.ts";
import { nodeId, readNodeId } from "./shapes/node-id.ts";
import { pageUrl } from "./shapes/repository.ts";
import { findIssue, findRepository, issueKey, type State } from "./state.ts";

export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null;
  readonly operationName?: string | null;
}

/** Answers one GraphQL request; errors come as GitHub's, in `errors`, with status 200. */
export async function answerGraphql(state: State, caller: Caller, request: GraphqlRequest): Promise<unknown> {
  // Deeply nested documents would overflow the parser's stack.
  if (request.query.length > 20_000) return { errors: [{ message: "Query is too long" }] };
  const answer = await graphql({
    schema,
    source: request.query,
    rootValue: rootValue(state, caller),
    variableValues: request.variables ?? {},
    ...(request.operationName ? { operationName: request.operationName } : {}),
  });
  if (!answer.errors) return answer;
  return { data: answer.data ?? null, errors: answer.errors.map((error) => errorShape(error)) };
}

function errorShape(error: {
  message: string;
  path?: unknown;
  locations?: unknown;
  originalError?: unknown;
}) {
  const original = error.originalError as { type?: string } | undefined;
  const { message, path, locations } = error;
  return { ...(original?.type ? { type: original.type } : {}), path, locations, message };
}

function failure(type: "NOT_FOUND" | "FORBIDDEN", message: string): Error {
  return Object.assign(new Error(message), { type });
}

function rootValue(state: State, caller: Caller) {
  const lookUp = (id: string) => {
    const found = findNode(state, caller, id);
    if (!found) throw failure("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
    return found;
  };
  const minimize = (id: string, classifier: Classifier | null) => {
    const found = lookUp(id);
    if (found.kind !== "comment")
      throw failure("NOT_FOUND", `Could not resolve to a comment with the id '${id}'`);
    const changed = asForbidden(() =>
      state.journal.atomically(() =>
        minimizeComment(state, actorOf(state, caller), found.repository, found.comment, classifier),
      ),
    );
    return commentNode(state, found.repository, changed);
  };
  return {
    node: ({ id }: { id: string }) => toNode(state, lookUp(id)),
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => toNode(state, lookUp(id))),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const repository = findRepository(state, owner, name);
      if (!repository || !maySee(state, caller, repository)) {
        throw failure("NOT_FOUND", `Could not resolve to a Repository with the name '${owner}/${name}'.`);
      }
      return repositoryNode(state, repository);
    },
    viewer: () => {
      const actor = actorOf(state, caller);
      if (!actor) throw failure("FORBIDDEN", "Resource not accessible by integration");
      return actorNode(state, actor.login);
    },
    minimizeComment: ({
      input,
    }: {
      input: { subjectId: string; classifier: Classifier; clientMutationId?: string };
    }) => ({
      clientMutationId: input.clientMutationId,
      minimizedComment: minimize(input.subjectId, input.classifier),
    }),
    unminimizeComment: ({ input }: { input: { subjectId: string; clientMutationId?: string } }) => ({
      clientMutationId: input.clientMutationId,
      unminimizedComment: minimize(input.subjectId, null),
    }),
    deleteIssue: ({ input }: { input: { issueId: string; clientMutationId?: string } }) => {
      const found = lookUp(input.issueId);
      if (found.kind !== "issue") throw failure("NOT_FOUND", "Could not resolve to an Issue");
      const actor = actorOf(state, caller);
      if (!actor || actor.viaApp) throw failure("FORBIDDEN", "Resource not accessible by integration");
      asForbidden(() =>
        state.journal.atomically(() => deleteIssue(state, actor, found.repository, found.issue.number)),
      );
      return {
        clientMutationId: input.clientMutationId,
        repository: repositoryNode(state, found.repository),
      };
    },
  };
}

function asForbidden<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failure("FORBIDDEN", (error as Error).message);
  }
}

type Found =
  | { kind: "comment"; repository: Repository; comment: Comment }
  | { kind: "issue"; repository: Repository; issue: Issue };

function findNode(state: State, caller: Caller, id: string): Found | undefined {
  const read = readNodeId(id);
  const comment = read?.kind === "comment" ? state.comments.get(read.id) : undefined;
  const issue =
    read?.kind === "issue" ? state.issues.all().find((it) => it.id === read.id && !it.deleted) : undefined;
  const repository = state.repositories.get((comment ?? issue)?.repository ?? -1);
  if (!repository || !maySee(state, caller, repository)) return undefined;
  if (comment) return { kind: "comment", repository, comment };
  return issue ? { kind: "issue", repository, issue } : undefined;
}

function toNode(state: State, found: Found) {
  return found.kind === "comment"
    ? commentNode(state, found.repository, found.comment)
    : issueNode(state, found.repository, found.issue);
}

/** GraphQL's logins of bots lack the `[bot]`. */
function actorNode(state: State, login: string) {
  const isBot = login.endsWith("[bot]");
  const short = isBot ? login.slice(0, -"[bot]".length) : login;
  const user = state.users.get(login.toLowerCase());
  return {
    __typename: isBot ? "Bot" : "User",
    id: nodeId("user", user?.id ?? 0),
    login: short,
    url: `${state.url}/${isBot ? `apps/${short}` : short}`,
  };
}

function commentNode(state: State, repository: Repository, comment: Comment) {
  return {
    __typename: "IssueComment",
    id: nodeId("comment", comment.id),
    // GitHub's 32-bit field no longer holds the ids of new comments.
    databaseId: comment.id < 2 ** 31 ? comment.id : null,
    fullDatabaseId: String(comment.id),
    author: actorNode(state, comment.author),
    body: comment.body,
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    isMinimized: comment.minimized !== null,
    minimizedReason: comment.minimized?.toLowerCase().replace("_", "-") ?? null,
    viewerCanMinimize: true,
    url: `${pageUrl(state, repository)}/issues/${comment.issueNumber}#issuecomment-${comment.id}`,
    issue: () => issueNode(state, repository, findIssue(state, repository.id, comment.issueNumber)!),
  };
}

function issueNode(state: State, repository: Repository, issue: Issue): Record<string, unknown> {
  return {
    __typename: "Issue",
    id: nodeId("issue", issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    state: issue.state.toUpperCase(),
    url: `${pageUrl(state, repository)}/issues/${issue.number}`,
    author: actorNode(state, issue.author),
    repository: () => repositoryNode(state, repository),
    timelineItems: ({ last = 100 }: { last?: number }) => {
      const all = state.events.where(issueKey(issue)).filter((it) => it.event === "closed");
      const nodes = all.slice(-Math.min(last, 100)).map((it) => closedEventNode(state, repository, it));
      return { totalCount: all.length, nodes };
    },
    comments: ({ first = 100, after }: { first?: number; after?: string }) => {
      const all = state.comments.where(issueKey(issue));
      const from = after ? all.findIndex((it) => String(it.id) === after) + 1 : 0;
      const page = all.slice(from, from + Math.min(first, 100));
      return {
        totalCount: all.length,
        nodes: page.map((it) => commentNode(state, repository, it)),
        pageInfo: {
          hasNextPage: from + page.length < all.length,
          endCursor: page.length > 0 ? String(page.at(-1)!.id) : null,
        },
      };
    },
  };
}

function closedEventNode(state: State, repository: Repository, event: IssueEvent) {
  const closer = event.closer === undefined ? undefined : findIssue(state, repository.id, event.closer);
  return {
    __typename: "ClosedEvent",
    id: nodeId("event", event.id),
    createdAt: event.createdAt,
    closer: closer ? { ...issueNode(state, repository, closer), __typename: "PullRequest" } : null,
  };
}

function repositoryNode(state: State, repository: Repository) {
  return {
    __typename: "Repository",
    id: nodeId("repository", repository.id),
    name: repository.name,
    nameWithOwner: `${repository.owner}/${repository.name}`,
    url: pageUrl(state, repository),
    issue: ({ number }: { number: number }) => {
      const issue = findIssue(state, repository.id, number);
      if (!issue || issue.deleted) {
        throw failure(
          "NOT_FOUND",
          `Could not resolve to an issue or pull request with the number of ${number}.`,
        );
      }
      return issueNode(state, repository, issue);
    },
  };
}
