/** Clients with the rights of an installation or of the app itself, and who we are. */
import type { Probot } from "probot";
import type { Database } from "../store/database.ts";
import { installationOf, saveRepository } from "../store/installations.ts";
import type { Client } from "./client.ts";
import { unlessMissing } from "./found.ts";
import type { Ourselves } from "./plan.ts";
import { splitRepository } from "./read-thread.ts";

export interface Clients {
  /** With the app's own rights: its installations and deliveries. */
  app(): Promise<Client>;
  /** Null where the app is not installed, or suspended. @throws the client's error when GitHub does not answer */
  clientFor(repository: string): Promise<Client | null>;
  clientOf(installation: number): Promise<Client>;
  /** A client of any installation: for what is public. */
  anyClient(): Promise<Client>;
  ourselves(): Promise<Ourselves>;
}

/** Installations whose clients are kept. */
const MOST_CLIENTS = 200;

/** Which installation covers a repository stands in the store; GitHub is asked where it does not. */
export function createClients(probot: Probot, database: Database, now: () => Date): Clients {
  let identity: Promise<Ourselves> | null = null;

  const app = async () => (await probot.auth()) as unknown as Client;
  const made = new Map<number, Promise<Client>>();

  /** Making one costs as much as a diagnosis; it renews its token by itself. */
  function clientOf(installation: number): Promise<Client> {
    const client = made.get(installation) ?? (probot.auth(installation) as unknown as Promise<Client>);
    // The one used last stands last.
    made.delete(installation);
    made.set(installation, client);
    for (const oldest of made.keys()) {
      if (made.size <= MOST_CLIENTS) break;
      made.delete(oldest);
    }
    client.catch(() => made.delete(installation));
    return client;
  }

  async function findInstallation(repository: string): Promise<number | null> {
    const [owner, repo] = splitRepository(repository);
    const client = await app();
    const found = await unlessMissing(() => client.rest.apps.getRepoInstallation({ owner, repo }));
    if (found === null || found.data.suspended_at != null) return null;
    const { id } = found.data;
    await saveRepository(database.db, { repository, repositoryId: null, installation: id }, now());
    return id;
  }

  async function identify(): Promise<Ourselves> {
    const { data } = await (await app()).rest.apps.getAuthenticated();
    if (data === null) throw new Error("GitHub does not know this app");
    return { appId: data.id, login: `${data.slug}[bot]` };
  }

  return {
    app,
    clientOf,
    async anyClient() {
      const [first] = (await (await app()).rest.apps.listInstallations({ per_page: 1 })).data;
      return first === undefined ? await app() : await clientOf(first.id);
    },
    async clientFor(repository) {
      const known = await installationOf(database.db, repository);
      if (known?.state === "suspended") return null;
      const installation = known?.installation ?? (await findInstallation(repository));
      return installation === null ? null : await clientOf(installation);
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
