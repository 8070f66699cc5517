/**
 * Rows of `sites.jsonl` and `facts.jsonl` as they stand in the files, which are to be small.
 *
 * A row `{"file", "function"}` says where the sites after it stand, until the next such row. In a
 * site's row what is usual is left out: the kind of a raise, the kind and class of an assert (its
 * condition is there), an empty template. At which releases a site exists is told by the line tables.
 *
 * In a module's names a leading dot stands for the class before it: "Pool .take .size main" are Pool, Pool.take,
 * Pool.size and main. A fact's `in` holds its release ranges: "v0.4.1..v0.5.2,v0.5.4.." (nothing after the dots: still
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
  if (rest.type === "module")
    return { ...rest, names: mapValues(rest.names, shortNames), in: rangesText(releases) };
  return { ...rest, in: rangesText(releases) } as StoredFact;
}

function mapValues(
  record: Record<string, string>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** What a name after `name` may be short for: its class, or itself as a class. */
function ownerOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? name : name.slice(0, dot);
}

function shortNames(names: string): string {
  let owner = "";
  const short = names.split(" ").map((name) => {
    const isShort = owner !== "" && name.startsWith(`${owner}.`) && ownerOf(name) === owner;
    const written = isShort ? name.slice(owner.length) : name;
    owner = ownerOf(name);
    return written;
  });
  return short.join(" ");
}

function fullNames(names: string): string {
  let owner = "";
  const full = names.split(" ").map((written) => {
    const name = written.startsWith(".") ? owner + written : written;
    owner = ownerOf(name);
    return name;
  });
  return full.join(" ");
}

export function readFactRows(stored: StoredFact[]): FactRow[] {
  // Thousands of rows have the same few hundred ranges; they share them.
  const known = new Map<string, ReleaseRange[]>();
  return stored.map((one) => {
    if (one.type === "folder") return one;
    const { in: releases, ...rest } = one;
    const row = { ...rest, releases: getOrAdd(known, releases, () => parseRanges(releases)) } as Ranged;
    if (row.type === "flag") row.aliases ??= [];
    if (row.type === "module") row.names = mapValues(row.names, fullNames);
    return row;
  });
}
