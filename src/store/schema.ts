/**
 * The tables, as Kysely sees them: the same on SQLite and on PostgreSQL.
 *
 * Times are milliseconds since the epoch (SQLite has no time type, and whole numbers sort and compare the
 * same on both). Lists and objects are JSON text. There are no foreign keys on purpose: events arrive in
 * any order, and a row about a repository may come before the row of the repository itself.
 */
import type { Generated, Kysely } from "kysely";

/** A webhook that was accepted; the id is GitHub's GUID, which a redelivery keeps. */
interface DeliveriesTable {
  delivery_id: string;
  event: string;
  action: string | null;
  repository: string | null;
  issue: number | null;
  received_at: number;
  handled_at: number | null;
}

/** SQLite's queue; on PostgreSQL pg-boss keeps its own tables and this one does not exist. */
interface JobsTable {
  id: Generated<number>;
  job_key: string;
  payload: string;
  state: "waiting" | "running";
  /** 1: live, 0: background. */
  priority: number;
  /** How often the job has been started. */
  attempts: number;
  run_at: number;
  /** When it was put there, or put back. */
  created_at: number;
  last_error: string | null;
}

/** Jobs that were given up, on both databases. */
interface DeadLettersTable {
  id: Generated<number>;
  job_key: string;
  payload: string;
  priority: number;
  attempts: number;
  reason: string;
  died_at: number;
}

/** One row an hour: who inserts it sends the hour's tick. */
interface TicksTable {
  slot: number;
  fired_at: number;
}

interface InstallationsTable {
  installation: number;
  account: string;
  state: "active" | "suspended";
  changed_at: number;
}

interface RepositoriesTable {
  repository: string;
  repository_id: number | null;
  installation: number;
  changed_at: number;
}

/** What we know of an issue beside its errors: what the digest and "similar issues" print. */
interface IssuesTable {
  repository: string;
  issue: number;
  title: string;
  state: "open" | "closed";
  author_hash: string;
  opened_at: number;
  updated_at: number;
  /** Pull request that closed it, "owner/name#12"; "" none did; null not asked yet. */
  closed_by: string | null;
  closed_at: number | null;
  /** First comment of a maintainer other than the author. */
  answered_at: number | null;
  decision: "reply" | "label" | "silent" | null;
  silence: string | null;
}

interface OccurrencesTable {
  id: Generated<number>;
  repository: string;
  issue: number;
  part: string;
  line_number: number;
  author_hash: string;
  error_class: string | null;
  record_id: string | null;
  site_id: string | null;
  background_tag: string | null;
  masked_message: string;
  fingerprint: string;
  /** File and function of the innermost frame. */
  frame: string | null;
  /** 1: what its author reports; 0: what the log shows besides. */
  is_leading: number;
  confidence: number;
  release: string | null;
  vendor: string | null;
  environment: string;
  observed_at: number;
}

interface RepliesTable {
  repository: string;
  issue: number;
  comment_id: number;
  record_ids: string;
  body_hash: string;
  posted_at: number;
  edited_at: number | null;
  hidden_at: number | null;
}

interface OwnHidesTable {
  repository: string;
  comment_id: number;
  issue: number;
  hidden_at: number;
}

interface HandledCommandsTable {
  repository: string;
  comment_id: number;
  issue: number;
  command: string;
  /** What it did, as JSON; null for one handled before this was kept. */
  effect: string | null;
  handled_at: number;
}

interface CommentSlotsTable {
  repository: string;
  day: string;
  slot: number;
  issue: number;
}

interface FeedbackTable {
  repository: string;
  issue: number;
  comment_id: number;
  author_hash: string;
  source: "reaction" | "command";
  verdict: "right" | "wrong";
  record_id: string | null;
  reason: string | null;
  given_at: number;
}

interface SettingsCacheTable {
  repository: string;
  etag: string | null;
  content: string | null;
  fetched_at: number;
}

interface CursorsTable {
  name: string;
  value: string;
  moved_at: number;
}

interface SourceCacheTable {
  project: string;
  revision: string;
  path: string;
  content: string | null;
  fetched_at: number;
}

export interface Schema {
  deliveries: DeliveriesTable;
  jobs: JobsTable;
  dead_letters: DeadLettersTable;
  ticks: TicksTable;
  installations: InstallationsTable;
  repositories: RepositoriesTable;
  issues: IssuesTable;
  occurrences: OccurrencesTable;
  replies: RepliesTable;
  own_hides: OwnHidesTable;
  handled_commands: HandledCommandsTable;
  comment_slots: CommentSlotsTable;
  feedback: FeedbackTable;
  settings_cache: SettingsCacheTable;
  cursors: CursorsTable;
  source_cache: SourceCacheTable;
}

/** Which database is underneath. */
export type StoreKind = "sqlite" | "postgres";

/** Where queries run: the database itself or a transaction of it (a Transaction is a Kysely). */
export type Executor = Kysely<Schema>;
