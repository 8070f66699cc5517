import type { RestEndpointMethodTypes } from "@octokit/rest";
import type { App, Installation } from "../model.ts";
import { isoSeconds, type State, theApp } from "../state.ts";
import { nodeId } from "./node-id.ts";
import { userShape } from "./user.ts";

type AppResponse = NonNullable<RestEndpointMethodTypes["apps"]["getAuthenticated"]["response"]["data"]>;
type InstallationResponse = RestEndpointMethodTypes["apps"]["getInstallation"]["response"]["data"];

/** The app, as it stands in `performed_via_github_app` and in `GET /app` (which adds a count). */
export function appShape(state: State, app: App): AppResponse {
  return {
    id: app.id,
    client_id: app.clientId,
    slug: app.slug,
    node_id: nodeId("app", app.id),
    owner: userShape(state, app.owner),
    name: app.name,
    description: "",
    external_url: state.url,
    html_url: `${state.url}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: { ...app.permissions },
    events: [...app.events],
  };
}

/** The app when a record was written by it, else null. */
export function viaApp(state: State, written: { viaApp: boolean }): AppResponse | null {
  return written.viaApp ? appShape(state, theApp(state)) : null;
}

export function installationShape(state: State, installation: Installation): InstallationResponse {
  const app = theApp(state);
  const account = userShape(state, installation.account);
  return {
    id: installation.id,
    client_id: app.clientId,
    account,
    repository_selection: installation.repositories === "all" ? "all" : "selected",
    access_tokens_url: `${state.url}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${state.url}/installation/repositories`,
    html_url: `${state.url}/settings/installations/${installation.id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: Number(account.id),
    target_type: account.type,
    permissions: { ...app.permissions },
    events: [...app.events],
    created_at: installation.createdAt,
    updated_at: installation.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: installation.suspendedAt ? userShape(state, installation.account) : null,
    suspended_at: installation.suspendedAt,
  };
}

/** An installation token's answer. `expiresAt` in milliseconds. */
export function tokenShape(state: State, token: string, expiresAt: number, installation: Installation) {
  return {
    token,
    expires_at: isoSeconds(expiresAt),
    permissions: { ...theApp(state).permissions },
    repository_selection: installation.repositories === "all" ? ("all" as const) : ("selected" as const),
  };
}
