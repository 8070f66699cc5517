/**
 * The index of occurrences: which error was seen in which issue. What digests and "similar issues" read;
 * rebuildable from GitHub at any time. Messages are stored masked and authors hashed: no personal data.
 */
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Executor, Schema } from "./schema.ts";
import { storable, storableOrNull } from "./storable.ts";

/** An issue, as far as the index knows it. */
export interface IndexedIssue {
  repository: string;
  issue: number;
  title: string;
  state: "open" | "closed";
  authorHash: string;
  openedAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
  /** First comment of a maintainer other than the author; null: none yet. */
  answeredAt: Date | null;
  /** What the bot decided; null where it was not asked. */
  decision: "reply" | "label" | "silent" | null;
  /** Why it said nothing; null where it spoke. */
  silence: string | null;
}

/** An error seen in a part of an issue. */
export interface Occurrence {
  /** "body", "title", or the comment's or attachment's id. */
  part: string;
  lineNumber: number;
  authorHash: string;
  errorClass: string | null;
  /** Null: no record of the catalog explains it. */
  recordId: string | null;
  siteId: string | null;
  backgroundTag: string | null;
  /** The message with numbers, paths and names masked. */
  maskedMessage: string;
  /** Equal for errors that are the same but for what is masked. */
  fingerprint: string;
  /** File (within its package) and function of the innermost frame; null where no trace is shown. */
  frame: string | null;
  /** Whether it is what its author reports; the others of a log are repeated, wrapped or follow from it. */
  leading: boolean;
  /** 0 to 1. */
  confidence: number;
  /** Release of SGLang that the reporter runs, without a leading v. */
  release: string | null;
  /** Maker of the devices: "nvidia", "amd" … */
  vendor: string | null;
  /** Further facts of the environment; small. */
  environment: Record<string, unknown>;
  /** When the part was written. */
  observedAt: Date;
}

/** An occurrence with the issue it stands in. */
export interface IndexedOccurrence extends Occurrence {
  repository: string;
  issue: number;
}

/** Below SQLite's bound of 32,766 values a statement, and few enough not to hold the event loop. */
const rowsPerInsert = 200;
/** Values of one statement, well below that bound. */
const mostNumbers = 5_000;

/**
 * The same author gives the same hash within a repository and another one elsewhere, so that "two authors"
 * can be counted without keeping a name.
 */
export function authorHash(repository: string, login: string): string {
  return createHash("sha256").update(`${repository}\n${login.toLowerCase()}`).digest("hex").slice(0, 16);
}

/**
 * Index an issue anew: what was known of it is replaced, so that running it twice changes nothing.
 * One transaction (or part of the caller's).
 */
export async function indexIssue(
  db: Executor,
  issue: IndexedIssue,
  occurrences: readonly Occurrence[],
): Promise<void> {
  const { repository, issue: number } = issue;
  const facts = {
    title: storable(issue.title),
    state: issue.state,
    author_hash: issue.authorHash,
    opened_at: issue.openedAt.getTime(),
    updated_at: issue.updatedAt.getTime(),
    // Who closed it before does not say who closes it next.
    ...(issue.state === "open" && { closed_by: null }),
    closed_at: issue.closedAt?.getTime() ?? null,
    answered_at: issue.answeredAt?.getTime() ?? null,
    decision: issue.decision,
    silence: issue.silence,
  };
  const rows = occurrences.map((occurrence) => ({ repository, issue: number, ...toRow(occurrence) }));
  const write = async (tx: Executor) => {
    await tx
      .insertInto("issues")
      .values({ repository, issue: number, ...facts })
      .onConflict((conflict) => conflict.columns(["repository", "issue"]).doUpdateSet(facts))
      .execute();
    await tx
      .deleteFrom("occurrences")
      .where("repository", "=", repository)
      .where("issue", "=", number)
      .execute();
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await tx
        .insertInto("occurrences")
        .values(rows.slice(start, start + rowsPerInsert))
        .execute();
    }
  };
  await (db.isTransaction ? write(db) : db.transaction().execute(write));
}

