/** The generated layer of every project in the catalog. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { CATALOG_DIR, COMPILED_DIR } from "../catalog/folder.ts";
import { COMPILED_SITES, compileSites } from "./compiled.ts";
import { listProjects } from "./site-store.ts";
import { loadSites, type SiteIndex } from "./sites.ts";

const SITES_DIR = join(CATALOG_DIR, "sites");

const COMPILED_SITES_DIR = join(COMPILED_DIR, "sites");

/** Every project's sites by "owner/name", from the compiled form where `npm run build` made one. */
export function loadProjects(): Map<string, SiteIndex> {
  return new Map(listProjects(SITES_DIR).map((project) => [project, loadSites(folderOf(project))]));
}

/** Makes the compiled form of every project that has changed since it was made last; returns those. */
export function compileProjects(): string[] {
  const stale = listProjects(SITES_DIR).filter(
    (project) => !isFresh(join(SITES_DIR, project), join(COMPILED_SITES_DIR, project, COMPILED_SITES)),
  );
  for (const project of stale) compileSites(join(SITES_DIR, project), join(COMPILED_SITES_DIR, project));
  return stale;
}

/** A build writes all files of a project anew, so any one of them tells its age. */
function isFresh(project: string, compiled: string): boolean {
  return (
    existsSync(compiled) && statSync(compiled).mtimeMs > statSync(join(project, "releases.json")).mtimeMs
  );
}

/** The folder to load a project's sites and facts from. */
export function folderOf(project: string): string {
  const compiled = join(COMPILED_SITES_DIR, project);
  return existsSync(join(compiled, COMPILED_SITES)) ? compiled : join(SITES_DIR, project);
}
