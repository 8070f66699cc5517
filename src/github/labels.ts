import type { BackgroundTag } from "../catalog/tags.ts";
import type { Client } from "./client.ts";
import { splitRepository } from "./read-thread.ts";

/** GitHub refuses longer descriptions. */
const MAX_DESCRIPTION = 100;

/** A tag's definition as a label's description: cut at a word where it is too long. */
export function labelDescription({ definition }: BackgroundTag): string {
  if (definition.length <= MAX_DESCRIPTION) return definition;
  const cut = definition.slice(0, MAX_DESCRIPTION - 1);
  return `${cut.slice(0, cut.lastIndexOf(" "))}…`;
}

/**
 * Creates a label where the repository has none of that name. Adding an unknown label to an issue would
 * create it too, in silence and grey. One that exists is left as its maintainers made it.
 */
export async function ensureLabel(
  client: Client,
  repository: string,
  label: { name: string; color: string; description: string },
): Promise<void> {
  const [owner, repo] = splitRepository(repository);
  try {
    await client.rest.issues.getLabel({ owner, repo, name: label.name });
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error;
    await createLabel(client, { owner, repo, ...label });
  }
}

async function createLabel(
  client: Client,
  label: { owner: string; repo: string; name: string; color: string; description: string },
): Promise<void> {
  try {
    await client.rest.issues.createLabel({ ...label, request: { retries: 0 } });
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  }
}

/** Another process may have created it between our look and our create. */
function isAlreadyThere(error: unknown): boolean {
  const { status, response } = error as {
    status?: number;
    response?: { data?: { errors?: { code?: string }[] } };
  };
  return status === 422 && (response?.data?.errors ?? []).some(({ code }) => code === "already_exists");
}
