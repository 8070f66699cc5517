/** What people say of our replies, by reaction or command. */
import type { Executor } from "./schema.ts";
import { storableOrNull } from "./storable.ts";

export interface Feedback {
  repository: string;
  issue: number;
  /** Our comment that it is about. */
  commentId: number;
  authorHash: string;
  source: "reaction" | "command";
  verdict: "right" | "wrong";
  /** The record that the reply spoke of. */
  recordId: string | null;
  /** In the person's words, redacted; null where none is given. */
  reason: string | null;
  givenAt: Date;
}

/** Note a verdict; one person's later verdict by the same way replaces the earlier one. */
export async function saveFeedback(db: Executor, feedback: Feedback): Promise<void> {
  const content = {
    issue: feedback.issue,
    verdict: feedback.verdict,
    record_id: feedback.recordId,
    reason: storableOrNull(feedback.reason),
    given_at: feedback.givenAt.getTime(),
  };
  await db
    .insertInto("feedback")
    .values({
      repository: feedback.repository,
      comment_id: feedback.commentId,
      author_hash: feedback.authorHash,
      source: feedback.source,
      ...content,
    })
    .onConflict((conflict) =>
      conflict.columns(["repository", "comment_id", "author_hash", "source"]).doUpdateSet(content),
    )
    .execute();
}

/** Make the verdicts given by reactions to a comment exactly these: reactions that were taken back are forgotten. */
export async function replaceReactions(
  tx: Executor,
  { repository, commentId }: Pick<Feedback, "repository" | "commentId">,
  verdicts: readonly Feedback[],
): Promise<void> {
  await tx
    .deleteFrom("feedback")
    .where("repository", "=", repository)
    .where("comment_id", "=", commentId)
    .where("source", "=", "reaction")
    .execute();
  for (const verdict of verdicts) await saveFeedback(tx, verdict);
}

/** The verdicts given in [from, to), oldest first. */
export async function feedbackBetween(
  db: Executor,
  { repository, from, to }: { repository: string; from: Date; to: Date },
): Promise<Feedback[]> {
  const rows = await db
    .selectFrom("feedback")
    .selectAll()
    .where("repository", "=", repository)
    .where("given_at", ">=", from.getTime())
    .where("given_at", "<", to.getTime())
    .orderBy("given_at")
    .orderBy("comment_id")
    .orderBy("author_hash")
    .execute();
  return rows.map((row) => ({
    repository: row.repository,
    issue: row.issue,
    commentId: row.comment_id,
    authorHash: row.author_hash,
    source: row.source,
    verdict: row.verdict,
    recordId: row.record_id,
    reason: row.reason,
    givenAt: new Date(row.given_at),
  }));
}

/** Forget verdicts given before a time. @returns how many. */
export async function pruneFeedback(db: Executor, givenBefore: Date): Promise<number> {
  const result = await db
    .deleteFrom("feedback")
    .where("given_at", "<", givenBefore.getTime())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** How many people found each record's replies right and wrong, in all time; records without verdicts are absent. */
export async function verdictsByRecord(
  db: Executor,
  repository: string,
): Promise<Map<string, { right: number; wrong: number }>> {
  const rows = await db
    .selectFrom("feedback")
    .select((builder) => ["record_id", "verdict", builder.fn.countAll<number>().as("count")])
    .where("repository", "=", repository)
    .where("record_id", "is not", null)
    .groupBy(["record_id", "verdict"])
    .execute();
  const verdicts = new Map<string, { right: number; wrong: number }>();
  for (const row of rows) {
    const counts = verdicts.get(row.record_id!) ?? { right: 0, wrong: 0 };
    counts[row.verdict] = Number(row.count);
    verdicts.set(row.record_id!, counts);
  }
  return verdicts;
}
