/** Makes the labels of a repository, and gives them their colours and texts, all at once and on purpose. */
import type { Client } from "./client.ts";
import type { WantedLabel } from "./labels.ts";
import { splitRepository } from "./read-thread.ts";

/** A label as a repository has it. */
export interface PresentLabel {
  name: string;
  color: string;
  description: string | null;
}

export interface LabelChange {
  kind: "create" | "change";
  /** The name as the repository has it, or as it will. */
  name: string;
  color: string;
  description: string;
}

/** What is missing or looks different; labels that settings map to are the repository's own and stay. Pure. */
export function labelChanges(
  wanted: readonly WantedLabel[],
  present: readonly PresentLabel[],
): LabelChange[] {
  // GitHub does not tell names apart by case.
  const byName = new Map(present.map((label) => [label.name.toLowerCase(), label]));
  return wanted.flatMap(({ label, color, description, create }): LabelChange[] => {
    if (!create) return [];
    const known = byName.get(label.toLowerCase());
    if (known === undefined) return [{ kind: "create", name: label, color, description }];
    const same =
      known.color.toLowerCase() === color.toLowerCase() && (known.description ?? "") === description;
    return same ? [] : [{ kind: "change", name: known.name, color, description }];
  });
}

/** @param dryRun only find what would change */
export async function syncLabels(
  client: Client,
  repository: string,
  wanted: readonly WantedLabel[],
  dryRun: boolean,
): Promise<LabelChange[]> {
  const [owner, repo] = splitRepository(repository);
  const { issues } = client.rest;
  const present = await client.paginate(issues.listLabelsForRepo, { owner, repo, per_page: 100 });
  const changes = labelChanges(wanted, present);
  if (dryRun) return changes;
  for (const { kind, name, color, description } of changes) {
    const target = { owner, repo, name, color, description };
    if (kind === "create") await issues.createLabel({ ...target, request: { retries: 0 } });
    else await issues.updateLabel(target);
  }
  return changes;
}
