/** Where an entry's error is raised: its sites looked up among the raise sites of a release. */
import type { Entry } from "../catalog/entry.ts";
import type { Place } from "../catalog/place.ts";
import type { Site, SiteIndex } from "./sites.ts";

type EntrySite = Entry["sites"][number];

/**
 * @param release the reporter's, or null; where the site is not of that release, the newest one that has it
 * @returns null when none of the entry's sites is found
 */
export function placeOfEntry(
  entry: Entry,
  release: string | null,
  projects: Map<string, SiteIndex>,
): Place | null {
  const places = entry.sites.flatMap(
    (site) => placeOfSite(site, entry, release, projects.get(site.project)) ?? [],
  );
  return places.find((place) => place.release === release) ?? places[0] ?? null;
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

function placeOfSite(site: EntrySite, entry: Entry, release: string | null, index?: SiteIndex): Place | null {
  if (index !== undefined) {
    const found = raiseSitesOf(site, entry, index)
      .map(({ id }) => index.placeOf(id, release))
      .filter((place) => place !== null);
    // Several statements fit: the one at the reporter's release says most, the first otherwise.
    const place = found.find((candidate) => candidate.release === release) ?? found[0];
    if (place !== undefined && (found.length === 1 || site.line === undefined)) return place;
  }
  if (site.line === undefined || site.commit === undefined) return null;
  const { project, commit, file, line } = site;
  return { project, commit, release: null, file, function: site.function, firstLine: line, lastLine: line };
}

function inFunction(sites: Site[], name: string | null): Site[] {
  const within = sites.filter(
    (site) => name !== null && (site.function === name || site.function.endsWith(`.${name}`)),
  );
  return within.length > 0 ? within : sites;
}
