/** The digest's issue: one a window, found by marker and author, edited when it exists. */
import type { Client } from "../github/client.ts";
import { ensureLabel } from "../github/labels.ts";
import { DIGEST_LABEL, type Ourselves } from "../github/plan.ts";
import { splitRepository } from "../github/read-thread.ts";
import type { Window } from "./window.ts";

const LABEL = {
  name: DIGEST_LABEL,
  color: "ededed",
  description: "Weekly summary of recurring errors, written by a bot",
};

/** @returns the number of the issue */
export async function publishDigest(
  client: Client,
  ourselves: Ourselves,
  repository: string,
  window: Window,
  digest: { title: string; markdown: string },
): Promise<number> {
  const [owner, repo] = splitRepository(repository);
  const marker = `<!-- sglang-triage digest ${window.name} -->`;
  const body = `${marker}\n${digest.markdown}`;
  const present = await findDigest(client, ourselves, { owner, repo }, marker);
  if (present === null) {
    await ensureLabel(client, repository, LABEL);
    const { data } = await client.rest.issues.create({
      owner,
      repo,
      title: digest.title,
      body,
      labels: [DIGEST_LABEL],
      request: { retries: 0 },
    });
    return data.number;
  }
  if (present.body !== body) {
    await client.rest.issues.update({ owner, repo, issue_number: present.number, title: digest.title, body });
  }
  return present.number;
}

async function findDigest(
  client: Client,
  { login }: Ourselves,
  target: { owner: string; repo: string },
  marker: string,
): Promise<{ number: number; body: string } | null> {
  const issues = await client.paginate(client.rest.issues.listForRepo, {
    ...target,
    labels: DIGEST_LABEL,
    state: "all",
    per_page: 100,
  });
  const found = issues.find(({ user, body }) => user?.login === login && body?.startsWith(marker));
  return found === undefined ? null : { number: found.number, body: found.body ?? "" };
}
