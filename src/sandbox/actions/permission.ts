import { mustHaveRights, needsAuthentication, notByIntegration } from "../errors.ts";
import type { Repository, Role } from "../model.ts";
import { type Actor, installationOf, roleOf, type State } from "../state.ts";

const rank: Record<Role, number> = { read: 0, triage: 1, write: 2, maintain: 3, admin: 4 };

/** Whether a login has at least that role in the repository. */
export function hasRole(state: State, repository: Repository, login: string, least: Role): boolean {
  const role = roleOf(state, repository, login);
  return role !== undefined && rank[role] >= rank[least];
}

/**
 * Lets pass our app where it is installed and may write issues, and persons with at least that role (`anyone`:
 * every signed-in person).
 * @throws 401 without an actor, 403 otherwise, in GitHub's words.
 */
export function mayWrite(
  state: State,
  repository: Repository,
  actor: Actor | undefined,
  least: Role | "anyone",
): asserts actor is Actor {
  if (!actor) throw needsAuthentication();
  if (actor.viaApp) {
    if (!installationOf(state, repository)) throw notByIntegration();
    return;
  }
  if (least !== "anyone" && !hasRole(state, repository, actor.login, least)) throw mustHaveRights();
}
