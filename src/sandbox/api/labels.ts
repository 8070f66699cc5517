import { Hono } from "hono";
import { z } from "zod";
import { liveIssue } from "../actions/issues.ts";
import { addLabels, createLabel, deleteLabel, editLabel, removeLabel, setLabels } from "../actions/labels.ts";
import { notFound } from "../errors.ts";
import type { Issue, Label, Repository } from "../model.ts";
import { labelShape } from "../shapes/label.ts";
import { findLabel, labelsOf, type State } from "../state.ts";
import { paginate } from "./pagination.ts";
import { actor, type Env, numberParam, type Request, readBody, repositoryOf, text } from "./request.ts";

const names = z.array(z.union([text(), z.object({ name: text() }).transform((it) => it.name)]));
/** The body is `{labels: […]}`, or the list alone. */
const labelList = z.union([z.object({ labels: names.default([]) }).transform((it) => it.labels), names]);
const labelInput = z.object({
  name: text().optional(),
  new_name: text().optional(),
  color: text().optional(),
  description: text().nullish(),
});

export function labelRoutes(state: State): Hono<Env> {
  const routes = new Hono<Env>();
  repositoryLabels(state, routes);
  issueLabels(state, routes);
  return routes;
}

function repositoryLabels(state: State, routes: Hono<Env>): void {
  routes.get("/repos/:owner/:repo/labels", (c) => {
    const repository = repositoryOf(state, c);
    const labels = state.labels.where(repository.id);
    return c.json(paginate(c, state.url, labels).map((it) => labelShape(state, repository, it)));
  });
  routes.post("/repos/:owner/:repo/labels", async (c) => {
    const repository = repositoryOf(state, c);
    const input = await readBody(c, labelInput);
    const label = state.journal.atomically(() => createLabel(state, actor(state, c), repository, input));
    const shape = labelShape(state, repository, label);
    return c.json(shape, 201, { location: shape.url });
  });
  routes.get("/repos/:owner/:repo/labels/:name", (c) => {
    const repository = repositoryOf(state, c);
    return c.json(labelShape(state, repository, labelOf(state, repository, c)));
  });
  routes.patch("/repos/:owner/:repo/labels/:name", async (c) => {
    const repository = repositoryOf(state, c);
    const { new_name, color, description } = await readBody(c, labelInput);
    const label = labelOf(state, repository, c);
    const edited = state.journal.atomically(() =>
      editLabel(state, actor(state, c), repository, label, { name: new_name, color, description }),
    );
    return c.json(labelShape(state, repository, edited));
  });
  routes.delete("/repos/:owner/:repo/labels/:name", (c) => {
    const repository = repositoryOf(state, c);
    const label = labelOf(state, repository, c);
    state.journal.atomically(() => deleteLabel(state, actor(state, c), repository, label));
    return c.body(null, 204);
  });
}

function issueLabels(state: State, routes: Hono<Env>): void {
  const path = "/repos/:owner/:repo/issues/:number/labels";
  const list = (c: Request) => {
    const repository = repositoryOf(state, c);
    return labelsOf(state, issueOf(state, repository, c)).map((it) => labelShape(state, repository, it));
  };
  routes.get(path, (c) => c.json(paginate(c, state.url, list(c))));
  routes.post(path, async (c) => {
    const repository = repositoryOf(state, c);
    const wanted = await readBody(c, labelList);
    const { number } = issueOf(state, repository, c);
    state.journal.atomically(() => addLabels(state, actor(state, c), repository, number, wanted));
    return c.json(list(c));
  });
  routes.put(path, async (c) => {
    const repository = repositoryOf(state, c);
    const wanted = await readBody(c, labelList);
    const { number } = issueOf(state, repository, c);
    state.journal.atomically(() => setLabels(state, actor(state, c), repository, number, wanted));
    return c.json(list(c));
  });
  routes.delete(path, (c) => {
    const repository = repositoryOf(state, c);
    const { number } = issueOf(state, repository, c);
    state.journal.atomically(() => setLabels(state, actor(state, c), repository, number, []));
    return c.body(null, 204);
  });
  routes.delete(`${path}/:name`, (c) => {
    const repository = repositoryOf(state, c);
    const issue = issueOf(state, repository, c);
    const name = c.req.param("name");
    state.journal.atomically(() => removeLabel(state, actor(state, c), repository, issue, name));
    return c.json(list(c));
  });
}

function issueOf(state: State, repository: Repository, c: Request): Issue {
  return liveIssue(state, repository, numberParam(c, "number"));
}

function labelOf(state: State, repository: Repository, c: Request): Label {
  const label = findLabel(state, repository.id, c.req.param("name") ?? "");
  if (!label) throw notFound();
  return label;
}
