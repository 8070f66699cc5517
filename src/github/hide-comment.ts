/** Hides a comment, shows it again, and tells whether it is hidden: what only GraphQL does. */
import type { HideReason } from "./actions.ts";
import type { Client } from "./client.ts";

const HIDE = `mutation hide($id: ID!, $reason: ReportedContentClassifiers!) {
  minimizeComment(input: { subjectId: $id, classifier: $reason }) { minimizedComment { isMinimized } }
}`;
const SHOW = `mutation show($id: ID!) {
  unminimizeComment(input: { subjectId: $id }) { unminimizedComment { isMinimized } }
}`;
const IS_HIDDEN = `query isHidden($id: ID!) {
  node(id: $id) { ... on IssueComment { isMinimized } }
}`;

/** @param nodeId of the comment */
export async function hideComment(client: Client, nodeId: string, reason: HideReason): Promise<void> {
  await client.graphql(HIDE, { id: nodeId, reason });
}

export async function showComment(client: Client, nodeId: string): Promise<void> {
  await client.graphql(SHOW, { id: nodeId });
}

export async function isHidden(client: Client, nodeId: string): Promise<boolean> {
  const { node } = await client.graphql<{ node: { isMinimized?: boolean } | null }>(IS_HIDDEN, {
    id: nodeId,
  });
  return node?.isMinimized ?? false;
}
