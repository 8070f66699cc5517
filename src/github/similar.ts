/** "Also seen in": other people's issues with the same error, from the index, with what became of them. */
import type { Diagnosis } from "../diagnosis.ts";
import { frameOf, maskMessage } from "../match/mask.ts";
import type { SimilarIssue } from "../reply/folded.ts";
import type { Database } from "../store/database.ts";
import { authorHash, saveCloser, similarIssues } from "../store/occurrences.ts";
import type { Client } from "./client.ts";
import { readClosers } from "./closers.ts";
import type { Thread } from "./thread.ts";

const MAX_SIMILAR = 5;

/** @returns at most five, the newest first; none where the answer is of no entry */
export async function findSimilar(
  client: Client,
  { db }: Database,
  { repository, number, author }: Thread,
  { decision, primary }: Diagnosis,
): Promise<SimilarIssue[]> {
  if (decision !== "reply" || primary?.entry == null) return [];
  const found = await similarIssues(db, {
    repository,
    except: number,
    exceptAuthor: authorHash(repository, author.login),
    recordId: primary.entry.id,
    maskedMessage: maskMessage(primary.error.message),
    frame: frameOf(primary.error),
    limit: MAX_SIMILAR,
  });
  const asked = found.filter(({ state, closedBy }) => state === "closed" && closedBy === null);
  const closers = await readClosers(
    client,
    repository,
    asked.map(({ issue }) => issue),
  );
  for (const [issue, closer] of closers) await saveCloser(db, repository, issue, closer);
  return found.map(({ issue, title, state, openedAt, closedBy }) => ({
    repository,
    number: issue,
    title,
    state,
    opened: openedAt.toISOString(),
    closedBy: readCloser(closedBy ?? closers.get(issue) ?? ""),
  }));
}

function readCloser(text: string): SimilarIssue["closedBy"] {
  const hash = text.lastIndexOf("#");
  return hash < 0 ? null : { repository: text.slice(0, hash), number: Number(text.slice(hash + 1)) };
}
