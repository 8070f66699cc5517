/** Our one comment of an issue, as last written. GitHub holds the truth; this tells where to look again. */
import type { Selectable } from "kysely";
import type { Executor, Schema } from "./schema.ts";

export interface Reply {
  repository: string;
  issue: number;
  commentId: number;
  /** Ids of the records it speaks of, the main one first. */
  recordIds: string[];
  /** Of the comment's text: tells whether a new text differs without reading the old one. */
  bodyHash: string;
  postedAt: Date;
  editedAt: Date | null;
  hiddenAt: Date | null;
}

/** Note that our comment was posted or edited. Editing keeps the first `postedAt`; a new comment id replaces all. */
export async function saveReply(
  db: Executor,
  reply: Pick<Reply, "repository" | "issue" | "commentId" | "recordIds" | "bodyHash">,
  now: Date,
): Promise<void> {
  const content = {
    comment_id: reply.commentId,
    record_ids: JSON.stringify(reply.recordIds),
    body_hash: reply.bodyHash,
  };
  const write = async (tx: Executor) => {
    const edited = await tx
      .updateTable("replies")
      .set({ ...content, edited_at: now.getTime(), hidden_at: null })
      .where("repository", "=", reply.repository)
      .where("issue", "=", reply.issue)
      .where("comment_id", "=", reply.commentId)
      .returning("issue")
      .executeTakeFirst();
    if (edited) return;
    const fresh = { ...content, posted_at: now.getTime(), edited_at: null, hidden_at: null };
    await tx
      .insertInto("replies")
      .values({ repository: reply.repository, issue: reply.issue, ...fresh })
      .onConflict((conflict) => conflict.columns(["repository", "issue"]).doUpdateSet(fresh))
      .execute();
  };
  await (db.isTransaction ? write(db) : db.transaction().execute(write));
}

/** Our reply to an issue, or null. */
export async function findReply(db: Executor, repository: string, issue: number): Promise<Reply | null> {
  const row = await db
    .selectFrom("replies")
    .selectAll()
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Forget a reply: its comment is gone. */
export async function forgetReply(db: Executor, repository: string, issue: number): Promise<void> {
  await db.deleteFrom("replies").where("repository", "=", repository).where("issue", "=", issue).execute();
}

/** Note that we hid our reply. Nothing when there is none. */
export async function markReplyHidden(
  db: Executor,
  repository: string,
  issue: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable("replies")
    .set({ hidden_at: now.getTime() })
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .execute();
}

/** Note that our reply is shown again. */
export async function markReplyShown(db: Executor, repository: string, issue: number): Promise<void> {
  await db
    .updateTable("replies")
    .set({ hidden_at: null })
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .execute();
}

/** Replies in a repository posted since, newest first: their reactions send no webhook and are read again. */
export async function recentReplies(
  db: Executor,
  { repository, postedSince, limit }: { repository: string; postedSince: Date; limit: number },
): Promise<Reply[]> {
  const rows = await db
    .selectFrom("replies")
    .selectAll()
    .where("repository", "=", repository)
    .where("posted_at", ">=", postedSince.getTime())
    .orderBy("posted_at", "desc")
    .orderBy("issue")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

function fromRow(row: Selectable<Schema["replies"]>): Reply {
  return {
    repository: row.repository,
    issue: row.issue,
    commentId: row.comment_id,
    recordIds: JSON.parse(row.record_ids) as string[],
    bodyHash: row.body_hash,
    postedAt: new Date(row.posted_at),
    editedAt: row.edited_at === null ? null : new Date(row.edited_at),
    hiddenAt: row.hidden_at === null ? null : new Date(row.hidden_at),
  };
}
