/** Which issues of a repository changed since a time: by the issue list, and by the comments', since an edited comment is a change too. */
import type { Client } from "./client.ts";
import { splitRepository } from "./read-thread.ts";

export interface ChangedIssue {
  number: number;
  /** When it, or the comment it was found by, was last updated. */
  updatedAt: string;
}

/** An issue as the list has it: enough to diagnose one without comments. */
export interface ListedIssue extends ChangedIssue {
  title: string;
  body: string;
  author: { login: string; type: string } | null;
  state: "open" | "closed";
  createdAt: string;
  comments: number;
  labels: string[];
  locked: boolean;
}

const PAGE = 100;

/** Issues, without pull requests, updated at `since` or later, oldest update first, a page at a time. */
export async function* changedIssues(
  client: Client,
  repository: string,
  since: Date,
): AsyncGenerator<ListedIssue[]> {
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
  for await (const page of pages) {
    yield page.flatMap((issue) =>
      issue.pull_request !== undefined
        ? []
        : [
            {
              number: issue.number,
              updatedAt: issue.updated_at,
              title: issue.title,
              body: issue.body ?? "",
              author: issue.user === null ? null : { login: issue.user.login, type: issue.user.type },
              state: issue.state === "closed" ? ("closed" as const) : ("open" as const),
              createdAt: issue.created_at,
              comments: issue.comments,
              labels: issue.labels.flatMap((it) => (typeof it === "string" ? it : (it.name ?? []))),
              locked: issue.locked,
            },
          ],
    );
  }
}

/** Issues with a comment updated at `since` or later; those of pull requests among them. */
export async function* commentedIssues(
  client: Client,
  repository: string,
  since: Date,
): AsyncGenerator<ChangedIssue[]> {
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
    yield page.map(({ issue_url, updated_at }) => ({
      number: Number(issue_url.slice(issue_url.lastIndexOf("/") + 1)),
      updatedAt: updated_at,
    }));
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
