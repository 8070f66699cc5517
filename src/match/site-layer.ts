/** The generated layer of the package's catalog, read when it is first asked for: most reports need none. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeInTrace } from "../source/place-in-trace.ts";
import { compileProjects, folderOf, loadProjects } from "../source/projects.ts";
import type { SiteIndex } from "../source/sites.ts";
import type { SiteLayer } from "./catalog.ts";
import type { SiteCatalog } from "./match-sites.ts";
import { planSiteTemplates, readSiteTemplatesPlan, siteTemplates } from "./site-templates.ts";

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
    projects() {
      catalogs ??= [...indexes()].map(([project, index]) => ({
        index,
        templates: siteTemplates(planOf(project, index)),
      }));
      return catalogs;
    },
  };
}

/** Makes what loads fast of every project that changed since; part of the build. */
export function compileSiteLayer(): void {
  for (const project of compileProjects()) {
    const plan = planSiteTemplates(loadProjects().get(project)!);
    writeFileSync(join(folderOf(project), TEMPLATES_FILE), JSON.stringify(plan));
  }
}

function planOf(project: string, index: SiteIndex) {
  return readSiteTemplatesPlan(join(folderOf(project), TEMPLATES_FILE)) ?? planSiteTemplates(index);
}
