import { Hono } from "hono";
import { makeInstallationToken } from "../auth.ts";
import { githubError, notFound } from "../errors.ts";
import { appShape, installationShape, tokenShape } from "../shapes/app.ts";
import { repositoryShape } from "../shapes/repository.ts";
import { installationOf, type State, theApp } from "../state.ts";
import { paginate } from "./pagination.ts";
import { type Env, numberParam, type Request, repositoryOf } from "./request.ts";

/** Lets only the app itself pass, known by its JSON web token. */
export function requireApp(c: Request): void {
  if (c.get("caller").kind !== "app") throw githubError(401, "A JSON web token could not be decoded");
}

/** The routes of the app and its installations. `realNow`: the real clock, which tokens go by. */
export function appRoutes(state: State, realNow: () => number): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/app", (c) => {
    requireApp(c);
    return c.json({ ...appShape(state, theApp(state)), installations_count: state.installations.size });
  });
  routes.get("/app/installations", (c) => {
    requireApp(c);
    const page = paginate(c, state.url, state.installations.all());
    return c.json(page.map((it) => installationShape(state, it)));
  });
  routes.get("/app/installations/:id", (c) => {
    requireApp(c);
    const installation = state.installations.get(numberParam(c, "id"));
    if (!installation) throw notFound();
    return c.json(installationShape(state, installation));
  });
  routes.post("/app/installations/:id/access_tokens", (c) => {
    requireApp(c);
    const id = numberParam(c, "id");
    const token = makeInstallationToken(state, id, realNow());
    return c.json(tokenShape(state, token.token, token.expiresAt!, state.installations.get(id)!), 201);
  });
  routes.get("/repos/:owner/:repo/installation", (c) => {
    requireApp(c);
    const installation = installationOf(state, repositoryOf(state, c));
    if (!installation) throw notFound();
    return c.json(installationShape(state, installation));
  });
  routes.get("/installation/repositories", (c) => {
    const caller = c.get("caller");
    if (caller.kind !== "installation") {
      throw githubError(
        403,
        "You must authenticate with an installation access token in order to list repositories for an installation.",
      );
    }
    const covered = state.repositories
      .all()
      .filter((it) => installationOf(state, it)?.id === caller.installation.id);
    return c.json({
      total_count: covered.length,
      repository_selection: caller.installation.repositories === "all" ? "all" : "selected",
      repositories: paginate(c, state.url, covered).map((it) => repositoryShape(state, it)),
    });
  });
  return routes;
}
