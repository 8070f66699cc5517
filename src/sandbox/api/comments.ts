import { Hono } from "hono";
import { z } from "zod";
import { createComment, deleteComment, editComment } from "../actions/comments.ts";
import { liveIssue } from "../actions/issues.ts";
import { notFound } from "../errors.ts";
import type { Comment, Repository } from "../model.ts";
import { commentShape } from "../shapes/comment.ts";
import { findIssue, issueKey, type State } from "../state.ts";
import { oneOf, sinceParam } from "./issues.ts";
import { paginate } from "./pagination.ts";
import { actor, type Env, numberParam, type Request, readBody, repositoryOf, text } from "./request.ts";

const commentBody = z.object({ body: text().optional() });

export function commentRoutes(state: State): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/repos/:owner/:repo/issues/comments", (c) => {
    const repository = repositoryOf(state, c);
    const comments = listRepositoryComments(state, repository, c);
    return c.json(paginate(c, state.url, comments).map((it) => commentShape(state, repository, it)));
  });
  routes.get("/repos/:owner/:repo/issues/comments/:id", (c) => {
    const repository = repositoryOf(state, c);
    return c.json(commentShape(state, repository, commentOf(state, repository, c)));
  });
  routes.patch("/repos/:owner/:repo/issues/comments/:id", async (c) => {
    const repository = repositoryOf(state, c);
    const { body } = await readBody(c, commentBody);
    const comment = commentOf(state, repository, c);
    const edited = state.journal.atomically(() =>
      editComment(state, actor(state, c), repository, comment, body),
    );
    return c.json(commentShape(state, repository, edited));
  });
  routes.delete("/repos/:owner/:repo/issues/comments/:id", (c) => {
    const repository = repositoryOf(state, c);
    const comment = commentOf(state, repository, c);
    state.journal.atomically(() => deleteComment(state, actor(state, c), repository, comment));
    return c.body(null, 204);
  });
  routes.get("/repos/:owner/:repo/issues/:number/comments", (c) => {
    const repository = repositoryOf(state, c);
    const issue = liveIssue(state, repository, numberParam(c, "number"));
    const since = sinceParam(c) ?? 0;
    const comments = state.comments.where(issueKey(issue)).filter((it) => Date.parse(it.updatedAt) >= since);
    return c.json(paginate(c, state.url, comments).map((it) => commentShape(state, repository, it)));
  });
  routes.post("/repos/:owner/:repo/issues/:number/comments", async (c) => {
    const repository = repositoryOf(state, c);
    const { body } = await readBody(c, commentBody);
    const number = numberParam(c, "number");
    const comment = state.journal.atomically(() =>
      createComment(state, actor(state, c), repository, number, body),
    );
    const shape = commentShape(state, repository, comment);
    return c.json(shape, 201, { location: shape.url });
  });
  return routes;
}

/** @throws 404 when the repository has no such comment. */
export function commentOf(state: State, repository: Repository, c: Request): Comment {
  const comment = state.comments.get(numberParam(c, "id"));
  if (!comment || comment.repository !== repository.id) throw notFound();
  return comment;
}

/** All comments of a repository: `sort`, `direction`, `since`. By default in the order of their ids. */
function listRepositoryComments(state: State, repository: Repository, c: Request): Comment[] {
  const sort = oneOf(c, "sort", ["created", "updated"]);
  // GitHub ignores the direction when no sort is given.
  const direction = c.req.query("sort") ? oneOf(c, "direction", ["desc", "asc"]) : "asc";
  const since = sinceParam(c) ?? 0;
  const sign = direction === "asc" ? 1 : -1;
  const time = (it: Comment) => Date.parse(sort === "updated" ? it.updatedAt : it.createdAt);
  return state.comments
    .all()
    .filter((it) => it.repository === repository.id && Date.parse(it.updatedAt) >= since)
    .filter((it) => !findIssue(state, repository.id, it.issueNumber)?.deleted)
    .sort((a, b) => sign * (time(a) - time(b) || a.id - b.id));
}
