import { createHash } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { etag } from "hono/etag";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { appRoutes } from "./api/app.ts";
import { commentRoutes } from "./api/comments.ts";
import { deliveryRoutes } from "./api/deliveries.ts";
import { eventRoutes } from "./api/events.ts";
import { issueRoutes } from "./api/issues.ts";
import { labelRoutes } from "./api/labels.ts";
import { reactionRoutes } from "./api/reactions.ts";
import { repositoryRoutes } from "./api/repositories.ts";
import { type Env, readBody, text } from "./api/request.ts";
import { searchRoutes } from "./api/search.ts";
import { type Caller, identify } from "./auth.ts";
import { githubError, needsAuthentication, notFound } from "./errors.ts";
import { type Exchange, exchangeMiddleware } from "./exchange.ts";
import { faultMiddleware, type openFaults } from "./faults.ts";
import { answerGraphql } from "./graphql.ts";
import type { State } from "./state.ts";
import type { Webhooks } from "./webhooks.ts";

export interface ApiOptions {
  readonly state: State;
  readonly webhooks: Webhooks;
  readonly faults: ReturnType<typeof openFaults>;
  /** The real clock in milliseconds, which tokens and rate limits go by. */
  readonly realNow: () => number;
  /** Told of each call and its answer. */
  readonly onExchange?: (exchange: Exchange) => void;
}

const hourlyCalls = 5_000;

/**
 * GitHub's REST and GraphQL as far as a triage bot needs them, without prefix. Reading public things needs no
 * token; a wrong token is refused everywhere.
 */
export function openApi(options: ApiOptions): Hono<Env> {
  const { state, webhooks, realNow } = options;
  const limits = openRateLimits(realNow);
  // GitHub Enterprise puts everything below a prefix; some clients insist on it.
  const api = new Hono<Env>({ getPath: (request) => withoutPrefix(new URL(request.url).pathname) });

  api.use(
    bodyLimit({ maxSize: 1_000_000, onError: () => githubError(413, "Payload too large").getResponse() }),
  );
  if (options.onExchange) api.use(exchangeMiddleware(options.onExchange));
  api.use(async (c, next) => {
    const caller = identify(state, c.req.header("authorization"), realNow());
    c.set("caller", caller);
    await next();
    const remaining = c.req.path.endsWith("/rate_limit") ? limits.peek(caller) : limits.take(caller);
    // A fault may have set its own figures.
    if (c.res.headers.has("x-ratelimit-remaining")) return;
    for (const [name, value] of Object.entries(remaining)) c.header(`x-ratelimit-${name}`, String(value));
    c.header("x-github-api-version-selected", "2022-11-28");
    c.header("x-github-media-type", "github.v3; format=json");
    c.header("x-github-request-id", requestId());
  });
  api.use(faultMiddleware(options.faults) as never);
  api.use(etag({ weak: true }));

  api.get("/rate_limit", (c) => {
    const { limit, remaining, reset, used } = limits.peek(c.get("caller"));
    const core = { limit, remaining, reset, used };
    const search = { limit: 30, remaining: 30, reset, used: 0 };
    return c.json({ resources: { core, search, graphql: { ...core } }, rate: core });
  });
  api.post("/graphql", async (c) => {
    const caller = c.get("caller");
    if (caller.kind === "nobody" || caller.kind === "app") throw needsAuthentication();
    const request = await readBody(c, graphqlRequest);
    return c.json((await answerGraphql(state, caller, request)) as object);
  });
  const routeSets = [
    appRoutes(state, realNow),
    deliveryRoutes(state, webhooks),
    commentRoutes(state),
    eventRoutes(state),
    issueRoutes(state),
    labelRoutes(state),
    reactionRoutes(state),
    repositoryRoutes(state),
    searchRoutes(state),
  ];
  for (const routes of routeSets) api.route("/", routes);
  api.notFound(() => notFound().getResponse());
  api.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    // Whatever is wrong inside must not look like an answer of GitHub's other than this.
    return githubError(500, "Server Error").getResponse();
  });
  return api;
}

/** Drops `/api/v3` and, before `graphql`, `/api`. */
function withoutPrefix(path: string): string {
  return path.replace(/^\/api(\/v3)?(?=\/)/, "");
}

const graphqlRequest = z.object({
  query: text(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: text().nullish(),
});

let requests = 0;

function requestId(): string {
  return createHash("sha1").update(String(requests++)).digest("hex").slice(0, 20).toUpperCase();
}

/** Counts calls per caller and hour; it tells, but does not enforce: that is what faults are for. */
function openRateLimits(realNow: () => number) {
  const used = new Map<string, { hour: number; count: number }>();
  const peek = (caller: Caller) => {
    const hour = Math.floor(realNow() / 3_600_000);
    const entry = used.get(keyOf(caller));
    const count = entry?.hour === hour ? entry.count : 0;
    return {
      limit: hourlyCalls,
      remaining: Math.max(0, hourlyCalls - count),
      reset: (hour + 1) * 3_600,
      used: count,
      resource: "core",
    };
  };
  const take = (caller: Caller) => {
    const hour = Math.floor(realNow() / 3_600_000);
    used.set(keyOf(caller), { hour, count: peek(caller).used + 1 });
    return peek(caller);
  };
  return { peek, take };
}

function keyOf(caller: Caller): string {
  if (caller.kind === "installation") return `installation ${caller.installation.id}`;
  return caller.kind === "person" ? `person ${caller.login}` : caller.kind;
}
