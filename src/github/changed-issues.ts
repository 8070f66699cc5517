/** Which issues of a repository changed since a time: by the issue list, and by the comments', since an edited comment is a change too. */
import type { Client } from "./client.ts";
import { type RawIssue, splitRepository } from "./read-thread.ts";

const PAGE = 100;

/** Issues, without pull requests, updated at `since` or later, oldest update first, a page at a time. */
export async function* changedIssues(
  client: Client,
  repository: string,
  since: Date,
): AsyncGenerator<RawIssue[]> {
  const { issues } = client.rest;
  const pages = pagesByUpdate(repository, since, (query) => issues.listForRepo({ ...query, state: "all" }));
  for await (const page of pages) yield page.filter((issue) => issue.pull_request === undefined);
}

/** Numbers of issues with a comment updated at `since` or later; those of pull requests among them. */
export async function* commentedIssues(
  client: Client,
  repository: string,
  since: Date,
): AsyncGenerator<number[]> {
  const { issues } = client.rest;
  for await (const page of pagesByUpdate(repository, since, (query) => issues.listCommentsForRepo(query)))
    yield page.map(({ issue_url }) => Number(issue_url.slice(issue_url.lastIndexOf("/") + 1)));
}

/** What both lists are asked for. */
type Query = {
  owner: string;
  repo: string;
  sort: "updated";
  direction: "asc";
  since: string;
  per_page: number;
  page: number;
};

/**
 * Pages by time, not by number: what is updated while we read moves to the end and would shift the pages
 * behind it, so that some would never be seen.
 */
async function* pagesByUpdate<T extends { updated_at: string }>(
  repository: string,
  since: Date,
  read: (query: Query) => Promise<{ data: T[] }>,
): AsyncGenerator<T[]> {
  const [owner, repo] = splitRepository(repository);
  let from = since.toISOString();
  let page = 1;
  for (;;) {
    const query: Query = {
      owner,
      repo,
      sort: "updated",
      direction: "asc",
      since: from,
      per_page: PAGE,
      page,
    };
    const { data: items } = await read(query);
    if (items.length > 0) yield items;
    if (items.length < PAGE) return;
    const last = new Date(items.at(-1)!.updated_at).toISOString();
    // More than a page of one second: only then by number.
    if (last === from) page += 1;
    else {
      from = last;
      page = 1;
    }
  }
}
