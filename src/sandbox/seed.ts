import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { announceInstallation } from "./announce.ts";
import type { Repository } from "./model.ts";
import { briefRepositoryShape } from "./shapes/repository.ts";
import { ensureUser, findRepository, nextId, type State, setRole, theApp, timestamp } from "./state.ts";

export interface SeedOptions {
  /** PEM; a key of 2048 bits is made when missing. */
  readonly privateKey?: string;
  readonly seed: string;
  /** The app's subscriptions. */
  readonly events: readonly string[];
  /** Files of `sandbox/sglang`: path to text. */
  readonly files: Readonly<Record<string, string>>;
}

/** Those who may act on the sandbox's pages, with their role in `sandbox/sglang`. */
export const people = [
  { login: "reporter", role: undefined },
  { login: "outsider", role: undefined },
  { login: "triager", role: "triage" },
  { login: "maintainer", role: "maintain" },
] as const;

/** Fills an empty state: the app, its installation, the repository `sandbox/sglang`, people, usual labels. */
export function seedState(state: State, options: SeedOptions): Repository {
  const known = findRepository(state, "sandbox", "sglang");
  if (known) return known;
  return state.journal.atomically(() => {
    seedApp(state, options);
    const repository = addRepository(state, "sandbox", "sglang");
    for (const { login, role } of people) {
      ensureUser(state, login);
      if (role) setRole(state, repository, login, role);
    }
    for (const [path, text] of Object.entries(options.files)) putFile(state, repository, path, text);
    for (const [name, color, description] of usualLabels) {
      const id = nextId(state, "label");
      state.labels.put(id, { id, repository: repository.id, name, color, description, isDefault: true });
    }
    const installation = nextId(state, "installation");
    state.installations.put(installation, {
      id: installation,
      account: repository.owner,
      repositories: "all",
      createdAt: timestamp(state),
      suspendedAt: null,
    });
    announceInstallation(state, "installation", "created", installation, {
      repositories: [briefRepositoryShape(repository)],
      requester: null,
    });
    return repository;
  });
}

const usualLabels = [
  ["bug", "d73a4a", "Something isn't working"],
  ["enhancement", "a2eeef", "New feature or request"],
  ["question", "d876e3", "Further information is requested"],
] as const;

function seedApp(state: State, { privateKey = makeKey(), seed, events }: SeedOptions): void {
  ensureUser(state, "sandbox", "Organization");
  ensureUser(state, "sglang-triage[bot]");
  state.apps.put(1, {
    id: 1,
    clientId: "Iv23liSandboxSandbox",
    slug: "sglang-triage",
    name: "sglang-triage",
    owner: "sandbox",
    privateKey,
    publicKey: createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString(),
    permissions: { issues: "write", metadata: "read", contents: "read" },
    events: [...events],
    createdAt: timestamp(state),
    seed,
  });
}

/** A key in the form in which GitHub hands out an app's: PKCS#1 PEM. */
export function makeKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  return privateKey;
}

/** Adds an empty public repository. The app of the account covers it when it is installed on all of them. */
export function addRepository(state: State, owner: string, name: string, isPrivate = false): Repository {
  const now = timestamp(state);
  const repository: Repository = {
    id: nextId(state, "repository"),
    owner,
    name,
    description: null,
    private: isPrivate,
    archived: false,
    defaultBranch: "main",
    createdAt: now,
    updatedAt: now,
  };
  ensureUser(state, owner, "Organization");
  state.repositories.put(repository.id, repository);
  return repository;
}

/** Puts a file on the default branch, or takes it away (null). */
export function putFile(state: State, repository: Repository, path: string, text: string | null): void {
  const key = `${repository.id}/${path}`;
  if (text === null) state.files.delete(key);
  else
    state.files.put(key, {
      repository: repository.id,
      path,
      base64: Buffer.from(text, "utf8").toString("base64"),
    });
}

/** Suspends the app on an account, or lets it work again; the app hears of it. */
export function setSuspended(state: State, installationId: number, suspended: boolean): void {
  const installation = state.installations.get(installationId)!;
  state.installations.put(installationId, {
    ...installation,
    suspendedAt: suspended ? timestamp(state) : null,
  });
  const action = suspended ? "suspend" : "unsuspend";
  announceInstallation(state, "installation", action, installationId, { repositories: [] });
}

/** The id and key that a bot needs to be the app. */
export function credentials(state: State): { id: number; privateKey: string; slug: string } {
  const { id, privateKey, slug } = theApp(state);
  return { id, privateKey, slug };
}
