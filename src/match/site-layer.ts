/** The generated layer of the package's catalog, read when it is first asked for: most reports need none. */
import { join } from "node:path";
import { readCompiledJson, writeCompiledJson } from "../catalog/compiled-json.ts";
import type { Place } from "../catalog/place.ts";
import { placeInTrace } from "../source/place-in-trace.ts";
import { firstPlaceOf, placesOfEntry, raisedIn } from "../source/place-of-entry.ts";
import { compileProjects, folderOf, loadProjects } from "../source/projects.ts";
import type { SiteIndex } from "../source/sites.ts";
import type { SiteLayer } from "./catalog.ts";
import type { Match } from "./match.ts";
import type { SiteCatalog } from "./match-sites.ts";
import {
  type PackedSiteTemplates,
  packSiteTemplates,
  planSiteTemplates,
  type SiteTemplatesPlan,
  siteTemplates,
  unpackSiteTemplates,
} from "./site-templates.ts";

const TEMPLATES_FILE = "templates.json";

export function loadSiteLayer(): SiteLayer {
  let projects: Map<string, SiteIndex> | null = null;
  let catalogs: SiteCatalog[] | null = null;
  const indexes = (): Map<string, SiteIndex> => {
    projects ??= loadProjects();
    return projects;
  };
  return {
    placeOf(entry, release, frames) {
      return entry.sites.length === 0 && frames.length === 0
        ? null
        : placeInTrace(entry, frames, release, indexes());
    },
    firstPlaceOf: (entry) => (entry.sites.length === 0 ? null : firstPlaceOf(entry, indexes())),
    raisedIn: (entry, release) => (entry.sites.length === 0 ? null : raisedIn(entry, release, indexes())),
    siteNow(match) {
      for (const index of indexes().values()) {
        const place = newestPlace(match, index, indexes());
        if (place === null || place.project !== index.project) continue;
        // A place between releases is the head's; one of a release is the last that had it.
        return {
          name: `main of ${index.head.date.slice(0, 10)}`,
          place: place.release === null ? place : null,
        };
      }
      return null;
    },
    projects() {
      catalogs ??= [...indexes()].map(([project, index]) => ({
        index,
        templates: siteTemplates(planOf(project, index), index),
      }));
      return catalogs;
    },
  };
}

/** Of an entry with several places, the one the match is at: another one would be said to be it. */
function newestPlace(
  { entry, site, place }: Match,
  index: SiteIndex,
  projects: Map<string, SiteIndex>,
): Place | null {
  if (entry !== null) {
    const same = placesOfEntry(entry, null, projects).filter(
      (newest) => newest.stated && newest.place.function === place?.function,
    );
    return same.length === 1 ? same[0]!.place : null;
  }
  return site === null ? null : index.placeOf(site.id, null);
}

/** Makes what loads fast of every project that changed since; part of the build. */
export function compileSiteLayer(): void {
  for (const project of compileProjects()) {
    const plan = planSiteTemplates(loadProjects().get(project)!);
    writeCompiledJson(join(folderOf(project), TEMPLATES_FILE), packSiteTemplates(plan));
  }
}

function planOf(project: string, index: SiteIndex): SiteTemplatesPlan {
  const made = readCompiledJson(join(folderOf(project), TEMPLATES_FILE)) as PackedSiteTemplates | null;
  return made === null ? planSiteTemplates(index) : unpackSiteTemplates(made);
}
