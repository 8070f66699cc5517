/** One digest: read the index, count, render, publish. */
import type { Client } from "../github/client.ts";
import type { Ourselves } from "../github/plan.ts";
import type { Settings } from "../github/settings.ts";
import type { Catalog } from "../match/catalog.ts";
import type { Executor } from "../store/schema.ts";
import { type Digest, digestOf } from "./digest.ts";
import { readFacts } from "./facts.ts";
import { digestLinks } from "./links.ts";
import { publishDigest } from "./publish.ts";
import { type Page, renderDigest } from "./render.ts";
import { type Window, windowsBefore } from "./window.ts";

/** Windows that a digest compares with. */
export const COMPARED = 8;

export interface DigestSource {
  db: Executor;
  catalog: Catalog;
  /** Page of an entry; null where no pages are served. */
  recordUrl(slug: string): string | null;
}

/** The digest of a window, counted and as a page; nothing is written. */
export async function makeDigest(
  { db, catalog, recordUrl }: DigestSource,
  repository: string,
  window: Window,
  timeZone: string,
): Promise<{ digest: Digest; page: Page }> {
  const earlier = windowsBefore(window, COMPARED, timeZone);
  const facts = await readFacts(db, catalog, repository, window, earlier);
  const digest = digestOf(facts, (slug) => catalog.entries.get(slug));
  return { digest, page: renderDigest(digest, await digestLinks(catalog, recordUrl)) };
}

/** @returns the number of the digest's issue; null where the settings say dry run */
export async function writeDigest(
  { client, ourselves }: { client: Client; ourselves: Ourselves },
  repository: string,
  settings: Settings,
  { window, page }: { window: Window; page: Page },
): Promise<number | null> {
  if (settings.dryRun) return null;
  const { issues } = settings.digest;
  return await publishDigest(client, ourselves, repository, { name: window.name, page, issues });
}
