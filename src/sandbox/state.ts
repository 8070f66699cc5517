import { type Journal, openJournal, type Table } from "./journal.ts";
import type {
  App,
  Attachment,
  Collaborator,
  Comment,
  Delivery,
  Installation,
  Issue,
  IssueEvent,
  Label,
  Reaction,
  Repository,
  Role,
  StoredFile,
  Token,
  User,
} from "./model.ts";

/** Who acts: a person, or our app (whose login ends in `[bot]`). */
export interface Actor {
  readonly login: string;
  readonly viaApp: boolean;
}

export interface State {
  readonly journal: Journal;
  readonly users: Table<User>;
  readonly repositories: Table<Repository>;
  readonly collaborators: Table<Collaborator>;
  readonly files: Table<StoredFile>;
  readonly attachments: Table<Attachment>;
  readonly issues: Table<Issue>;
  readonly comments: Table<Comment>;
  readonly labels: Table<Label>;
  readonly events: Table<IssueEvent>;
  readonly reactions: Table<Reaction>;
  readonly apps: Table<App>;
  readonly installations: Table<Installation>;
  readonly tokens: Table<Token>;
  readonly deliveries: Table<Delivery>;
  /** Ids of deliveries to be sent that the sender has not taken yet; after a rollback some may not exist. */
  readonly queued: Set<number>;
  /** The sandbox's own address without a slash at the end; set when it listens. */
  url: string;
  /** The injected clock, in milliseconds. */
  readonly clock: () => number;
}

/** Starting points far apart, so that an id of one kind used as another's finds nothing. */
const firstIds = {
  user: 1_000,
  repository: 90_000_000,
  issue: 3_100_000_000,
  comment: 2_900_000_000,
  label: 7_000_000_000,
  attachment: 23_000_000,
  event: 18_000_000_000,
  reaction: 400_000_000,
  installation: 50_000_000,
  delivery: 200_000_000_000,
  token: 1,
} as const;

const isOpen = (issue: Issue) => issue.state === "open" && !issue.deleted;
/** The index key of a repository's open issues. */
export const openIssues = (repository: number) => `${repository} open`;

const counters = new WeakMap<State, Table<number>>();

/**
 * Opens the sandbox's state, in memory or from the journal in `file`.
 * @throws when the file exists and is no journal.
 */
export function openState(clock: () => number, file?: string): State {
  const journal = openJournal(file);
  const state: State = {
    journal,
    users: journal.table<User>("users"),
    repositories: journal.table<Repository>("repositories", (it) => repositoryKey(it.owner, it.name)),
    collaborators: journal.table<Collaborator>("collaborators", (it) => it.repository),
    files: journal.table<StoredFile>("files", (it) => it.repository),
    attachments: journal.table<Attachment>("attachments"),
    issues: journal.table<Issue>("issues", (it) => [
      it.repository,
      ...(isOpen(it) ? [openIssues(it.repository)] : []),
    ]),
    comments: journal.table<Comment>("comments", (it) => `${it.repository}/${it.issueNumber}`),
    labels: journal.table<Label>("labels", (it) => it.repository),
    events: journal.table<IssueEvent>("events", (it) => `${it.repository}/${it.issueNumber}`),
    reactions: journal.table<Reaction>("reactions", (it) => `${it.subject}/${it.subjectId}`),
    apps: journal.table<App>("apps"),
    installations: journal.table<Installation>("installations"),
    tokens: journal.table<Token>("tokens"),
    deliveries: journal.table<Delivery>("deliveries"),
    queued: new Set(),
    url: "http://127.0.0.1",
    clock,
  };
  // What an earlier process left unsent.
  for (const delivery of state.deliveries.all()) if (!delivery.outcome) state.queued.add(delivery.id);
  counters.set(state, journal.table<number>("counters"));
  return state;
}

/** The next number of a kind; never given twice, also after a restart. */
export function nextId(state: State, kind: keyof typeof firstIds): number {
  return count(state, kind, firstIds[kind]);
}

/** The next issue number of a repository, from 1. */
export function nextNumber(state: State, repository: number): number {
  return count(state, `issues of ${repository}`, 1);
}

function count(state: State, counter: string, first: number): number {
  const table = counters.get(state)!;
  const next = (table.get(counter) ?? first - 1) + 1;
  table.put(counter, next);
  return next;
}

/** Now, as GitHub writes it: whole seconds. */
export function timestamp(state: State): string {
  return isoSeconds(state.clock());
}

export function isoSeconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function repositoryKey(owner: string, name: string): string {
  return `${owner}/${name}`.toLowerCase();
}

export function findRepository(state: State, owner: string, name: string): Repository | undefined {
  return state.repositories.where(repositoryKey(owner, name))[0];
}

export function issueKey(issue: { repository: number; number: number }): string {
  return `${issue.repository}/${issue.number}`;
}

export function findIssue(state: State, repository: number, number: number): Issue | undefined {
  return state.issues.get(`${repository}/${number}`);
}

export function findUser(state: State, login: string): User | undefined {
  return state.users.get(login.toLowerCase());
}

/** The user of that login, made on first use. */
export function ensureUser(state: State, login: string, type: User["type"] = "User"): User {
  const known = findUser(state, login);
  if (known) return known;
  const user: User = { id: nextId(state, "user"), login, type: login.endsWith("[bot]") ? "Bot" : type };
  state.users.put(login.toLowerCase(), user);
  return user;
}

export function findLabel(state: State, repository: number, name: string): Label | undefined {
  const wanted = name.toLowerCase();
  return state.labels.where(repository).find((label) => label.name.toLowerCase() === wanted);
}

export function labelsOf(state: State, issue: Issue): Label[] {
  return issue.labels.flatMap((id) => state.labels.get(id) ?? []);
}

/** The role of a login in a repository; undefined for those without one. */
export function roleOf(state: State, repository: Repository, login: string): Role | undefined {
  if (login.toLowerCase() === repository.owner.toLowerCase()) return "admin";
  return state.collaborators.get(`${repository.id}/${login.toLowerCase()}`)?.role;
}

export function setRole(state: State, repository: Repository, login: string, role: Role): void {
  ensureUser(state, login);
  state.collaborators.put(`${repository.id}/${login.toLowerCase()}`, {
    repository: repository.id,
    login,
    role,
  });
}

/** The one app of the sandbox. */
export function theApp(state: State): App {
  return state.apps.all()[0]!;
}

/** The login under which the app writes. */
export function botLogin(app: App): string {
  return `${app.slug}[bot]`;
}

/** The installation that covers a repository, suspended or not. */
export function installationOf(state: State, repository: Repository): Installation | undefined {
  return state.installations
    .all()
    .find(
      (it) =>
        it.account.toLowerCase() === repository.owner.toLowerCase() &&
        (it.repositories === "all" || it.repositories.includes(repository.id)),
    );
}
