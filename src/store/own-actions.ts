/**
 * What we did on GitHub and cannot read back from it: who hid a comment, which command was answered, which
 * labels were ours.
 */
import type { Executor } from "./schema.ts";

/** Note that we hid a comment. */
export async function recordHide(
  db: Executor,
  hide: { repository: string; issue: number; commentId: number },
  now: Date,
): Promise<void> {
  await db
    .insertInto("own_hides")
    .values({
      repository: hide.repository,
      comment_id: hide.commentId,
      issue: hide.issue,
      hidden_at: now.getTime(),
    })
    .onConflict((conflict) =>
      conflict.columns(["repository", "comment_id"]).doUpdateSet({ hidden_at: now.getTime() }),
    )
    .execute();
}

/** Note that the comment is shown again. */
export async function forgetHide(db: Executor, repository: string, commentId: number): Promise<void> {
  await db
    .deleteFrom("own_hides")
    .where("repository", "=", repository)
    .where("comment_id", "=", commentId)
    .execute();
}

/** Whether it was us who hid a comment: otherwise a person did, and it stays hidden. */
export async function isOwnHide(db: Executor, repository: string, commentId: number): Promise<boolean> {
  const row = await db
    .selectFrom("own_hides")
    .select("comment_id")
    .where("repository", "=", repository)
    .where("comment_id", "=", commentId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Note that the command of a comment is handled.
 * @returns true for the first caller, false when it was handled before.
 */
export async function claimCommand(
  db: Executor,
  command: { repository: string; issue: number; commentId: number; command: string },
  now: Date,
): Promise<boolean> {
  const row = await db
    .insertInto("handled_commands")
    .values({
      repository: command.repository,
      comment_id: command.commentId,
      issue: command.issue,
      command: command.command,
      handled_at: now.getTime(),
    })
    .onConflict((conflict) => conflict.columns(["repository", "comment_id"]).doNothing())
    .returning("comment_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The comments of an issue whose commands are handled. */
export async function handledCommands(db: Executor, repository: string, issue: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom("handled_commands")
    .select("comment_id")
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .execute();
  return new Set(rows.map((row) => row.comment_id));
}

/** Note a label that we added; again is no error. */
export async function recordLabel(
  db: Executor,
  { repository, issue, label }: { repository: string; issue: number; label: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto("own_labels")
    .values({ repository, issue, label, added_at: now.getTime() })
    .onConflict((conflict) => conflict.columns(["repository", "issue", "label"]).doNothing())
    .execute();
}

/** Note that a label of ours is gone. */
export async function forgetLabel(
  db: Executor,
  { repository, issue, label }: { repository: string; issue: number; label: string },
): Promise<void> {
  await db
    .deleteFrom("own_labels")
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .where("label", "=", label)
    .execute();
}

/** The labels that we added to an issue and did not take away, in order of the alphabet. */
export async function ownLabels(db: Executor, repository: string, issue: number): Promise<string[]> {
  const rows = await db
    .selectFrom("own_labels")
    .select("label")
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .execute();
  return rows.map((row) => row.label).sort();
}
