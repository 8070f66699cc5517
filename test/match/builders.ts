/** Small records to build tests on. */
import { parseEntry } from "../../src/catalog/load.ts";
import { emptyEnvironment } from "../../src/extract/environment.ts";
import type { Environment, Frame, ReportedError } from "../../src/extract/report.ts";
import { type Catalog, makeCatalog, NO_SITES, type SiteLayer } from "../../src/match/catalog.ts";
import { entryText } from "../catalog/entry-text.ts";

export function environment(changes: Partial<Environment> = {}): Environment {
  return { ...emptyEnvironment(), ...changes };
}

export function frame(file: string, fn: string | null, changes: Partial<Frame> = {}): Frame {
  return { file, line: 1, function: fn, source: null, ...changes };
}

export function error(changes: Partial<ReportedError> = {}): ReportedError {
  return {
    part: "body",
    line: "ValueError: x",
    lineNumber: 1,
    errorClass: "ValueError",
    message: "x",
    frames: [],
    role: "root",
    shape: "test",
    count: 1,
    ...changes,
  };
}

/** A catalog of entries by slug; each is the standard entry of the tests with its changes. */
export function catalogOf(
  entries: Record<string, Record<string, unknown>>,
  sites: Partial<SiteLayer> = {},
): Catalog {
  const loaded = Object.entries(entries).map(([slug, changes], index) => {
    const id = String(index).padStart(16, "0");
    const { tag = "other", ...rest } = changes;
    const parsed = parseEntry(entryText({ id, ...rest }), `entries/${String(tag)}/${slug}.yml`);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    return [slug, parsed.entry] as const;
  });
  const tag = { color: "cccccc", definition: "A tag of the tests.", over: [] };
  const tags = new Map([["other", tag], ...loaded.map(([, entry]) => [entry.backgroundTag, tag] as const)]);
  return makeCatalog({ tags, entries: new Map(loaded) }, { ...NO_SITES, ...sites });
}
