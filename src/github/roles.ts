/** Reads what role the writers of commands have. */
import type { Client } from "./client.ts";
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
    try {
      const { data } = await client.rest.repos.getCollaboratorPermissionLevel({
        owner,
        repo,
        username: login,
      });
      // `permission` shows triage as "read"; only these tell.
      const may = data.user?.permissions;
      if (may === undefined) continue;
      const role = may.admin
        ? "admin"
        : may.maintain
          ? "maintain"
          : may.push
            ? "write"
            : may.triage
              ? "triage"
              : "read";
      roles.set(login, role);
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
    }
  }
  return roles;
}
