/** The reply to a diagnosis, with what the catalog knows of pages and related entries. */

import type { EntrySet } from "../catalog/load.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";
import { type ReplyContext, renderReply } from "./reply.ts";

/** Renders a comment; null for a diagnosis that says nothing. */
export type Replier = (diagnosis: Diagnosis) => string | null;

/** @param siteUrl where the pages are served, without a slash at the end; null: nowhere, nothing links to them */
export function createReplier(
  catalog: EntrySet & Partial<Pick<Catalog, "siteNow">>,
  siteUrl: string | null,
): Replier {
  const recordUrl = (slug: string): string | null => (siteUrl === null ? null : `${siteUrl}/errors/${slug}`);
  const context: ReplyContext = {
    recordUrl,
    tags: catalog.tags,
    related(slug) {
      const entry = catalog.entries.get(slug);
      return entry === undefined ? null : { title: entry.message, url: recordUrl(slug) };
    },
  };
  return (diagnosis) => {
    if (diagnosis.decision !== "reply" || diagnosis.primary === null) return null;
    const now = catalog.siteNow?.(diagnosis.primary) ?? null;
    return renderReply(diagnosis, now === null ? context : { ...context, raiseSiteNow: now });
  };
}
