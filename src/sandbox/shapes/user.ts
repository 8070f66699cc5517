import { ensureUser, type State } from "../state.ts";
import { nodeId } from "./node-id.ts";

/** GitHub's "simple user" of a login. */
export function userShape(state: State, login: string) {
  const user = ensureUser(state, login);
  const url = `${state.url}/users/${encodeURIComponent(user.login)}`;
  const path = user.type === "Bot" ? `apps/${user.login.slice(0, -"[bot]".length)}` : user.login;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId("user", user.id),
    avatar_url: `${state.url}/avatars/${user.id}`,
    gravatar_id: "",
    url,
    html_url: `${state.url}/${path}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    user_view_type: "public",
    site_admin: false,
  };
}
