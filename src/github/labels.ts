/** Which labels an issue gets, what they are called and look like, and how they come into being. */
import { SEVERITIES } from "../catalog/entry.ts";
import type { BackgroundTag } from "../catalog/tags.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Client } from "./client.ts";
import { splitRepository } from "./read-thread.ts";
import type { Settings } from "./settings.ts";

export interface WantedLabel {
  label: string;
  /** Six hex digits. */
  color: string;
  description: string;
  /** Whether to make it where the repository has none of that name. */
  create: boolean;
}

const SEVERITY_COLORS: Record<(typeof SEVERITIES)[number], string> = {
  critical: "b60205",
  error: "d93f0b",
  warning: "fbca04",
  info: "c2e0c6",
};

/** The labels of a diagnosis: its background tag's, and its severity's where settings want one. */
export function labelsFor(
  diagnosis: Diagnosis,
  settings: Settings,
  tags: ReadonlyMap<string, BackgroundTag>,
): WantedLabel[] {
  const { severityPrefix } = settings.labels;
  const severity = diagnosis.tags.length > 0 ? diagnosis.primary?.entry?.severity : undefined;
  return [
    ...diagnosis.tags.flatMap((tag) => {
      const known = tags.get(tag);
      return known === undefined ? [] : [tagLabel(tag, known, settings)];
    }),
    ...(severity === undefined || severityPrefix === null ? [] : [severityLabel(severity, settings)]),
  ];
}

/** Every label that the bot could give under these settings. */
export function allLabels(settings: Settings, tags: ReadonlyMap<string, BackgroundTag>): WantedLabel[] {
  return [
    ...[...tags].map(([tag, known]) => tagLabel(tag, known, settings)),
    ...(settings.labels.severityPrefix === null ? [] : SEVERITIES.map((it) => severityLabel(it, settings))),
  ];
}

function tagLabel(tag: string, known: BackgroundTag, { labels }: Settings): WantedLabel {
  const own = Object.hasOwn(labels.map, tag) ? labels.map[tag]! : null;
  return {
    label: own ?? labels.prefix + tag,
    color: known.color,
    description: labelDescription(known),
    // One that settings name is the repository's own.
    create: labels.create && own === null,
  };
}

function severityLabel(severity: (typeof SEVERITIES)[number], { labels }: Settings): WantedLabel {
  return {
    label: `${labels.severityPrefix}${severity}`,
    color: SEVERITY_COLORS[severity],
    description: `Severity of the known error: ${severity}`,
    create: labels.create,
  };
}

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
  if (!(await hasLabel(client, repository, label.name))) await createLabel(client, { owner, repo, ...label });
}

export async function hasLabel(client: Client, repository: string, name: string): Promise<boolean> {
  const [owner, repo] = splitRepository(repository);
  try {
    await client.rest.issues.getLabel({ owner, repo, name });
    return true;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return false;
    throw error;
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
