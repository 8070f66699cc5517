import type { RestEndpointMethodTypes } from "@octokit/rest";
import type { Comment, Repository } from "../model.ts";
import type { State } from "../state.ts";
import { viaApp } from "./app.ts";
import { associationOf } from "./issue.ts";
import { nodeId } from "./node-id.ts";
import { reactionRollup } from "./reaction.ts";
import { apiUrl, pageUrl } from "./repository.ts";
import { userShape } from "./user.ts";

/** `minimized` is newer in GitHub's description than in the types that @octokit/rest brings. */
type CommentResponse = RestEndpointMethodTypes["issues"]["getComment"]["response"]["data"] & {
  minimized: { reason: string | null } | null;
};

/** A comment in REST answers and webhook payloads. */
export function commentShape(state: State, repository: Repository, comment: Comment): CommentResponse {
  const url = `${apiUrl(state, repository)}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${pageUrl(state, repository)}/issues/${comment.issueNumber}#issuecomment-${comment.id}`,
    issue_url: `${apiUrl(state, repository)}/issues/${comment.issueNumber}`,
    id: comment.id,
    node_id: nodeId("comment", comment.id),
    user: userShape(state, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: associationOf(state, repository, comment.author),
    reactions: reactionRollup(state, "comment", comment.id, url),
    performed_via_github_app: viaApp(state, comment),
    minimized: comment.minimized ? { reason: comment.minimized.toLowerCase().replace("_", "-") } : null,
  };
}
