import { createHash } from "node:crypto";
import { Hono } from "hono";
import { githubError, needsAuthentication, notFound } from "../errors.ts";
import type { Repository, Role, StoredFile } from "../model.ts";
import { apiUrl, pageUrl, repositoryShape } from "../shapes/repository.ts";
import { userShape } from "../shapes/user.ts";
import { findUser, roleOf, type State } from "../state.ts";
import { type Env, type Request, repositoryOf } from "./request.ts";

/** A repository, its collaborators' permissions, its files; and users. */
export function repositoryRoutes(state: State): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/repos/:owner/:repo", (c) =>
    c.json({ ...repositoryShape(state, repositoryOf(state, c)), network_count: 0, subscribers_count: 0 }),
  );
  routes.get("/repos/:owner/:repo/collaborators/:login/permission", (c) => {
    const repository = repositoryOf(state, c);
    if (c.get("caller").kind === "nobody") throw needsAuthentication();
    const login = c.req.param("login");
    const user = findUser(state, login);
    if (user?.type !== "User") throw githubError(404, `${login} is not a user`);
    return c.json(permissionShape(state, repository, user.login));
  });
  const contents = (c: Request): Response => {
    const repository = repositoryOf(state, c);
    const ref = c.req.query("ref");
    if (ref && ref !== repository.defaultBranch && ref !== `refs/heads/${repository.defaultBranch}`) {
      throw githubError(404, `No commit found for the ref ${ref}`);
    }
    return answerContents(state, repository, c);
  };
  routes.get("/repos/:owner/:repo/contents", contents);
  routes.get("/repos/:owner/:repo/contents/", contents);
  routes.get("/repos/:owner/:repo/contents/:path{.+}", contents);
  routes.get("/user", (c) => {
    const caller = c.get("caller");
    // As on GitHub, an app's token is nobody's.
    if (caller.kind === "installation") throw githubError(403, "Resource not accessible by integration");
    if (caller.kind !== "person") throw needsAuthentication();
    return c.json(profile(state, caller.login));
  });
  routes.get("/users/:login", (c) => {
    const user = findUser(state, c.req.param("login"));
    if (!user) throw notFound();
    return c.json(profile(state, user.login));
  });
  return routes;
}

/** Accounts are older than anything here. */
const BEFORE = "2020-01-01T00:00:00Z";

function profile(state: State, login: string) {
  return {
    ...userShape(state, login),
    name: null,
    company: null,
    blog: null,
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: BEFORE,
    updated_at: BEFORE,
  };
}

/** Triage shows as permission "read" and maintain as "write": only `role_name` and `user.permissions` tell. */
function permissionShape(state: State, repository: Repository, login: string) {
  const role = roleOf(state, repository, login) ?? "read";
  const legacy: Record<Role, string> = {
    admin: "admin",
    maintain: "write",
    write: "write",
    triage: "read",
    read: "read",
  };
  const order: Role[] = ["read", "triage", "write", "maintain", "admin"];
  const has = (least: Role) => order.indexOf(role) >= order.indexOf(least);
  return {
    permission: legacy[role],
    role_name: role,
    user: {
      ...userShape(state, login),
      permissions: {
        admin: has("admin"),
        maintain: has("maintain"),
        push: has("write"),
        triage: has("triage"),
        pull: true,
      },
      role_name: role,
    },
  };
}

function answerContents(state: State, repository: Repository, c: Request): Response {
  const path = (c.req.param("path") ?? "").replace(/^\/+|\/+$/g, "");
  const file = state.files.get(`${repository.id}/${path}`);
  const accept = c.req.header("accept") ?? "";
  if (file && /application\/vnd\.github(\.v3)?\.raw/.test(accept)) {
    const bytes = new Uint8Array(Buffer.from(file.base64, "base64"));
    return c.body(bytes, 200, { "content-type": "application/vnd.github.raw+json; charset=utf-8" });
  }
  if (file) {
    // GitHub breaks the text into lines of 60.
    const content = file.base64.replace(/.{1,60}/g, "$&\n");
    return c.json({ ...entryShape(state, repository, "file", file), encoding: "base64", content });
  }
  const entries = listDirectory(state, repository, path);
  if (entries.length === 0) throw notFound();
  return c.json(entries);
}

function listDirectory(state: State, repository: Repository, directory: string) {
  const prefix = directory === "" ? "" : `${directory}/`;
  const seen = new Map<string, ReturnType<typeof entryShape>>();
  for (const file of state.files.where(repository.id)) {
    if (!file.path.startsWith(prefix)) continue;
    const [name = "", ...deeper] = file.path.slice(prefix.length).split("/");
    const kind = deeper.length > 0 ? "dir" : "file";
    if (!seen.has(name))
      seen.set(name, entryShape(state, repository, kind, { ...file, path: prefix + name }));
  }
  return [...seen.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function entryShape(state: State, repository: Repository, type: "file" | "dir", file: StoredFile) {
  const bytes = Buffer.from(file.base64, "base64");
  const sha = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  const escaped = file.path.split("/").map(encodeURIComponent).join("/");
  const branch = repository.defaultBranch;
  const self = `${apiUrl(state, repository)}/contents/${escaped}?ref=${branch}`;
  const git = `${apiUrl(state, repository)}/git/${type === "file" ? "blobs" : "trees"}/${sha}`;
  const html = `${pageUrl(state, repository)}/${type === "file" ? "blob" : "tree"}/${branch}/${escaped}`;
  return {
    name: file.path.split("/").at(-1)!,
    path: file.path,
    sha,
    size: type === "file" ? bytes.length : 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: type === "file" ? `${pageUrl(state, repository)}/raw/${branch}/${escaped}` : null,
    type,
    _links: { self, git, html },
  };
}
