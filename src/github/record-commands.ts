/** Remembers what commands did, each once, and a "wrong" as feedback. */
import { redact } from "../reply/redact.ts";
import type { Database } from "../store/database.ts";
import { saveFeedback } from "../store/feedback.ts";
import { authorHash } from "../store/occurrences.ts";
import { claimCommand } from "../store/own-actions.ts";
import type { HandledCommand } from "./judge-commands.ts";
import { writeEffect } from "./orders.ts";

/** @param answer id of our comment; null where there is none */
export async function recordCommands(
  database: Database,
  { repository, issue, answer }: { repository: string; issue: number; answer: number | null },
  handled: readonly HandledCommand[],
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { comment: commentId, author, command, effect } of handled) {
      const row = { repository, issue, commentId, command: command.verb, effect: writeEffect(effect) };
      if (!(await claimCommand(tx, row, now))) continue;
      if (command.verb !== "wrong" || effect.kind !== "wrong") continue;
      await saveFeedback(tx, {
        repository,
        issue,
        commentId: answer ?? commentId,
        authorHash: authorHash(repository, author),
        source: "command",
        verdict: "wrong",
        recordId: effect.records[0] ?? null,
        reason: command.reason === "" ? null : redact(command.reason),
        givenAt: now,
      });
    }
  });
}
