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
  const [owner, repo] = splitRepository(repository);
  const pages = pagesByUpdate(since, async (from, page) => {
    const { data } = await client.rest.issues.listForRepo({
      owner,
      repo,
      state: "all",
      sort: "updated",
      direction: "asc",
      since: from,
      per_page: PAGE,
      page,
    });
    return data;
  });
  for await (const page of pages) yield page.filter((issue) => issue.pull_request === undefined);
}

/** Numbers of issues with a comment updated at `since` or later; those of pull requests among them. */
export async function* commentedIssues(
  client: Client,
  repository: string,
  since: Date,
): AsyncGenerator<number[]> {
  const [owner, repo] = splitRepository(repository);
  const pages = pagesByUpdate(since, async (from, page) => {
    const { data } = await client.rest.issues.listCommentsForRepo({
      owner,
      repo,
      sort: "updated",
      direction: "asc",
      since: from,
      per_page: PAGE,
      page,
    });
    return data;
  });
  for await (const page of pages) {
    yield page.map(({ issue_url }) => Number(issue_url.slice(issue_url.lastIndexOf("/") + 1)));
  }
}

/**
 * Pages by time, not by number: what is updated while we read moves to the end and would shift the pages
 * behind it, so that some would never be seen.
 */
async function* pagesByUpdate<T extends { updated_at: string }>(
  since: Date,
  read: (since: string, page: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let from = since.toISOString();
  let page = 1;
  for (;;) {
    const items = await read(from, page);
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
