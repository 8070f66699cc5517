/** The generated layer of every project in the catalog. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CATALOG_DIR, COMPILED_DIR } from "../catalog/folder.ts";
import { COMPILED_SITES, compileSites } from "./compiled.ts";
import { listProjects } from "./site-store.ts";
import { loadSites, type SiteIndex } from "./sites.ts";

const SITES_DIR = join(CATALOG_DIR, "sites");

const COMPILED_SITES_DIR = join(COMPILED_DIR, "sites");

/** What the compiled form is made by; it is made in a checkout only. */
const PROGRAM = ["../../src/catalog/", "../../src/source/", "../../src/match/"].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

/** Every project's sites by "owner/name", from the compiled form where `npm run build` made one. */
export function loadProjects(): Map<string, SiteIndex> {
  return new Map(listProjects(SITES_DIR).map((project) => [project, loadSites(folderOf(project))]));
}

/** Makes the compiled form of every project where it is out of date; returns those. */
export function compileProjects(): string[] {
  const stale = listProjects(SITES_DIR).filter(
    (project) => !isFresh(join(SITES_DIR, project), join(COMPILED_SITES_DIR, project, COMPILED_SITES)),
  );
  for (const project of stale) compileSites(join(SITES_DIR, project), join(COMPILED_SITES_DIR, project));
  return stale;
}

/** Newer than the sites, of which a build writes all files anew, and than the program that compiles them. */
function isFresh(project: string, compiled: string): boolean {
  const made = statSync(compiled, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return made > statSync(join(project, "releases.json")).mtimeMs && made > newestOf(PROGRAM);
}

function newestOf(folders: string[]): number {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** The folder to load a project's sites and facts from. */
export function folderOf(project: string): string {
  const compiled = join(COMPILED_SITES_DIR, project);
  return existsSync(join(compiled, COMPILED_SITES)) ? compiled : join(SITES_DIR, project);
}
