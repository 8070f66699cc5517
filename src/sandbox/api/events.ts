import { Hono } from "hono";
import { liveIssue } from "../actions/issues.ts";
import { notFound } from "../errors.ts";
import { eventShape, timelineComment, timelineEvent } from "../shapes/event.ts";
import { issueShape } from "../shapes/issue.ts";
import { findIssue, issueKey, type State } from "../state.ts";
import { paginate } from "./pagination.ts";
import { type Env, numberParam, repositoryOf } from "./request.ts";

export function eventRoutes(state: State): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/repos/:owner/:repo/issues/events", (c) => {
    const repository = repositoryOf(state, c);
    const events = state.events.all().filter((it) => it.repository === repository.id);
    const page = paginate(c, state.url, events.reverse());
    return c.json(page.map((it) => withIssue(it)));

    function withIssue(event: (typeof events)[number]) {
      const issue = findIssue(state, repository.id, event.issueNumber)!;
      return { ...eventShape(state, repository, event), issue: issueShape(state, repository, issue) };
    }
  });
  routes.get("/repos/:owner/:repo/issues/events/:id", (c) => {
    const repository = repositoryOf(state, c);
    const event = state.events.get(numberParam(c, "id"));
    if (!event || event.repository !== repository.id) throw notFound();
    const issue = findIssue(state, repository.id, event.issueNumber)!;
    return c.json({ ...eventShape(state, repository, event), issue: issueShape(state, repository, issue) });
  });
  routes.get("/repos/:owner/:repo/issues/:number/events", (c) => {
    const repository = repositoryOf(state, c);
    const issue = liveIssue(state, repository, numberParam(c, "number"));
    const page = paginate(c, state.url, state.events.where(issueKey(issue)));
    return c.json(page.map((it) => eventShape(state, repository, it)));
  });
  routes.get("/repos/:owner/:repo/issues/:number/timeline", (c) => {
    const repository = repositoryOf(state, c);
    const issue = liveIssue(state, repository, numberParam(c, "number"));
    const entries = [
      ...state.events
        .where(issueKey(issue))
        .map((it) => ({ at: it.createdAt, entry: timelineEvent(state, repository, it) })),
      ...state.comments
        .where(issueKey(issue))
        .map((it) => ({ at: it.createdAt, entry: timelineComment(state, repository, it) })),
    ];
    entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    return c.json(paginate(c, state.url, entries).map((it) => it.entry));
  });
  return routes;
}
