/** Where a digest's links lead, and the drafts it offers. */

import { permalink } from "../catalog/place.ts";
import { draftEntry } from "../draft/draft.ts";
import { draftText } from "../draft/draft-text.ts";
import { findSubject } from "../draft/subject.ts";
import { loadSourceContext } from "../lint/context.ts";
import type { Catalog } from "../match/catalog.ts";
import type { Row } from "./digest.ts";
import type { DigestLinks } from "./render.ts";

/** What stands for a masked value, so that a draft makes a hole of it. */
const SAMPLES: Record<string, string> = {
  "<n>": "1",
  "<size>": "1.00 GiB",
  "<path>": "/path/to/file",
  "<address>": "0x7f0000000000",
  "<id>": "123e4567-e89b-12d3-a456-426614174000",
  "<host>": "127.0.0.1:30000",
  "<url>": "https://example.org/",
  "<numbers>": "[1, 2]",
  "<time>": "2026-01-01 00:00:00",
  "<tensor>.": "model.layers.0.mlp.",
};

/** @param recordUrl page of an entry; null where no pages are served */
export async function digestLinks(
  catalog: Catalog,
  recordUrl: (slug: string) => string | null,
): Promise<DigestLinks> {
  const context = await loadSourceContext();
  const entries = [...catalog.entries.values()];
  const projects = catalog.siteProjects();
  return {
    recordUrl,
    siteUrl(siteId) {
      for (const { index } of projects) {
        const place = index.siteById(siteId) === null ? null : index.placeOf(siteId, null);
        if (place !== null) return permalink(place, place.firstLine, place.lastLine);
      }
      return null;
    },
    skeletonOf({ kind, siteId }: Row) {
      const message = unmasked(kind.message);
      const what = siteId ?? (kind.errorClass === null ? message : `${kind.errorClass}: ${message}`);
      const found = findSubject(what, kind.errorClass, projects);
      return "problem" in found ? null : draftText(draftEntry(found.subject, entries, context));
    },
  };
}

function unmasked(message: string): string {
  return message.replace(/<[a-z]+>\.?/g, (mark) => SAMPLES[mark] ?? SAMPLES[mark.replace(/\.$/, "")] ?? mark);
}
