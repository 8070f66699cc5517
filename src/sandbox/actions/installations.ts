import { announce, announceInstallation } from "../announce.ts";
import type { Installation, Repository } from "../model.ts";
import { briefRepositoryShape } from "../shapes/repository.ts";
import { type Actor, installationOf, type State, timestamp } from "../state.ts";

/** What an account's owner does with the app, and with a repository that it covers. */

export function suspendApp(state: State, repository: Repository, suspended: boolean): void {
  const installation = theInstallation(state, repository);
  state.installations.put(installation.id, {
    ...installation,
    suspendedAt: suspended ? timestamp(state) : null,
  });
  announceInstallation(state, "installation", suspended ? "suspend" : "unsuspend", installation.id, {});
}

export function uninstallApp(state: State, repository: Repository): void {
  const installation = theInstallation(state, repository);
  const repositories = [briefRepositoryShape(repository)];
  // Told while it is still known, as the payload carries it.
  announceInstallation(state, "installation", "deleted", installation.id, { repositories });
  state.installations.delete(installation.id);
}

export function renameRepository(
  state: State,
  actor: Actor,
  repository: Repository,
  name: string,
): Repository {
  const renamed = { ...repository, name, updatedAt: timestamp(state) };
  state.repositories.put(repository.id, renamed);
  const changes = { repository: { name: { from: repository.name } } };
  announce(state, {
    event: "repository",
    action: "renamed",
    repository: renamed,
    actor,
    fields: { changes },
  });
  return renamed;
}

function theInstallation(state: State, repository: Repository): Installation {
  const installation = installationOf(state, repository);
  if (!installation) throw new Error(`the app is not installed on ${repository.owner}/${repository.name}`);
  return installation;
}
