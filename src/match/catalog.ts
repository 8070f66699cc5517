/** The catalog made ready for matching. */

import type { Entry } from "../catalog/entry.ts";
import type { EntrySet } from "../catalog/load.ts";
import type { Place } from "../catalog/place.ts";
import type { BackgroundTag } from "../catalog/tags.ts";
import type { Frame } from "../extract/report.ts";
import { loadEntryLayer } from "./entry-layer.ts";
import { entryMatchers, planEntryMatchers } from "./entry-matchers.ts";
import type { Match } from "./match.ts";
import type { SiteCatalog } from "./match-sites.ts";
import type { CompiledMatcher, Subject } from "./matcher.ts";
import { phrasesOf } from "./sightings.ts";
import { loadSiteLayer } from "./site-layer.ts";
import type { IndexPlan } from "./template-index.ts";

export interface Catalog {
  tags: Map<string, BackgroundTag>;
  /** By slug. */
  entries: Map<string, Entry>;
  /** Matchers that could fit, in no telling order. */
  matchersFor(subject: Subject): CompiledMatcher[];
  /** What stands in every line in which a message could be sighted. */
  phrases: readonly string[];
  /** Matchers whose message could stand in this line of text. */
  matchersIn(text: string): CompiledMatcher[];
  /**
   * Where the entry's error is raised: at the reporter's release, or at the newest one where that is not
   * known; never against what the report's own frames show.
   */
  placeOf(entry: Entry, release: string | null, frames: Frame[]): Place | null;
  /** The first place of the entry's own sites, which its record names; no report is asked. */
  firstPlaceOf(entry: Entry): Place | null;
  /** Whether the release has a raise site of the entry; null where that is not known. */
  raisedIn(entry: Entry, release: string): boolean | null;
  /** The match's raise site at the newest commit the catalog knows; null where it has none. */
  siteNow(match: Match): SiteNow | null;
  /** Raise sites of every project, for errors without an entry. */
  siteProjects(): SiteCatalog[];
}

/** A raise site at the newest commit. */
export interface SiteNow {
  /** What that commit is called ("main of 2026-08-22"). */
  name: string;
  /** Null: it is not raised there any more. */
  place: Place | null;
}

/** The generated layer as the catalog needs it. */
export interface SiteLayer {
  placeOf(entry: Entry, release: string | null, frames: Frame[]): Place | null;
  firstPlaceOf(entry: Entry): Place | null;
  raisedIn(entry: Entry, release: string): boolean | null;
  siteNow(match: Match): SiteNow | null;
  /** Every project's sites. */
  projects(): SiteCatalog[];
}

/** For catalogs of entries alone. */
export const NO_SITES: SiteLayer = {
  placeOf: () => null,
  firstPlaceOf: () => null,
  raisedIn: () => null,
  siteNow: () => null,
  projects: () => [],
};

/** Whether entries that nobody has reviewed take part. They never reach a reply; the lint tries them all the same. */
export type Unreviewed = "left out" | "included";

/** What is made of all reviewed entries ahead. */
export interface MadeAhead {
  /** Of their messages. */
  plan: IndexPlan;
  phrases: readonly string[];
}

export function makeCatalog(
  set: EntrySet,
  sites: SiteLayer,
  unreviewed: Unreviewed = "left out",
  made: MadeAhead | null = null,
): Catalog {
  const entries = [...set.entries.values()].filter(
    ({ reviewed }) => reviewed !== null || unreviewed === "included",
  );
  const ahead = unreviewed === "left out" ? made : null;
  const matchers = entryMatchers(entries, ahead?.plan ?? planEntryMatchers(entries));
  return {
    ...set,
    matchersFor: ({ error, message }) => [
      ...matchers.byMessage(message.text),
      ...(error.frames.length > 0 ? matchers.byFrames() : []),
    ],
    phrases: ahead?.phrases ?? phrasesOf(entries),
    matchersIn: matchers.byMessage,
    placeOf: sites.placeOf,
    firstPlaceOf: sites.firstPlaceOf,
    raisedIn: sites.raisedIn,
    siteNow: sites.siteNow,
    siteProjects: sites.projects,
  };
}

/** The catalog that comes with the package. */
export function loadCatalog(unreviewed?: Unreviewed): Catalog {
  const { set, made } = loadEntryLayer();
  return makeCatalog(set, loadSiteLayer(), unreviewed, made);
}
