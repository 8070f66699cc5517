/** Reads 👍 and 👎 on our recent replies as feedback: reactions send no webhook. */
import type { Database } from "../store/database.ts";
import { type Feedback, replaceReactions } from "../store/feedback.ts";
import { authorHash } from "../store/occurrences.ts";
import { type Reply, recentReplies } from "../store/replies.ts";
import type { Client } from "./client.ts";
import { rateLimitPause } from "./rate-limit.ts";
import { splitRepository } from "./read-thread.ts";

/** People react while they read the issue; each reply is a call. */
const RECENT_MILLISECONDS = 14 * 24 * 3_600_000;
const MAX_REPLIES = 100;

/**
 * A reply whose reactions cannot be read this time is read the next time: the others do not wait for it.
 * @returns how many verdicts stand on the recent replies, and how many replies could not be read
 * @throws the client's error at a rate limit
 */
export async function readReactions(
  client: Client,
  database: Database,
  repository: string,
  now: Date,
): Promise<{ verdicts: number; unread: number }> {
  const postedSince = new Date(now.getTime() - RECENT_MILLISECONDS);
  const recent = await recentReplies(database.db, { repository, postedSince, limit: MAX_REPLIES });
  const read = { verdicts: 0, unread: 0 };
  for (const reply of recent) {
    const verdicts = await verdictsOn(client, reply).catch((error: unknown) => {
      if (rateLimitPause(error, now) !== null) throw error;
      return "unread" as const;
    });
    if (verdicts === "unread") read.unread += 1;
    if (verdicts === "unread" || verdicts === null) continue;
    await database.transaction((tx) => replaceReactions(tx, reply, verdicts));
    read.verdicts += verdicts.length;
  }
  return read;
}

/** @returns one a person, the last reaction of each; null for a comment that is gone */
async function verdictsOn(client: Client, reply: Reply): Promise<Feedback[] | null> {
  const { repository, issue, commentId, recordIds } = reply;
  const [owner, repo] = splitRepository(repository);
  const byPerson = new Map<string, Feedback>();
  try {
    const target = { owner, repo, comment_id: commentId, per_page: 100 };
    const reactions = await client.paginate(client.rest.reactions.listForIssueComment, target);
    for (const { user, content, created_at } of reactions.sort((a, b) => a.id - b.id)) {
      if (user === null || user.type === "Bot" || (content !== "+1" && content !== "-1")) continue;
      const author = authorHash(repository, user.login);
      byPerson.set(author, {
        repository,
        issue,
        commentId,
        authorHash: author,
        source: "reaction",
        verdict: content === "+1" ? "right" : "wrong",
        recordId: recordIds[0] ?? null,
        reason: null,
        givenAt: new Date(created_at),
      });
    }
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  }
  return [...byPerson.values()];
}
