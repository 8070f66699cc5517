import type { Context } from "hono";
import { z } from "zod";
import { actorOf, type Caller } from "../auth.ts";
import { githubError, notFound } from "../errors.ts";
import type { Repository } from "../model.ts";
import { type Actor, findRepository, installationOf, type State } from "../state.ts";

/** What the middleware puts into a request's context. */
export interface Env {
  Variables: { caller: Caller /** Set when a fault spoils the answer. */; spoilt?: true };
}

export type Request = Context<Env>;

/**
 * The request's JSON object, checked. An empty body counts as `{}`.
 * @throws 400 when it is no JSON, 422 in GitHub's words when a field has the wrong type.
 */
export async function readBody<T extends z.ZodType>(c: Request, schema: T): Promise<z.output<T>> {
  const text = await c.req.text();
  let value: unknown;
  try {
    value = text === "" ? {} : JSON.parse(text);
  } catch {
    throw githubError(400, "Problems parsing JSON");
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0]!;
  const field = issue.path.length > 0 ? `For 'properties/${issue.path.join("/")}', ` : "";
  throw githubError(422, `Invalid request.\n\n${field}${issue.message}.`);
}

/** A JSON type named as GitHub's validator names it. */
export const text = () => z.string("the value is not a string");

/**
 * The repository of the path, when the caller may see it.
 * @throws 404 as GitHub does for what one may not see.
 */
export function repositoryOf(state: State, c: Request): Repository {
  const repository = findRepository(state, c.req.param("owner") ?? "", c.req.param("repo") ?? "");
  if (!repository || !maySee(state, c.get("caller"), repository)) throw notFound();
  return repository;
}

/** Whether a repository is public, or the caller belongs to it. */
export function maySee(state: State, caller: Caller, repository: Repository): boolean {
  if (!repository.private) return true;
  if (caller.kind === "installation") return installationOf(state, repository)?.id === caller.installation.id;
  if (caller.kind !== "person") return false;
  const login = caller.login.toLowerCase();
  return (
    login === repository.owner.toLowerCase() ||
    state.collaborators.get(`${repository.id}/${login}`) !== undefined
  );
}

export function actor(state: State, c: Request): Actor | undefined {
  return actorOf(state, c.get("caller"));
}

/** A positive whole number of the path. @throws 404 for anything else. */
export function numberParam(c: Request, name: string): number {
  const digits = c.req.param(name) ?? "";
  if (!/^\d{1,15}$/.test(digits)) throw notFound();
  return Number(digits);
}
