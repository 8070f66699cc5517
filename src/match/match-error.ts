/** One error against the whole catalog. */
import type { Entry } from "../catalog/entry.ts";
import type { Environment, ReportedError } from "../extract/report.ts";
import { compareVersions } from "../source/version.ts";
import type { Catalog } from "./catalog.ts";
import { fileFits, functionFits } from "./frames.ts";
import type { Evidence, Match } from "./match.ts";
import { applyMatcher, type CompiledMatcher, type Subject, subjectOf } from "./matcher.ts";
import { logistic, WEIGHTS } from "./weights.ts";

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
  return [...best.values()].sort(
    (a, b) => Number(a.entry!.generic) - Number(b.entry!.generic) || b.score - a.score || compareText(a, b),
  );
}

function tryMatcher(
  compiled: CompiledMatcher,
  subject: Subject,
  environment: Environment,
  catalog: Catalog,
): Match | null {
  const { entry } = compiled;
  const hit = applyMatcher(compiled, subject);
  if (hit === null) return null;
  const evidence = [
    { name: "prior", weight: WEIGHTS.prior, detail: "what stands against any match before its evidence" },
    ...hit.evidence,
    ...siteEvidence(entry, subject.error),
    ...releaseEvidence(entry, environment),
    ...roleEvidence(subject.error),
  ];
  const score = evidence.reduce((sum, { weight }) => sum + weight, 0);
  return {
    error: subject.error,
    entry,
    site: null,
    place: catalog.placeOf(entry, environment.sglang, subject.error.frames),
    captures: hit.captures,
    evidence,
    score,
    confidence: logistic(score),
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
  if (inFile.length === 0) {
    return [
      { name: "site", weight: WEIGHTS.siteElsewhere, detail: "the trace does not pass the raising file" },
    ];
  }
  const inFunction = inFile.find(
    ({ frame, site }) => site.function !== null && functionFits(frame.function, site.function),
  );
  if (inFunction === undefined) {
    return [{ name: "site", weight: WEIGHTS.siteFile, detail: `the trace passes ${inFile[0]!.site.file}` }];
  }
  const { site } = inFunction;
  return [
    {
      name: "site",
      weight: WEIGHTS.siteFunction,
      detail: `the trace passes ${site.function} in ${site.file}`,
    },
  ];
}

/** A source path as installed: "python/sglang/srt/x.py" stands at ".../sglang/srt/x.py". */
function packagePath(file: string): string {
  return file.replace(/^python\//, "");
}

function releaseEvidence(entry: Entry, environment: Environment): Evidence[] {
  const release = environment.sglang;
  if (release === null) return [];
  const { from, to } = entry.holdsFor;
  const outside =
    (from !== null && compareVersions(release, from) < 0) ||
    (to !== null && compareVersions(release, to) > 0);
  if (!outside) return [];
  const range = `${from ?? "the first"} to ${to ?? "the newest"}`;
  return [{ name: "release", weight: WEIGHTS.otherRelease, detail: `${release} is not in ${range}` }];
}

function roleEvidence({ role }: ReportedError): Evidence[] {
  if (role === "root") return [];
  return [{ name: "role", weight: WEIGHTS[role], detail: `this error is a ${role} of another one` }];
}

function compareText(a: Match, b: Match): number {
  return a.entry!.slug < b.entry!.slug ? -1 : 1;
}
