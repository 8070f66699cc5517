/** What the store knows of a thread and GitHub does not show. */
import { takeSlot } from "../store/comment-slots.ts";
import type { Database } from "../store/database.ts";
import { handledCommands, isOwnHide, recordHide } from "../store/own-actions.ts";
import { findReply } from "../store/replies.ts";
import type { HandledCommand } from "./judge-commands.ts";
import { type Effect, readEffect } from "./orders.ts";
import type { ReplyMemory } from "./plan-comment.ts";
import { recordCommands } from "./record-commands.ts";

export interface ThreadMemory {
  /** What commands did, by the comment they stood in. */
  handled: ReadonlyMap<number, Effect>;
  /** Our comment as we last wrote it; null where we never wrote one. */
  reply: ReplyMemory | null;
  /** Whether it is us who hid it, or were about to. */
  ownHide: boolean;
}

/** What a reconcile asks of the store while it runs. */
export interface Memory {
  read(repository: string, issue: number): Promise<ThreadMemory>;
  /**
   * Commands are judged, and nothing has come of it yet: judged again, one would meet what it did itself.
   * @param answer id of our comment; null where there is none
   */
  afterJudging(
    repository: string,
    issue: number,
    answer: number | null,
    handled: readonly HandledCommand[],
  ): Promise<void>;
  /** Before a comment is hidden: a crash after GitHub's answer must not make the hide somebody else's. */
  beforeHide(repository: string, issue: number, comment: number): Promise<void>;
  /** @returns whether a first comment may be written; false when the day's `most` are */
  takeSlot(repository: string, issue: number, most: number): Promise<boolean>;
}

export function createMemory(database: Database, now: () => Date): Memory {
  const { db } = database;
  return {
    async read(repository, issue) {
      const reply = await findReply(db, repository, issue);
      const effects = await handledCommands(db, repository, issue);
      return {
        handled: new Map([...effects].map(([comment, effect]) => [comment, readEffect(effect)])),
        reply,
        ownHide: reply !== null && (await isOwnHide(db, repository, reply.commentId)),
      };
    },
    afterJudging: (repository, issue, answer, handled) =>
      recordCommands(database, { repository, issue, answer }, handled, now()),
    beforeHide: (repository, issue, commentId) => recordHide(db, { repository, issue, commentId }, now()),
    takeSlot: (repository, issue, most) => takeSlot(db, { repository, issue, most }, now()),
  };
}

/** For commands that keep no store: everything is new to them. */
export const NO_MEMORY: Memory = {
  read: async () => ({ handled: new Map(), reply: null, ownHide: false }),
  afterJudging: async () => {},
  beforeHide: async () => {},
  takeSlot: async () => true,
};
