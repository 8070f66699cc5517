import type { RestEndpointMethodTypes } from "@octokit/rest";
import type { Issue, Repository } from "../model.ts";
import { issueKey, labelsOf, roleOf, type State } from "../state.ts";
import { viaApp } from "./app.ts";
import { labelShape } from "./label.ts";
import { nodeId } from "./node-id.ts";
import { reactionRollup } from "./reaction.ts";
import { apiUrl, pageUrl } from "./repository.ts";
import { userShape } from "./user.ts";

type IssueResponse = RestEndpointMethodTypes["issues"]["get"]["response"]["data"];
type Association = NonNullable<IssueResponse["author_association"]>;

/** GitHub's word for what an author is to a repository. */
export function associationOf(state: State, repository: Repository, login: string): Association {
  if (login.toLowerCase() === repository.owner.toLowerCase()) return "OWNER";
  return roleOf(state, repository, login) ? "COLLABORATOR" : "NONE";
}

/** An issue in REST answers and webhook payloads. */
export function issueShape(state: State, repository: Repository, issue: Issue): IssueResponse {
  const url = `${apiUrl(state, repository)}/issues/${issue.number}`;
  const page = `${pageUrl(state, repository)}/${issue.isPullRequest ? "pull" : "issues"}/${issue.number}`;
  return {
    url,
    repository_url: apiUrl(state, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    id: issue.id,
    node_id: nodeId("issue", issue.id),
    number: issue.number,
    title: issue.title,
    user: userShape(state, issue.author),
    labels: labelsOf(state, issue).map((label) => labelShape(state, repository, label)),
    state: issue.state,
    locked: issue.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: state.comments.count(issueKey(issue)),
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: associationOf(state, repository, issue.author),
    active_lock_reason: issue.lockReason,
    ...(issue.isPullRequest ? pullRequestLinks(state, repository, issue, page) : {}),
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    issue_dependencies_summary: { blocked_by: 0, total_blocked_by: 0, blocking: 0, total_blocking: 0 },
    body: issue.body,
    closed_by: issue.closedBy ? userShape(state, issue.closedBy) : null,
    reactions: reactionRollup(state, "issue", issue.id, url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: viaApp(state, issue),
    state_reason: issue.stateReason,
  };
}

function pullRequestLinks(state: State, repository: Repository, issue: Issue, page: string) {
  const url = `${apiUrl(state, repository)}/pulls/${issue.number}`;
  return {
    draft: false,
    pull_request: {
      url,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: null,
    },
  };
}
