/** Keeps the store's index in step with what a reconcile found and wrote. */
import { createHash } from "node:crypto";
import { readMarker } from "../reply/marker.ts";
import type { Database } from "../store/database.ts";
import { forgetIssue, indexIssue } from "../store/occurrences.ts";
import { forgetHide } from "../store/own-actions.ts";
import { markReplyHidden, markReplyShown, saveReply } from "../store/replies.ts";
import type { Executor } from "../store/schema.ts";
import { indexedIssue, occurrencesOf } from "./index-rows.ts";
import type { Reconciled } from "./reconcile.ts";

/** A hide that a list does not show yet is no hide that a person took back. */
const LISTS_LAG_MILLISECONDS = 10 * 60_000;

export async function recordOutcome(
  database: Database,
  repository: string,
  issue: number,
  done: Pick<Reconciled, "thread" | "diagnosis" | "found" | "published">,
  now: Date,
): Promise<void> {
  const { thread, diagnosis } = done;
  if (thread === "gone") return await forgetIssue(database.db, repository, issue);
  if (typeof thread === "string" || diagnosis === null) return;
  await database.transaction(async (tx) => {
    await indexIssue(tx, indexedIssue(thread, diagnosis, now), occurrencesOf(thread, diagnosis));
    await recordReply(tx, repository, issue, done, now);
  });
}

async function recordReply(
  tx: Executor,
  repository: string,
  issue: number,
  { found, published }: Pick<Reconciled, "found" | "published">,
  now: Date,
): Promise<void> {
  const save = async (commentId: number, body: string): Promise<void> => {
    const bodyHash = createHash("sha256").update(body).digest("hex");
    const recordIds = readMarker(body)?.recordIds ?? [];
    await saveReply(tx, { repository, issue, commentId, recordIds, bodyHash }, now);
  };
  if (found !== null) await recordFound(found);
  for (const { action, comment, written } of published) {
    if (!written) continue;
    if (comment !== null && (action.type === "create-comment" || action.type === "edit-comment"))
      await save(comment, action.body);
    if (action.type === "hide-comment") await markReplyHidden(tx, repository, issue, now);
    if (action.type === "show-comment") {
      await markReplyShown(tx, repository, issue);
      await forgetHide(tx, repository, action.comment);
    }
  }

  async function recordFound({ comment, memory }: NonNullable<Reconciled["found"]>): Promise<void> {
    if (comment === null) return;
    // The store may have been lost; without this a deletion could not be told from a first time.
    if (memory.reply?.commentId !== comment.id) await save(comment.id, comment.body);
    const hiddenAt = memory.reply?.hiddenAt ?? null;
    if (!memory.ownHide) return;
    if (comment.hidden && hiddenAt === null) await markReplyHidden(tx, repository, issue, now);
    if (!comment.hidden && hiddenAt !== null && now.getTime() - hiddenAt.getTime() > LISTS_LAG_MILLISECONDS)
      await forgetHide(tx, repository, comment.id);
  }
}
