/** Reads again what an installation covers, and makes the store say the same. */
import { dropCursorsOf } from "../store/cursors.ts";
import type { Database } from "../store/database.ts";
import {
  forgetInstallation,
  forgetRepository,
  repositoriesOf,
  saveInstallation,
  saveRepository,
} from "../store/installations.ts";
import type { Client } from "./client.ts";
import { unlessMissing } from "./found.ts";

/**
 * A deleted installation's data is deleted; a suspended one keeps it and is left alone.
 * @returns the repositories to be looked after: none of a deleted or suspended installation
 */
export async function readInstallation(
  app: Client,
  clientOf: (installation: number) => Promise<Client>,
  database: Database,
  installation: number,
  now: Date,
): Promise<string[]> {
  const found = await findInstallation(app, installation);
  if (found === null) {
    const forgotten = await database.transaction((tx) => forgetInstallation(tx, installation));
    for (const repository of forgotten) await dropCursorsOf(database.db, repository);
    return [];
  }
  await saveInstallation(database.db, { installation, ...found }, now);
  if (found.state === "suspended") return [];

  const client = await clientOf(installation);
  const covered = await client.paginate(client.rest.apps.listReposAccessibleToInstallation, {
    per_page: 100,
  });
  for (const { full_name: repository, id } of covered)
    await saveRepository(database.db, { repository, repositoryId: id, installation }, now);
  const names = new Set(covered.map(({ full_name }) => full_name));
  for (const { repository } of await repositoriesOf(database.db, installation)) {
    if (names.has(repository)) continue;
    await database.transaction((tx) => forgetRepository(tx, repository));
    await dropCursorsOf(database.db, repository);
  }
  return [...names];
}

async function findInstallation(
  app: Client,
  installation: number,
): Promise<{ account: string; state: "active" | "suspended" } | null> {
  const found = await unlessMissing(() => app.rest.apps.getInstallation({ installation_id: installation }));
  if (found === null) return null;
  const { account, suspended_at } = found.data;
  return {
    account: account === null ? "" : "login" in account ? account.login : account.slug,
    state: suspended_at == null ? "active" : "suspended",
  };
}
