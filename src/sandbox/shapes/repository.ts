import type { Repository } from "../model.ts";
import { openIssues, type State } from "../state.ts";
import { nodeId } from "./node-id.ts";
import { userShape } from "./user.ts";

const subresources = {
  keys_url: "/keys{/key_id}",
  collaborators_url: "/collaborators{/collaborator}",
  issue_events_url: "/issues/events{/number}",
  assignees_url: "/assignees{/user}",
  branches_url: "/branches{/branch}",
  blobs_url: "/git/blobs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  git_refs_url: "/git/refs{/sha}",
  trees_url: "/git/trees{/sha}",
  statuses_url: "/statuses/{sha}",
  commits_url: "/commits{/sha}",
  git_commits_url: "/git/commits{/sha}",
  comments_url: "/comments{/number}",
  issue_comment_url: "/issues/comments{/number}",
  contents_url: "/contents/{+path}",
  compare_url: "/compare/{base}...{head}",
  archive_url: "/{archive_format}{/ref}",
  issues_url: "/issues{/number}",
  pulls_url: "/pulls{/number}",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  labels_url: "/labels{/name}",
  releases_url: "/releases{/id}",
  forks_url: "/forks",
  teams_url: "/teams",
  hooks_url: "/hooks",
  events_url: "/events",
  tags_url: "/tags",
  languages_url: "/languages",
  stargazers_url: "/stargazers",
  contributors_url: "/contributors",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  merges_url: "/merges",
  downloads_url: "/downloads",
  deployments_url: "/deployments",
} as const;

type Subresources = { [K in keyof typeof subresources]: string };

export const apiUrl = (state: State, repository: Repository) =>
  `${state.url}/repos/${repository.owner}/${repository.name}`;
export const pageUrl = (state: State, repository: Repository) =>
  `${state.url}/${repository.owner}/${repository.name}`;

/** The full repository of REST answers and webhook payloads. */
export function repositoryShape(state: State, repository: Repository) {
  const url = apiUrl(state, repository);
  const links = Object.fromEntries(Object.entries(subresources).map(([key, path]) => [key, url + path]));
  const open = state.issues.count(openIssues(repository.id));
  const host = state.url.replace(/^https?:\/\//, "");
  return {
    id: repository.id,
    node_id: nodeId("repository", repository.id),
    name: repository.name,
    full_name: `${repository.owner}/${repository.name}`,
    private: repository.private,
    owner: userShape(state, repository.owner),
    html_url: pageUrl(state, repository),
    description: repository.description,
    fork: false,
    url,
    ...(links as Subresources),
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: repository.createdAt,
    git_url: `git://${host}/${repository.owner}/${repository.name}.git`,
    ssh_url: `git@${host}:${repository.owner}/${repository.name}.git`,
    clone_url: `${pageUrl(state, repository)}.git`,
    svn_url: pageUrl(state, repository),
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? "private" : "public",
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repository.defaultBranch,
    custom_properties: {},
  };
}

/** The few fields that `installation` payloads carry for each repository. */
export function briefRepositoryShape(repository: Repository) {
  return {
    id: repository.id,
    node_id: nodeId("repository", repository.id),
    name: repository.name,
    full_name: `${repository.owner}/${repository.name}`,
    private: repository.private,
  };
}
