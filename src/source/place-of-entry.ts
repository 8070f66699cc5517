/** Where an entry's error is raised: its sites looked up among the raise sites of a release. */
import type { Entry } from "../catalog/entry.ts";
import type { Place } from "../catalog/place.ts";
import type { Site, SiteIndex } from "./sites.ts";

type EntrySite = Entry["sites"][number];

/** One of the places an entry's sites name. */
export interface EntryPlace {
  place: Place;
  /** True: a statement with a message. False: a line read by hand, which other code can fail like as well. */
  stated: boolean;
}

/** The first of an entry's places, at the newest commit that has it: what its record shows. */
export function firstPlaceOf(entry: Entry, projects: Map<string, SiteIndex>): Place | null {
  return placesOfEntry(entry, null, projects)[0]?.place ?? null;
}

/** All places of an entry; where some are of the reporter's release, those alone. In the order of its sites. */
export function placesOfEntry(
  entry: Entry,
  release: string | null,
  projects: Map<string, SiteIndex>,
): EntryPlace[] {
  const places = entry.sites.flatMap((site) =>
    placesOfSite(site, entry, release, projects.get(site.project)),
  );
  const ofRelease = places.filter(({ place }) => place.release === release);
  return ofRelease.length > 0 ? ofRelease : places;
}

/** The raise sites an entry's site stands for. */
export function raiseSitesOf(site: EntrySite, entry: Entry, index: SiteIndex): Site[] {
  const sameMessage = index.findByTemplate(site.message ?? entry.message, site.file);
  if (sameMessage.length > 0) return inFunction(sameMessage, site.function);
  if (site.function === null) return [];
  // The entry's own words for a message differ from the source's where that is built from pieces.
  const ofClass = index
    .sitesInFunction(site.file, site.function)
    .filter((candidate) => entry.class === null || candidate.class === entry.class);
  // Among several statements of one class only the message tells which, and that did not fit.
  return new Set(ofClass.map(({ template }) => template)).size === 1 ? ofClass : [];
}

/**
 * Whether a release has a raise site of the entry.
 * @returns null where that is not known: no sites, a release without an index, errors that Python raises by itself
 */
export function raisedIn(entry: Entry, release: string, projects: Map<string, SiteIndex>): boolean | null {
  const found = entry.sites.flatMap((site) => {
    const index = projects.get(site.project);
    if (index === undefined || site.line !== undefined || index.commitOf(release) === null) return [];
    return raiseSitesOf(site, entry, index).map(({ id }) => index.linesAt(id, release) !== null);
  });
  return found.length === 0 ? null : found.includes(true);
}

function placesOfSite(
  site: EntrySite,
  entry: Entry,
  release: string | null,
  index?: SiteIndex,
): EntryPlace[] {
  if (index !== undefined) {
    const found = raiseSitesOf(site, entry, index)
      .map(({ id }) => index.placeOf(id, release))
      .filter((place) => place !== null);
    if (found.length > 0 && (found.length === 1 || site.line === undefined)) {
      // Several statements fit: those at the reporter's release say most.
      const ofRelease = found.filter((place) => place.release === release);
      return (ofRelease.length > 0 ? ofRelease : found).map((place) => ({ place, stated: true }));
    }
  }
  if (site.line === undefined || site.commit === undefined) return [];
  const { project, commit, file, line } = site;
  const place = {
    project,
    commit,
    release: null,
    file,
    function: site.function,
    firstLine: line,
    lastLine: line,
  };
  return [{ place, stated: false }];
}

function inFunction(sites: Site[], name: string | null): Site[] {
  const within = sites.filter(
    (site) => name !== null && (site.function === name || site.function.endsWith(`.${name}`)),
  );
  return within.length > 0 ? within : sites;
}
