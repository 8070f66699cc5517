/** An error without an entry: the raise site it comes from, by its message or by its frame. */
import type { Environment, Frame, ReportedError } from "../extract/report.ts";
import type { Site, SiteIndex } from "../source/sites.ts";
import { functionFits } from "./frames.ts";
import type { Evidence, Match } from "./match.ts";
import { subjectOf } from "./matcher.ts";
import type { SiteTemplates } from "./site-templates.ts";
import { evidence, messageEvidence, weigh } from "./weigh.ts";

/** One project's sites, ready for matching. */
export interface SiteCatalog {
  index: SiteIndex;
  templates: SiteTemplates;
}

/** Fewer literal characters than these stand in messages of other programs too. */
const MIN_CHARACTERS = 10;

/** @returns the best site of the project, or null */
export function matchSites(
  error: ReportedError,
  environment: Environment,
  project: SiteCatalog,
): Match | null {
  return matchByMessage(error, environment, project) ?? matchByFrame(error, environment, project.index);
}

function matchByMessage(
  error: ReportedError,
  environment: Environment,
  { index, templates }: SiteCatalog,
): Match | null {
  for (const hit of templates.match(subjectOf(error).message)) {
    if (hit.template.literalLength < MIN_CHARACTERS) return null;
    const sites = hit.sites.filter((site) => classFits(error, site));
    const site = nearestSite(sites, error, environment, index);
    if (site !== null)
      return toMatch(
        error,
        site,
        hit.found.captures,
        [
          ...messageEvidence(
            { literalLength: hit.template.literalLength, rarity: hit.rarity, start: hit.found.start },
            "site",
          ),
          ...classEvidence(error, site),
          ...frameEvidence(error, site, index),
        ],
        environment,
        index,
      );
  }
  return null;
}

/** A bare class, or a message that says nothing, is known by the line that raised it. */
function matchByFrame(error: ReportedError, environment: Environment, index: SiteIndex): Match | null {
  const frame = error.frames.at(-1);
  const file = frame === undefined ? null : index.repositoryPath(frame.file);
  if (frame === undefined || file === null || error.errorClass === null) return null;
  const site = siteAtLine(frame, file, environment, index) ?? siteByEcho(frame, file, index);
  if (site === null || !classFits(error, site)) return null;
  const detail = `${site.file} raises it in ${site.function || "the module"}`;
  const pieces = [evidence("frame-innermost", detail), ...classEvidence(error, site)];
  return toMatch(error, site, {}, pieces, environment, index);
}

function siteAtLine(frame: Frame, file: string, { sglang }: Environment, index: SiteIndex): Site | null {
  if (sglang === null || frame.line === null) return null;
  const site = index.siteAt(sglang, file, frame.line);
  return site !== null && functionFits(frame.function, site.function) ? site : null;
}

/** Without a release the echoed source line tells, where one statement of the function alone reads so. */
function siteByEcho(frame: Frame, file: string, index: SiteIndex): Site | null {
  if (frame.source === null || frame.function === null) return null;
  const echoed = frame.source.replace(/\s+/g, " ");
  const sites = index
    .sitesInFunction(file, frame.function)
    .filter((site) => site.asserts !== null && echoed.includes(site.asserts));
  return sites.length === 1 ? sites[0]! : null;
}

/** Of several sites with one message, the one that the trace passes, or that the reporter's release has. */
function nearestSite(
  sites: Site[],
  error: ReportedError,
  { sglang }: Environment,
  index: SiteIndex,
): Site | null {
  const passed = sites.filter((site) => passes(error, site, index) === "function");
  const candidates = passed.length > 0 ? passed : sites;
  const present = candidates.filter((site) => sglang !== null && index.linesAt(site.id, sglang) !== null);
  return present[0] ?? candidates.at(-1) ?? null;
}

function passes(error: ReportedError, site: Site, index: SiteIndex): "function" | "file" | null {
  const inFile = error.frames.filter((frame) => index.repositoryPath(frame.file) === site.file);
  if (inFile.some((frame) => functionFits(frame.function, site.function))) return "function";
  return inFile.length > 0 ? "file" : null;
}

function frameEvidence(error: ReportedError, site: Site, index: SiteIndex): Evidence[] {
  if (error.frames.length === 0) return [];
  const passed = passes(error, site, index);
  if (passed === null) return [evidence("site-elsewhere", "the trace does not pass the raising file")];
  return [evidence(`site-${passed}`, `the trace passes ${site.file}`)];
}

function classEvidence(error: ReportedError, site: Site): Evidence[] {
  if (site.class === null) return [];
  if (error.errorClass === null) return [evidence("class-unknown", "the report shows no class")];
  return [evidence("class", `the class is ${error.errorClass}`)];
}

/** The reporter's release, where the index knows it. */
function releaseEvidence(site: Site, { sglang }: Environment, index: SiteIndex): Evidence[] {
  if (sglang === null || index.commitOf(sglang) === null) return [];
  return index.linesAt(site.id, sglang) === null
    ? [evidence("release-without-site", `${sglang} has no such raise site`)]
    : [evidence("release", `${sglang} raises it`)];
}

/** A site's class, one of its bases, or none where one of the two shows none. */
function classFits(error: ReportedError, site: Site): boolean {
  if (error.errorClass === null || site.class === null) return true;
  const found = error.errorClass.split(".").at(-1)!;
  return [site.class, ...site.bases].some((name) => name.split(".").at(-1) === found);
}

function toMatch(
  error: ReportedError,
  site: Site,
  captures: Record<string, string>,
  pieces: Evidence[],
  environment: Environment,
  index: SiteIndex,
): Match {
  return {
    error,
    entry: null,
    site: { id: site.id, errorClass: site.class, message: site.template, guard: site.guard },
    place: index.placeOf(site.id, environment.sglang),
    captures,
    ...weigh([...pieces, ...releaseEvidence(site, environment, index)]),
  };
}
