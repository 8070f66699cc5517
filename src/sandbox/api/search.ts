import { Hono } from "hono";
import { githubError } from "../errors.ts";
import type { Issue, Repository } from "../model.ts";
import { issueShape } from "../shapes/issue.ts";
import { findRepository, labelsOf, type State } from "../state.ts";
import { paginate } from "./pagination.ts";
import { type Env, maySee } from "./request.ts";

type Test = (issue: Issue, repository: Repository) => boolean;

/** `GET /search/issues`, a small part: repo, is, state, label, author, created, updated, and plain words. */
export function searchRoutes(state: State): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get("/search/issues", (c) => {
    const query = c.req.query("q")?.trim();
    if (!query)
      throw githubError(422, "Validation Failed", [{ resource: "Search", field: "q", code: "missing" }]);
    const tests = terms(query).map((term) => testOf(state, term));
    const found: { repository: Repository; issue: Issue }[] = [];
    for (const issue of state.issues.all()) {
      const repository = state.repositories.get(issue.repository)!;
      if (issue.deleted || !maySee(state, c.get("caller"), repository)) continue;
      if (tests.every((test) => test(issue, repository))) found.push({ repository, issue });
    }
    const key = c.req.query("sort") === "updated" ? "updatedAt" : "createdAt";
    const sign = c.req.query("order") === "asc" ? 1 : -1;
    found.sort(
      (a, b) => sign * (Date.parse(a.issue[key]) - Date.parse(b.issue[key]) || a.issue.id - b.issue.id),
    );
    const items = paginate(c, state.url, found).map(({ repository, issue }) => {
      const { closed_by: _, body, ...shape } = issueShape(state, repository, issue);
      return { ...shape, ...(body == null ? {} : { body }), score: 1 };
    });
    return c.json({
      total_count: found.length,
      incomplete_results: false,
      search_type: "lexical" as const,
      items,
    });
  });
  return routes;
}

/** Splits at spaces, but not within double quotes, which it drops. */
function terms(query: string): string[] {
  const found: string[] = [];
  let term = "";
  let quoted = false;
  for (const char of `${query} `) {
    if (char === '"') quoted = !quoted;
    else if (char === " " && !quoted) {
      if (term !== "") found.push(term);
      term = "";
    } else term += char;
  }
  return found;
}

function testOf(state: State, term: string): Test {
  const colon = term.indexOf(":");
  const negated = term.startsWith("-");
  const key = term.slice(negated ? 1 : 0, colon);
  const value = term.slice(colon + 1).toLowerCase();
  const test = colon > 0 ? qualifier(state, key, value) : undefined;
  if (!test) {
    const word = term.toLowerCase();
    return (issue) => `${issue.title}\n${issue.body ?? ""}`.toLowerCase().includes(word);
  }
  return negated ? (issue, repository) => !test(issue, repository) : test;
}

function qualifier(state: State, key: string, value: string): Test | undefined {
  switch (key) {
    case "repo": {
      const [owner = "", name = ""] = value.split("/");
      const wanted = findRepository(state, owner, name)?.id;
      return (_, repository) => repository.id === wanted;
    }
    case "user":
    case "org":
      return (_, repository) => repository.owner.toLowerCase() === value;
    case "is":
    case "state":
    case "type":
      if (value === "issue") return (issue) => !issue.isPullRequest;
      if (value === "pr" || value === "pull-request") return (issue) => issue.isPullRequest;
      return (issue) => issue.state === value;
    case "label":
      return (issue) => labelsOf(state, issue).some((label) => label.name.toLowerCase() === value);
    case "author":
      return (issue) => issue.author.toLowerCase() === value;
    case "in":
      return () => true;
    case "created":
      return (issue) => inRange(issue.createdAt, value);
    case "updated":
      return (issue) => inRange(issue.updatedAt, value);
    default:
      return undefined;
  }
}

function inRange(time: string, range: string): boolean {
  const at = Date.parse(time);
  const operator = [">=", "<=", ">", "<"].find((it) => range.startsWith(it)) ?? "";
  const bound = Date.parse(range.slice(operator.length).toUpperCase());
  if (operator === ">=") return at >= bound;
  if (operator === "<=") return at <= bound;
  if (operator === ">") return at > bound;
  if (operator === "<") return at < bound;
  return time.toLowerCase().startsWith(range);
}
