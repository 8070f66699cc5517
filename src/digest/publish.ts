/**
 * The digest's issue: one a week, found by marker and author, edited when it exists; the one before is closed
 * and points to it. Or one rolling issue that is edited every week.
 */
import type { Client } from "../github/client.ts";
import { ensureLabel } from "../github/labels.ts";
import { DIGEST_LABEL, type Ourselves } from "../github/plan.ts";
import { splitRepository } from "../github/read-thread.ts";
import { quietLink } from "../reply/github-link.ts";
import type { Page } from "./render.ts";

const LABEL = {
  name: DIGEST_LABEL,
  color: "ededed",
  description: "Weekly summary of recurring errors, written by a bot",
};
const MARKER = "<!-- sglang-triage digest ";
const NEXT = "> The next digest: ";

export type DigestIssues = "weekly" | "rolling";

interface Ours {
  number: number;
  title: string;
  body: string;
  open: boolean;
}

/**
 * @param name of the window: its digest has one issue, however often it runs
 * @returns the number of the issue
 */
export async function publishDigest(
  client: Client,
  ourselves: Ourselves,
  repository: string,
  { name, page, issues }: { name: string; page: Page; issues: DigestIssues },
): Promise<number> {
  const [owner, repo] = splitRepository(repository);
  const marker = `${MARKER}${issues === "rolling" ? "rolling" : name} -->`;
  const title = issues === "rolling" ? "Error digest" : page.title;
  const heading = issues === "rolling" ? `## ${page.title}\n\n` : "";
  const ours = await findDigests(client, ourselves, { owner, repo });
  const present = ours.find(({ body }) => body.startsWith(marker));
  const before = ours.find(({ number, open }) => open && number !== present?.number && issues === "weekly");
  const body = `${marker}\n${heading}${page.markdown}${nextOf(present)}`;
  let number = present?.number;
  if (number === undefined) {
    await ensureLabel(client, repository, LABEL);
    const created = await client.rest.issues.create({
      owner,
      repo,
      title,
      body,
      labels: [DIGEST_LABEL],
      request: { retries: 0 },
    });
    number = created.data.number;
  } else if (present!.body !== body || present!.title !== title) {
    await client.rest.issues.update({ owner, repo, issue_number: number, title, body });
  }
  if (before !== undefined && before.number < number) await close(client, repository, before, number);
  return number;
}

/** An older digest that is written again keeps its pointer. */
function nextOf(present: Ours | undefined): string {
  const at = present?.body.indexOf(`\n${NEXT}`) ?? -1;
  return at === -1 ? "" : present!.body.slice(at);
}

async function close(client: Client, repository: string, before: Ours, next: number): Promise<void> {
  const [owner, repo] = splitRepository(repository);
  const link = quietLink(repository, "issues", next);
  await client.rest.issues.update({
    owner,
    repo,
    issue_number: before.number,
    state: "closed",
    state_reason: "completed",
    body: `${before.body.trimEnd()}\n\n${NEXT}${link === null ? next : `[issue ${next}](${link})`}\n`,
  });
}

/** Newest first. Anybody can write a marker, so the author counts too. */
async function findDigests(
  client: Client,
  { login }: Ourselves,
  target: { owner: string; repo: string },
): Promise<Ours[]> {
  const issues = await client.paginate(client.rest.issues.listForRepo, {
    ...target,
    labels: DIGEST_LABEL,
    state: "all",
    per_page: 100,
  });
  return issues
    .filter(({ user, body }) => user?.login === login && body?.startsWith(MARKER) === true)
    .map(({ number, title, body, state }) => ({ number, title, body: body ?? "", open: state === "open" }))
    .sort((a, b) => b.number - a.number);
}
