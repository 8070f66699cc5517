/** One digest: collect, group, render, publish. */
import type { Client } from "../github/client.ts";
import type { Ourselves } from "../github/plan.ts";
import { readSettings, type SettingsMemory } from "../github/read-settings.ts";
import type { Catalog } from "../match/catalog.ts";
import { collectOccurrences } from "./collect.ts";
import { groupOccurrences } from "./group.ts";
import { publishDigest } from "./publish.ts";
import { renderDigest } from "./render.ts";
import { lastWeek, sinceDate } from "./window.ts";

export interface DigestContext {
  client: Client;
  catalog: Catalog;
  ourselves: Ourselves;
  /** Where the last settings that could be used are kept; nowhere for a command. */
  settingsMemory?: SettingsMemory;
  /** Page of an entry, or null where no pages are served. */
  recordUrl?(slug: string): string | null;
  /** Told after each issue that was read. */
  onIssue?(): void;
  /** Asked before the digest is written; a throw keeps it from that. */
  assertHeld?(): void;
}

export interface DigestRun {
  title: string;
  markdown: string;
  /** Number of the digest's issue; null when nothing was written. */
  issue: number | null;
  written: boolean;
}

/**
 * @param options.since start of the window; the last whole week when not given
 * @param options.publish false: only render, whatever the settings say
 */
export async function runDigest(
  context: DigestContext,
  repository: string,
  options: { now: Date; since?: Date; publish?: boolean },
): Promise<DigestRun> {
  const { client, catalog, ourselves } = context;
  const window = options.since === undefined ? lastWeek(options.now) : sinceDate(options.since, options.now);
  const { settings } = await readSettings(client, repository, context.settingsMemory);
  const collected = await collectOccurrences(client, catalog, settings, repository, window, context.onIssue);
  const digest = renderDigest({
    window,
    issues: collected.issues,
    groups: groupOccurrences(collected.occurrences),
    recordUrl: context.recordUrl ?? (() => null),
    titleOf: (slug) => catalog.entries.get(slug)?.message ?? slug,
  });
  if (settings.dryRun || options.publish === false) return { ...digest, issue: null, written: false };
  context.assertHeld?.();
  return {
    ...digest,
    issue: await publishDigest(client, ourselves, repository, window, digest),
    written: true,
  };
}
