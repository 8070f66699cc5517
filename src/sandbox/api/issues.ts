import { Hono } from "hono";
import { z } from "zod";
import { createIssue, editIssue, liveIssue, lockIssue, unlockIssue } from "../actions/issues.ts";
import { githubError } from "../errors.ts";
import type { Issue, Repository } from "../model.ts";
import { issueShape } from "../shapes/issue.ts";
import { issueKey, labelsOf, type State } from "../state.ts";
import { paginate } from "./pagination.ts";
import { actor, type Env, numberParam, type Request, readBody, repositoryOf, text } from "./request.ts";

const labelNames = z.array(z.union([text(), z.object({ name: text() }).transform((it) => it.name)]));
const newIssue = z.object({
  title: z.union([text(), z.number().transform(String)]).optional(),
  body: text().nullish(),
  labels: labelNames.optional(),
});
const issueEdit = newIssue.extend({
  state: z.enum(["open", "closed"]).optional(),
  state_reason: z.enum(["completed", "not_planned", "duplicate", "reopened"]).nullish(),
});
const lock = z.object({ lock_reason: z.enum(["off-topic", "too heated", "resolved", "spam"]).nullish() });

export function issueRoutes(state: State): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/repos/:owner/:repo/issues", (c) => {
    const repository = repositoryOf(state, c);
    const page = paginate(c, state.url, listIssues(state, repository, c));
    return c.json(page.map((it) => issueShape(state, repository, it)));
  });
  routes.post("/repos/:owner/:repo/issues", async (c) => {
    const repository = repositoryOf(state, c);
    const input = await readBody(c, newIssue);
    const issue = state.journal.atomically(() =>
      createIssue(state, actor(state, c), repository, defined(input)),
    );
    const shape = issueShape(state, repository, issue);
    return c.json(shape, 201, { location: shape.url });
  });
  routes.get("/repos/:owner/:repo/issues/:number", (c) => {
    const repository = repositoryOf(state, c);
    return c.json(issueShape(state, repository, liveIssue(state, repository, numberParam(c, "number"))));
  });
  routes.patch("/repos/:owner/:repo/issues/:number", async (c) => {
    const repository = repositoryOf(state, c);
    const { state_reason, ...input } = await readBody(c, issueEdit);
    const edit = defined({ ...input, stateReason: state_reason });
    const number = numberParam(c, "number");
    const issue = state.journal.atomically(() => editIssue(state, actor(state, c), repository, number, edit));
    return c.json(issueShape(state, repository, issue));
  });
  routes.put("/repos/:owner/:repo/issues/:number/lock", async (c) => {
    const repository = repositoryOf(state, c);
    const reason = (await readBody(c, lock)).lock_reason ?? null;
    const number = numberParam(c, "number");
    state.journal.atomically(() => lockIssue(state, actor(state, c), repository, number, reason));
    return c.body(null, 204);
  });
  routes.delete("/repos/:owner/:repo/issues/:number/lock", (c) => {
    const repository = repositoryOf(state, c);
    const number = numberParam(c, "number");
    state.journal.atomically(() => unlockIssue(state, actor(state, c), repository, number));
    return c.body(null, 204);
  });
  return routes;
}

/** Drops what was not given, so that `undefined` never overwrites. */
function defined<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** The repository's issues AND pull requests, as GitHub lists them: `state`, `labels`, `creator`, `since`, `sort`. */
function listIssues(state: State, repository: Repository, c: Request): Issue[] {
  const wanted = oneOf(c, "state", ["open", "closed", "all"]);
  const sort = oneOf(c, "sort", ["created", "updated", "comments"]);
  const direction = oneOf(c, "direction", ["desc", "asc"]);
  const labels = (c.req.query("labels") ?? "").toLowerCase().split(",").filter(Boolean);
  const creator = c.req.query("creator")?.toLowerCase();
  const since = sinceParam(c);
  const key = (issue: Issue): [string | number, number] => {
    if (sort === "updated") return [issue.updatedAt, issue.number];
    if (sort === "created") return [issue.createdAt, issue.number];
    return [state.comments.count(issueKey(issue)), issue.number];
  };
  const found = state.issues.where(repository.id).filter((issue) => {
    if (issue.deleted || (wanted !== "all" && issue.state !== wanted)) return false;
    if (since !== undefined && Date.parse(issue.updatedAt) < since) return false;
    if (creator !== undefined && issue.author.toLowerCase() !== creator) return false;
    const names = labelsOf(state, issue).map((label) => label.name.toLowerCase());
    return labels.every((name) => names.includes(name));
  });
  const sign = direction === "asc" ? 1 : -1;
  return found
    .map((issue) => ({ issue, key: key(issue) }))
    .sort((a, b) => sign * (compare(a.key[0], b.key[0]) || a.key[1] - b.key[1]))
    .map((it) => it.issue);
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A query parameter out of a list, the first being the default. @throws 422 for another value. */
export function oneOf<const T extends readonly string[]>(c: Request, name: string, values: T): T[number] {
  const value = c.req.query(name);
  if (value === undefined || value === "") return values[0]!;
  if (!values.includes(value)) {
    throw githubError(422, "Validation Failed", [{ resource: "Issue", code: "invalid", field: name, value }]);
  }
  return value;
}

/** `since` in milliseconds. @throws 422 when it is no time. */
export function sinceParam(c: Request): number | undefined {
  const value = c.req.query("since");
  if (value === undefined || value === "") return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) throw githubError(422, "Validation Failed", ["Invalid since parameter"]);
  return time;
}
