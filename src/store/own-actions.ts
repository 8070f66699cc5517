/** What we did on GitHub and cannot read back from it: who hid a comment, and what a command did. */
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
  command: { repository: string; issue: number; commentId: number; command: string; effect: string },
  now: Date,
): Promise<boolean> {
  const row = await db
    .insertInto("handled_commands")
    .values({
      repository: command.repository,
      comment_id: command.commentId,
      issue: command.issue,
      command: command.command,
      effect: command.effect,
      handled_at: now.getTime(),
    })
    .onConflict((conflict) => conflict.columns(["repository", "comment_id"]).doNothing())
    .returning("comment_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** What the handled commands of an issue did, by comment; "" where that is not known. */
export async function handledCommands(
  db: Executor,
  repository: string,
  issue: number,
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("handled_commands")
    .select(["comment_id", "effect"])
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .execute();
  return new Map(rows.map((row) => [row.comment_id, row.effect ?? ""]));
}
