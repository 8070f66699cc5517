import type { RestEndpointMethodTypes } from "@octokit/rest";
import { type Reaction, type ReactionContent, reactionContents } from "../model.ts";
import type { State } from "../state.ts";
import { nodeId } from "./node-id.ts";
import { userShape } from "./user.ts";

type ReactionResponse = RestEndpointMethodTypes["reactions"]["createForIssue"]["response"]["data"];

export function reactionShape(state: State, reaction: Reaction): ReactionResponse {
  return {
    id: reaction.id,
    node_id: nodeId("reaction", reaction.id),
    user: userShape(state, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

/** The counts that issues and comments carry. `url` is the subject's own. */
export function reactionRollup(state: State, subject: Reaction["subject"], subjectId: number, url: string) {
  const reactions = state.reactions.where(`${subject}/${subjectId}`);
  const counts = Object.fromEntries(
    reactionContents.map((content) => [content, reactions.filter((it) => it.content === content).length]),
  ) as Record<ReactionContent, number>;
  return { url: `${url}/reactions`, total_count: reactions.length, ...counts };
}
