/**
 * Rows of `sites.jsonl` and `facts.jsonl` as they stand in the files, which are to be small.
 *
 * A row `{"file", "function"}` says where the sites after it stand, until the next such row. In a
 * site's row what is usual is left out: the kind of a raise, the kind and class of an assert (its
 * condition is there), an empty template. At which releases a site exists is told by the line tables.
 *
 * A fact's `in` holds its release ranges: "v0.4.1..v0.5.2,v0.5.4.." (nothing after the dots: still
 * so at head).
 */
import { getOrAdd } from "./get-or-add.ts";
import { parseRanges, type ReleaseRange, rangesText } from "./presence.ts";
import type { SiteKind } from "./python-sites.ts";
import type { SiteFacts } from "./resolve.ts";
import type { FactRow, SiteRow } from "./site-store.ts";

export type StoredSite =
  | { file?: string; function: string }
  | (Omit<SiteFacts, "file" | "function" | "kind" | "class" | "template"> & {
      kind?: SiteKind;
      class?: string;
      template?: string;
    });

export function storedSites(rows: SiteRow[]): StoredSite[] {
  const stored: StoredSite[] = [];
  let place = { file: "", function: "" };
  for (const { file, function: name, id, kind, class: className, template, releases: _, ...rest } of rows) {
    if (file !== place.file || name !== place.function)
      stored.push(file === place.file ? { function: name } : { file, function: name });
    place = { file, function: name };
    stored.push({
      id,
      ...(kind === "assert" || kind === "raise" ? {} : { kind }),
      ...(className === null || kind === "assert" ? {} : { class: className }),
      ...(template === "" ? {} : { template }),
      ...rest,
    });
  }
  return stored;
}

export function readSiteRows(stored: StoredSite[]): SiteFacts[] {
  const rows: SiteFacts[] = [];
  let file = "";
  let name = "";
  for (const row of stored) {
    if (!("id" in row)) {
      file = row.file ?? file;
      name = row.function;
      continue;
    }
    const { id, class: className, template, ...rest } = row;
    const kind = row.kind ?? (row.asserts === undefined ? "raise" : "assert");
    rows.push({
      id,
      ...rest,
      kind,
      class: className ?? (kind === "assert" ? "AssertionError" : null),
      template: template ?? "",
      file,
      function: name,
    });
  }
  return rows;
}

type Ranged = Exclude<FactRow, { type: "folder" }>;
type Stored<T> = T extends Ranged ? Omit<T, "releases"> & { in: string } : never;
export type StoredFact = Stored<Ranged> | Extract<FactRow, { type: "folder" }>;

export function storedFact(row: FactRow): StoredFact {
  if (row.type === "folder") return row;
  const { releases, ...rest } = row;
  if (rest.type === "flag" && rest.aliases.length === 0) {
    const { aliases: _, ...flag } = rest;
    return { ...flag, in: rangesText(releases) } as StoredFact;
  }
  return { ...rest, in: rangesText(releases) } as StoredFact;
}

export function readFactRows(stored: StoredFact[]): FactRow[] {
  // Thousands of rows have the same few hundred ranges; they share them.
  const known = new Map<string, ReleaseRange[]>();
  return stored.map((one) => {
    if (one.type === "folder") return one;
    const { in: releases, ...rest } = one;
    const row = { ...rest, releases: getOrAdd(known, releases, () => parseRanges(releases)) } as Ranged;
    if (row.type === "flag") row.aliases ??= [];
    return row;
  });
}