/** Forget an issue that is gone (deleted, transferred, converted): its occurrences, reply, labels and the rest. */
export async function forgetIssue(db: Executor, repository: string, issue: number): Promise<void> {
  const tables = ["occurrences", "issues", "replies", "own_hides", "handled_commands", "feedback"] as const;
  for (const table of tables) {
    await db.deleteFrom(table).where("repository", "=", repository).where("issue", "=", issue).execute();
  }
}

/** An issue of the index, or null. */
export async function findIssue(
  db: Executor,
  repository: string,
  issue: number,
): Promise<IndexedIssue | null> {
  const row = await db
    .selectFrom("issues")
    .selectAll()
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .executeTakeFirst();
  return row ? issueFromRow(row) : null;
}

/** The occurrences observed in [from, to), oldest first. @param leading true: only what authors report */
export async function occurrencesBetween(
  db: Executor,
  { repository, from, to, leading = false }: { repository: string; from: Date; to: Date; leading?: boolean },
): Promise<IndexedOccurrence[]> {
  const rows = await db
    .selectFrom("occurrences")
    .selectAll()
    .where("repository", "=", repository)
    .where("observed_at", ">=", from.getTime())
    .where("observed_at", "<", to.getTime())
    .$if(leading, (query) => query.where("is_leading", "=", 1))
    .orderBy("observed_at")
    .orderBy("id")
    .execute();
  return rows.map(occurrenceFromRow);
}

/** The issues opened in [from, to), oldest first. */
export async function issuesOpenedBetween(
  db: Executor,
  { repository, from, to }: { repository: string; from: Date; to: Date },
): Promise<IndexedIssue[]> {
  const rows = await db
    .selectFrom("issues")
    .selectAll()
    .where("repository", "=", repository)
    .where("opened_at", ">=", from.getTime())
    .where("opened_at", "<", to.getTime())
    .orderBy("opened_at")
    .orderBy("issue")
    .execute();
  return rows.map(issueFromRow);
}

/** Issues by number; those the index does not know are absent. */
export async function findIssues(
  db: Executor,
  repository: string,
  numbers: readonly number[],
): Promise<IndexedIssue[]> {
  const found: IndexedIssue[] = [];
  for (let start = 0; start < numbers.length; start += mostNumbers) {
    const rows = await db
      .selectFrom("issues")
      .selectAll()
      .where("repository", "=", repository)
      .where("issue", "in", numbers.slice(start, start + mostNumbers))
      .execute();
    found.push(...rows.map(issueFromRow));
  }
  return found;
}

/** Open issues with an error that no maintainer has answered, the longest waiting first. */
export async function longestUnanswered(
  db: Executor,
  { repository, openedBefore, limit }: { repository: string; openedBefore: Date; limit: number },
): Promise<IndexedIssue[]> {
  const rows = await db
    .selectFrom("issues")
    .selectAll()
    .where("repository", "=", repository)
    .where("opened_at", "<", openedBefore.getTime())
    .where("state", "=", "open")
    .where("answered_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("occurrences")
          .select("occurrences.id")
          .whereRef("occurrences.repository", "=", "issues.repository")
          .whereRef("occurrences.issue", "=", "issues.issue"),
      ),
    )
    .orderBy("opened_at")
    .orderBy("issue")
    .limit(limit)
    .execute();
  return rows.map(issueFromRow);
}

/** Another issue with the same error. */
export interface SimilarIndexed extends IndexedIssue {
  /** The pull request that closed it, "owner/name#12"; "" none did; null: not asked yet. */
  closedBy: string | null;
}

/**
 * Other people's issues of a repository with the same record and the same masked message or innermost frame,
 * the newest first, each once.
 */
