/** Reads what role the writers of commands have. */
import type { Client } from "./client.ts";
import { unlessMissing } from "./found.ts";
import type { Role } from "./judge-commands.ts";
import { splitRepository } from "./read-thread.ts";

/** @returns by login in lower case; a login that GitHub does not know is left away */
export async function readRoles(
  client: Client,
  repository: string,
  logins: Iterable<string>,
): Promise<Map<string, Role>> {
  const [owner, repo] = splitRepository(repository);
  const roles = new Map<string, Role>();
  for (const login of new Set([...logins].map((it) => it.toLowerCase()))) {
    const target = { owner, repo, username: login };
    const answer = await unlessMissing(() => client.rest.repos.getCollaboratorPermissionLevel(target));
    // `permission` shows triage as "read"; only these tell.
    const may = answer?.data.user?.permissions;
    if (may !== undefined) roles.set(login, roleOf(may));
  }
  return roles;
}

function roleOf(may: { admin: boolean; maintain?: boolean; push: boolean; triage?: boolean }): Role {
  if (may.admin) return "admin";
  if (may.maintain) return "maintain";
  if (may.push) return "write";
  return may.triage ? "triage" : "read";
}
