import { Hono } from "hono";
import { z } from "zod";
import { liveIssue } from "../actions/issues.ts";
import { react, unreact } from "../actions/reactions.ts";
import { type Reaction, type Repository, reactionContents } from "../model.ts";
import { reactionShape } from "../shapes/reaction.ts";
import type { State } from "../state.ts";
import { commentOf } from "./comments.ts";
import { paginate } from "./pagination.ts";
import { actor, type Env, numberParam, type Request, readBody, repositoryOf } from "./request.ts";

const newReaction = z.object({ content: z.enum(reactionContents, "the value is not a possible reaction") });

interface Subject {
  readonly repository: Repository;
  readonly kind: Reaction["subject"];
  readonly id: number;
}

export function reactionRoutes(state: State): Hono<Env> {
  const routes = new Hono<Env>();
  const ofIssue = (c: Request): Subject => {
    const repository = repositoryOf(state, c);
    return { repository, kind: "issue", id: liveIssue(state, repository, numberParam(c, "number")).id };
  };
  const ofComment = (c: Request): Subject => {
    const repository = repositoryOf(state, c);
    return { repository, kind: "comment", id: commentOf(state, repository, c).id };
  };
  serveReactions(state, routes, "/repos/:owner/:repo/issues/:number/reactions", ofIssue);
  serveReactions(state, routes, "/repos/:owner/:repo/issues/comments/:id/reactions", ofComment);
  return routes;
}

function serveReactions(
  state: State,
  routes: Hono<Env>,
  path: string,
  subjectOf: (c: Request) => Subject,
): void {
  routes.get(path, (c) => {
    const { kind, id } = subjectOf(c);
    const content = c.req.query("content");
    const reactions = state.reactions
      .where(`${kind}/${id}`)
      .filter((it) => !content || it.content === content);
    return c.json(paginate(c, state.url, reactions).map((it) => reactionShape(state, it)));
  });
  routes.post(path, async (c) => {
    const { repository, kind, id } = subjectOf(c);
    const { content } = await readBody(c, newReaction);
    const { reaction, created } = state.journal.atomically(() =>
      react(state, actor(state, c), repository, kind, id, content),
    );
    return c.json(reactionShape(state, reaction), created ? 201 : 200);
  });
  routes.delete(`${path}/:reaction`, (c) => {
    const { repository, kind, id } = subjectOf(c);
    const reaction = numberParam(c, "reaction");
    state.journal.atomically(() => unreact(state, actor(state, c), repository, kind, id, reaction));
    return c.body(null, 204);
  });
}
