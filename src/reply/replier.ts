/** The reply to a diagnosis, with what the catalog knows of pages and related entries. */

import type { EntrySet } from "../catalog/load.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";
import { explanation, type Note, noteText, renderAsides } from "./asides.ts";
import type { SimilarIssue } from "./folded.ts";
import { type ReplyContext, renderReply } from "./reply.ts";

/** What a comment shows beside the diagnosis. */
export interface ReplyExtras {
  /** Issues with the same error, the most telling first. */
  similar?: SimilarIssue[];
  /** Whether to show why. */
  explain?: boolean;
  note?: Note | null;
}

/** Renders a comment; null for a diagnosis that says nothing, where nothing else is to be said. */
export type Replier = (diagnosis: Diagnosis, extras?: ReplyExtras) => string | null;

/**
 * The page of an entry by its slug.
 * @param siteUrl where the pages are served, without a slash at the end; null: nowhere, nothing links to them
 * @param hasPage which entries have a page there
 */
export function recordUrls(
  siteUrl: string | null,
  hasPage: (slug: string) => boolean,
): (slug: string) => string | null {
  return (slug) => (siteUrl === null || !hasPage(slug) ? null : `${siteUrl}/errors/${slug}`);
}

/** @param hasPage which entries have a page below `siteUrl`; by default all */
export function createReplier(
  catalog: EntrySet & Partial<Pick<Catalog, "siteNow">>,
  siteUrl: string | null,
  hasPage: (slug: string) => boolean = () => true,
): Replier {
  const recordUrl = recordUrls(siteUrl, hasPage);
  const context: ReplyContext = {
    recordUrl,
    tags: catalog.tags,
    related(slug) {
      const entry = catalog.entries.get(slug);
      return entry === undefined ? null : { title: entry.message, url: recordUrl(slug) };
    },
  };
  return (diagnosis, { similar = [], explain = false, note = null } = {}) => {
    const asides = [...(explain ? [explanation(diagnosis)] : []), ...(note === null ? [] : [noteText(note)])];
    if (diagnosis.decision !== "reply" || diagnosis.primary === null)
      return asides.length === 0 ? null : renderAsides(asides);
    const now = catalog.siteNow?.(diagnosis.primary) ?? null;
    return renderReply(diagnosis, {
      ...context,
      similar,
      asides,
      ...(now !== null && { raiseSiteNow: now }),
    });
  };
}
