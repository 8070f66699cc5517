/** Reads the issues of a window over the API and diagnoses each, as the bot would. */
import { diagnose } from "../diagnose.ts";
import type { Client } from "../github/client.ts";
import { reasonToIgnore } from "../github/plan.ts";
import { readThread, splitRepository } from "../github/read-thread.ts";
import type { Settings } from "../github/settings.ts";
import { partsOf } from "../github/thread.ts";
import type { Catalog } from "../match/catalog.ts";
import { type Occurrence, occurrenceOf } from "./occurrence.ts";
import type { Window } from "./window.ts";

export interface Collected {
  /** Issues opened in the window that the bot may look at. */
  issues: number;
  occurrences: Occurrence[];
}

/** @param onIssue told after each issue, for a progress bar */
export async function collectOccurrences(
  client: Client,
  catalog: Catalog,
  settings: Settings,
  repository: string,
  window: Window,
  onIssue: () => void = () => {},
): Promise<Collected> {
  const [owner, repo] = splitRepository(repository);
  const listed = await client.paginate(client.rest.issues.listForRepo, {
    owner,
    repo,
    state: "all",
    // `since` looks at the last update, so issues opened before the window come too; those are dropped below.
    since: window.from.toISOString(),
    per_page: 100,
  });
  const collected: Collected = { issues: 0, occurrences: [] };
  for (const issue of listed) {
    const created = new Date(issue.created_at);
    if (issue.pull_request !== undefined || created < window.from || created >= window.to) continue;
    const thread = await readThread(client, repository, issue.number);
    onIssue();
    if (typeof thread === "string" || reasonToIgnore(thread, settings) !== null) continue;
    collected.issues += 1;
    const { number, title, state, createdAt } = thread;
    const seen = { number, title, state, createdAt, url: issue.html_url, author: thread.author.login };
    const occurrence = occurrenceOf(seen, diagnose({ title, parts: partsOf(thread) }, catalog));
    if (occurrence !== null) collected.occurrences.push(occurrence);
  }
  return collected;
}
