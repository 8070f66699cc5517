/**
 * Kinds of errors in the index: what digests count. A kind is a record of the catalog, or a fingerprint that
 * no record explains. Only leading occurrences count, so a long log weighs as much as a short one.
 */
import { sql } from "kysely";
import type { Executor } from "./schema.ts";

export interface KindRow {
  recordId: string | null;
  fingerprint: string;
  firstSeen: Date;
}

/** Who reported a kind in which issue, however often. */
export interface SightingRow {
  recordId: string | null;
  fingerprint: string;
  issue: number;
  authorHash: string;
}

export interface UnknownError {
  fingerprint: string;
  errorClass: string | null;
  maskedMessage: string;
  frame: string | null;
}

/** Values of one statement: below SQLite's bound of 32,766. */
const mostValues = 5_000;

// Written out: the databases only take the partial index when they see the same constant.
const isLeading = sql<boolean>`is_leading = 1`;

/** Every kind seen before a time, with when it was first seen. */
export async function kindsSeen(db: Executor, repository: string, before: Date): Promise<KindRow[]> {
  const rows = await db
    .selectFrom("occurrences")
    .select((builder) => ["record_id", "fingerprint", builder.fn.min("observed_at").as("first")])
    .where("repository", "=", repository)
    .where("observed_at", "<", before.getTime())
    .where(isLeading)
    .groupBy(["record_id", "fingerprint"])
    .execute();
  return rows.map(({ record_id, fingerprint, first }) => ({
    recordId: record_id,
    fingerprint,
    firstSeen: new Date(Number(first)),
  }));
}

/** Who reported what in [from, to). */
export async function sightingsBetween(
  db: Executor,
  { repository, from, to }: { repository: string; from: Date; to: Date },
): Promise<SightingRow[]> {
  const rows = await db
    .selectFrom("occurrences")
    .select(["record_id", "fingerprint", "issue", "author_hash"])
    .distinct()
    .where("repository", "=", repository)
    .where("observed_at", ">=", from.getTime())
    .where("observed_at", "<", to.getTime())
    .where(isLeading)
    .execute();
  return rows.map((row) => ({
    recordId: row.record_id,
    fingerprint: row.fingerprint,
    issue: row.issue,
    authorHash: row.author_hash,
  }));
}

/** What the errors of these fingerprints say; each as one of its reports has it. */
export async function unknownErrors(
  db: Executor,
  repository: string,
  fingerprints: readonly string[],
): Promise<UnknownError[]> {
  const errors: UnknownError[] = [];
  for (let start = 0; start < fingerprints.length; start += mostValues) {
    const rows = await db
      .selectFrom("occurrences")
      .select(["fingerprint", "error_class", "masked_message", "frame"])
      .where("id", "in", (builder) =>
        builder
          .selectFrom("occurrences")
          .select((inner) => inner.fn.min("id").as("id"))
          .where("repository", "=", repository)
          .where("fingerprint", "in", fingerprints.slice(start, start + mostValues))
          .groupBy("fingerprint"),
      )
      .execute();
    for (const row of rows) {
      errors.push({
        fingerprint: row.fingerprint,
        errorClass: row.error_class,
        maskedMessage: row.masked_message,
        frame: row.frame,
      });
    }
  }
  return errors;
}
