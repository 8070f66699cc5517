/** Keeps the store's index in step with what a reconcile found and wrote. */
import { createHash } from "node:crypto";
import type { Diagnosis } from "../diagnosis.ts";
import { fingerprintOf, maskMessage } from "../match/mask.ts";
import { readMarker } from "../reply/marker.ts";
import type { Database } from "../store/database.ts";
import { authorHash, forgetIssue, indexIssue, type Occurrence } from "../store/occurrences.ts";
import { saveReply } from "../store/replies.ts";
import type { Reconciled } from "./reconcile.ts";
import type { Thread } from "./thread.ts";

/** More distinct errors of one issue are repetitions of a log, not news. */
const MAX_OCCURRENCES = 50;

export async function recordOutcome(
  database: Database,
  repository: string,
  issue: number,
  done: Pick<Reconciled, "thread" | "diagnosis" | "published">,
  now: Date,
): Promise<void> {
  const { thread, diagnosis, published } = done;
  if (thread === null) return await forgetIssue(database.db, repository, issue);
  if (diagnosis === null) return;
  await indexIssue(database.db, indexedIssue(thread, now), occurrencesOf(thread, diagnosis));
  for (const { action, comment } of published) {
    if (comment === null || (action.type !== "create-comment" && action.type !== "edit-comment")) continue;
    const bodyHash = createHash("sha256").update(action.body).digest("hex");
    const recordIds = readMarker(action.body)?.recordIds ?? [];
    await saveReply(database.db, { repository, issue, commentId: comment, recordIds, bodyHash }, now);
  }
}

function indexedIssue(thread: Thread, now: Date): Parameters<typeof indexIssue>[1] {
  return {
    repository: thread.repository,
    issue: thread.number,
    title: maskMessage(thread.title),
    state: thread.state,
    authorHash: authorHash(thread.repository, thread.author.login),
    openedAt: new Date(thread.createdAt),
    updatedAt: now,
  };
}

function occurrencesOf(thread: Thread, { errors, environment }: Diagnosis): Occurrence[] {
  const comments = new Map(thread.comments.map((comment) => [String(comment.id), comment]));
  return errors.slice(0, MAX_OCCURRENCES).map(({ error, match }) => {
    const comment = comments.get(error.part);
    return {
      part: error.part,
      lineNumber: error.lineNumber,
      authorHash: authorHash(thread.repository, comment?.author.login ?? thread.author.login),
      errorClass: error.errorClass,
      recordId: match?.entry?.id ?? null,
      siteId: match?.site?.id ?? null,
      backgroundTag: match?.entry?.backgroundTag ?? null,
      maskedMessage: maskMessage(error.message),
      fingerprint: fingerprintOf(error),
      confidence: match?.confidence ?? 0,
      release: environment.sglang,
      vendor: environment.vendor,
      environment: { gpus: environment.gpus.slice(0, 8), torch: environment.torch, cuda: environment.cuda },
      observedAt: new Date(comment?.createdAt ?? thread.createdAt),
    };
  });
}
