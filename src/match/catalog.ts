/** The catalog made ready for matching. */
import type { Entry } from "../catalog/entry.ts";
import { type EntrySet, loadEntries } from "../catalog/load.ts";
import type { Place } from "../catalog/place.ts";
import type { BackgroundTag } from "../catalog/tags.ts";
import type { Template } from "../catalog/template.ts";
import { placeOfEntry } from "../source/place-of-entry.ts";
import { loadProjects } from "../source/projects.ts";
import type { SiteIndex } from "../source/sites.ts";
import { type CompiledMatcher, compileMatchers, type Subject } from "./matcher.ts";
import { buildTemplateIndex, type Indexed } from "./template-index.ts";

export interface Catalog {
  tags: Map<string, BackgroundTag>;
  /** By slug. */
  entries: Map<string, Entry>;
  /** Matchers that could fit, in no telling order. */
  matchersFor(subject: Subject): CompiledMatcher[];
  /** Matchers whose message could stand in this line of text. */
  matchersIn(text: string): CompiledMatcher[];
  /** How telling the rarest word of a template is, 0 to 1. */
  rarity(template: Template): number;
  /** Where the entry's error is raised at a release, or at the newest one where that is not known. */
  placeOf(entry: Entry, release: string | null): Place | null;
}

/** Resolves an entry's site to lines of a release; null where it cannot. */
export type PlaceResolver = (entry: Entry, release: string | null) => Place | null;

/** Whether entries that nobody has reviewed take part. They never reach a reply; the lint tries them all the same. */
export type Unreviewed = "left out" | "included";

export function makeCatalog(
  set: EntrySet,
  placeOf: PlaceResolver,
  unreviewed: Unreviewed = "left out",
): Catalog {
  const compiled = [...set.entries.values()]
    .filter(({ reviewed }) => reviewed !== null || unreviewed === "included")
    .flatMap(compileMatchers);
  const withMessage = compiled.flatMap((value): Indexed<CompiledMatcher>[] =>
    value.message === null ? [] : [{ template: value.message, value }],
  );
  const index = buildTemplateIndex(withMessage);
  const byFrame = compiled.filter(({ message }) => message === null);
  const matchersIn = (text: string): CompiledMatcher[] => index.candidates(text).map(({ value }) => value);
  return {
    tags: set.tags,
    entries: set.entries,
    matchersFor: ({ error, message }) => [
      ...matchersIn(message.text),
      ...(error.frames.length > 0 ? byFrame : []),
    ],
    matchersIn,
    rarity: (template) => index.rarity(template),
    placeOf,
  };
}

/** The catalog that comes with the package, or another folder's entries. */
export function loadCatalog(dir?: string, unreviewed?: Unreviewed): Catalog {
  // Read at the first place that is asked for: most reports need none.
  let projects: Map<string, SiteIndex> | null = null;
  const placeOf: PlaceResolver = (entry, release) => {
    projects ??= loadProjects();
    return placeOfEntry(entry, release, projects);
  };
  return makeCatalog(loadEntries(dir), placeOf, unreviewed);
}
