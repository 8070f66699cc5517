/** Clients with the rights of an installation, and who we are. */
import type { Probot } from "probot";
import type { Client } from "./client.ts";
import type { Ourselves } from "./plan.ts";
import { splitRepository } from "./read-thread.ts";

export interface Clients {
  /** @throws the client's error when the app is not installed on the repository, or GitHub does not answer */
  clientFor(repository: string): Promise<Client>;
  /** A client of any installation: for what is public. */
  anyClient(): Promise<Client>;
  ourselves(): Promise<Ourselves>;
  /** Every repository the app is installed on, "owner/name". */
  repositories(): Promise<string[]>;
}

/** Which installation covers a repository is asked once a process; a failure is asked again. */
export function createClients(probot: Probot): Clients {
  const installations = new Map<string, Promise<number>>();
  let identity: Promise<Ourselves> | null = null;

  async function findInstallation(repository: string): Promise<number> {
    const [owner, repo] = splitRepository(repository);
    const app = (await probot.auth()) as unknown as Client;
    return (await app.rest.apps.getRepoInstallation({ owner, repo })).data.id;
  }

  async function identify(): Promise<Ourselves> {
    const app = (await probot.auth()) as unknown as Client;
    const { data } = await app.rest.apps.getAuthenticated();
    if (data === null) throw new Error("GitHub does not know this app");
    return { appId: data.id, login: `${data.slug}[bot]` };
  }

  async function listRepositories(): Promise<string[]> {
    const app = (await probot.auth()) as unknown as Client;
    const names: string[] = [];
    for (const installation of await app.paginate(app.rest.apps.listInstallations, { per_page: 100 })) {
      if (installation.suspended_at != null) continue;
      const client = (await probot.auth(installation.id)) as unknown as Client;
      const covered = await client.paginate(client.rest.apps.listReposAccessibleToInstallation, {
        per_page: 100,
      });
      names.push(...covered.map(({ full_name }) => full_name));
    }
    return names;
  }

  return {
    repositories: listRepositories,
    async anyClient() {
      const app = (await probot.auth()) as unknown as Client;
      const [first] = (await app.rest.apps.listInstallations({ per_page: 1 })).data;
      return first === undefined ? app : ((await probot.auth(first.id)) as unknown as Client);
    },
    async clientFor(repository) {
      let installation = installations.get(repository);
      if (installation === undefined) {
        installation = findInstallation(repository);
        installations.set(repository, installation);
        installation.catch(() => installations.delete(repository));
      }
      return (await probot.auth(await installation)) as unknown as Client;
    },
    ourselves() {
      identity ??= identify();
      identity.catch(() => {
        identity = null;
      });
      return identity;
    },
  };
}
