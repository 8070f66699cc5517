/** Related entries exist, and no entry is related to itself. */
import type { Rule } from "../finding.ts";

export const related: Rule = (entry, { catalog }) =>
  entry.related.flatMap((slug, i) => {
    const key = `related[${i}]`;
    if (slug === entry.slug) return [{ file: entry.path, key, reason: "an entry is not related to itself" }];
    // Anything else is the message of a raise site without an entry.
    if (!/^[a-z0-9-]+$/.test(slug) || catalog.entries.has(slug)) return [];
    return [{ file: entry.path, key, reason: `there is no entry ${slug}` }];
  });
