/** One error against the whole catalog. */
import type { Entry } from "../catalog/entry.ts";
import type { Environment, ReportedError } from "../extract/report.ts";
import { compareVersions } from "../source/version.ts";
import type { Catalog } from "./catalog.ts";
import { fileFits, functionFits } from "./frames.ts";
import type { Evidence, Match } from "./match.ts";
import { applyMatcher, type CompiledMatcher, type Subject, subjectOf } from "./matcher.ts";
import { evidence, weigh } from "./weigh.ts";

/**
 * Every entry that fits the error, best first; an entry once, by its best matcher. A specific entry
 * stands before a generic one whatever their scores.
 */
export function matchError(error: ReportedError, environment: Environment, catalog: Catalog): Match[] {
  const subject = subjectOf(error);
  const best = new Map<string, Match>();
  for (const compiled of catalog.matchersFor(subject)) {
    const match = tryMatcher(compiled, subject, environment, catalog);
    const known = best.get(compiled.entry.slug);
    if (match !== null && (known === undefined || match.score > known.score))
      best.set(compiled.entry.slug, match);
  }
  return [...best.values()].sort(compareMatches);
}

/** Order of matches with an entry: the better one first, a specific one before a generic one. */
export function compareMatches(a: Match, b: Match): number {
  return (
    Number(a.entry!.generic) - Number(b.entry!.generic) ||
    b.score - a.score ||
    (a.entry!.slug < b.entry!.slug ? -1 : 1)
  );
}

/** A match by this matcher alone; null when it does not fit. */
export function tryMatcher(
  compiled: CompiledMatcher,
  subject: Subject,
  environment: Environment,
  catalog: Catalog,
): Match | null {
  const { entry } = compiled;
  const hit = applyMatcher(compiled, subject);
  if (hit === null) return null;
  return {
    error: subject.error,
    entry,
    site: null,
    place: catalog.placeOf(entry, environment.sglang, subject.error.frames),
    captures: hit.captures,
    ...weigh([
      ...hit.evidence,
      ...siteEvidence(entry, subject.error),
      ...releaseEvidence(entry, environment, catalog),
      ...chainEvidence(subject.error),
    ]),
  };
}

/** Where the trace passes against where the entry says the error is raised. */
function siteEvidence(entry: Entry, error: ReportedError): Evidence[] {
  if (entry.sites.length === 0 || error.frames.length === 0) return [];
  const inFile = error.frames.flatMap((frame) =>
    entry.sites
      .filter((site) => fileFits(frame.file, packagePath(site.file)))
      .map((site) => ({ frame, site })),
  );
  if (inFile.length === 0) return [evidence("site-elsewhere", "the trace does not pass the raising file")];
  const inFunction = inFile.find(
    ({ frame, site }) => site.function !== null && functionFits(frame.function, site.function),
  );
  if (inFunction === undefined) return [evidence("site-file", `the trace passes ${inFile[0]!.site.file}`)];
  const { site } = inFunction;
  return [evidence("site-function", `the trace passes ${site.function} in ${site.file}`)];
}

/** A source path as installed: "python/sglang/srt/x.py" stands at ".../sglang/srt/x.py". */
function packagePath(file: string): string {
  return file.replace(/^python\//, "");
}

/** The reporter's release against those that have the raise site, and those that the entry is written for. */
function releaseEvidence(entry: Entry, environment: Environment, catalog: Catalog): Evidence[] {
  const release = environment.sglang;
  if (release === null) return [];
  const pieces: Evidence[] = [];
  const raised = catalog.raisedIn(entry, release);
  if (raised === true) pieces.push(evidence("release", `${release} raises it`));
  if (raised === false) pieces.push(evidence("release-without-site", `${release} has no such raise site`));
  const { from, to } = entry.holdsFor;
  const outside =
    (from !== null && compareVersions(release, from) < 0) ||
    (to !== null && compareVersions(release, to) > 0);
  if (outside) {
    const range = `${from ?? "the first"} to ${to ?? "the newest"}`;
    pieces.push(evidence("holds-for", `${release} is not in ${range}`));
  }
  return pieces;
}

function chainEvidence({ role }: ReportedError): Evidence[] {
  if (role === "root") return [];
  return [evidence(`chain-${role}`, `this error is a ${role} of another one`)];
}