export async function similarIssues(
  db: Executor,
  like: {
    repository: string;
    except: number;
    exceptAuthor: string;
    recordId: string;
    maskedMessage: string;
    frame: string | null;
    limit: number;
  },
): Promise<SimilarIndexed[]> {
  const rows = await db
    .selectFrom("issues")
    .selectAll()
    .where("repository", "=", like.repository)
    .where("issue", "<>", like.except)
    .where("author_hash", "<>", like.exceptAuthor)
    .where("issue", "in", (builder) =>
      builder
        .selectFrom("occurrences")
        .select("occurrences.issue")
        .where("occurrences.repository", "=", like.repository)
        .where("occurrences.record_id", "=", like.recordId)
        .where((either) =>
          either.or([
            either("occurrences.masked_message", "=", storable(like.maskedMessage)),
            ...(like.frame === null ? [] : [either("occurrences.frame", "=", storable(like.frame))]),
          ]),
        ),
    )
    .orderBy("opened_at", "desc")
    .orderBy("issue", "desc")
    .limit(like.limit)
    .execute();
  return rows.map((row) => ({ ...issueFromRow(row), closedBy: row.closed_by }));
}

/** Note which pull request closed an issue; "" for none. */
export async function saveCloser(
  db: Executor,
  repository: string,
  issue: number,
  closedBy: string,
): Promise<void> {
  await db
    .updateTable("issues")
    .set({ closed_by: closedBy })
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .execute();
}

/** Forget occurrences observed before a time (retention), and issues without any left. @returns how many. */
export async function pruneOccurrences(db: Executor, observedBefore: Date): Promise<number> {
  const result = await db
    .deleteFrom("occurrences")
    .where("observed_at", "<", observedBefore.getTime())
    .executeTakeFirst();
  await db
    .deleteFrom("issues")
    .where("updated_at", "<", observedBefore.getTime())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("occurrences")
            .select("occurrences.id")
            .whereRef("occurrences.repository", "=", "issues.repository")
            .whereRef("occurrences.issue", "=", "issues.issue"),
        ),
      ),
    )
    .execute();
  return Number(result.numDeletedRows);
}

function toRow(occurrence: Occurrence) {
  return {
    part: occurrence.part,
    line_number: occurrence.lineNumber,
    author_hash: occurrence.authorHash,
    error_class: storableOrNull(occurrence.errorClass),
    record_id: occurrence.recordId,
    site_id: occurrence.siteId,
    background_tag: occurrence.backgroundTag,
    masked_message: storable(occurrence.maskedMessage),
    fingerprint: storable(occurrence.fingerprint),
    frame: storableOrNull(occurrence.frame),
    is_leading: occurrence.leading ? 1 : 0,
    confidence: occurrence.confidence,
    release: storableOrNull(occurrence.release),
    vendor: occurrence.vendor,
    environment: storable(JSON.stringify(occurrence.environment)),
    observed_at: occurrence.observedAt.getTime(),
  };
}

function occurrenceFromRow(row: Selectable<Schema["occurrences"]>): IndexedOccurrence {
  return {
    repository: row.repository,
    issue: row.issue,
    part: row.part,
    lineNumber: row.line_number,
    authorHash: row.author_hash,
    errorClass: row.error_class,
    recordId: row.record_id,
    siteId: row.site_id,
    backgroundTag: row.background_tag,
    maskedMessage: row.masked_message,
    fingerprint: row.fingerprint,
    frame: row.frame,
    leading: row.is_leading === 1,
    confidence: row.confidence,
    release: row.release,
    vendor: row.vendor,
    environment: JSON.parse(row.environment) as Record<string, unknown>,
    observedAt: new Date(row.observed_at),
  };
}

function issueFromRow(row: Selectable<Schema["issues"]>): IndexedIssue {
  return {
    repository: row.repository,
    issue: row.issue,
    title: row.title,
    state: row.state,
    authorHash: row.author_hash,
    openedAt: new Date(row.opened_at),
    updatedAt: new Date(row.updated_at),
    closedAt: row.closed_at === null ? null : new Date(row.closed_at),
    answeredAt: row.answered_at === null ? null : new Date(row.answered_at),
    decision: row.decision,
    silence: row.silence,
  };
}
