/** Joins an entry with its place into a record, the exact shape of the seed documents. */
import type { Entry } from "./entry.ts";
import { patternOf } from "./message-pattern.ts";
import { type Excerpt, type Place, permalink } from "./place.ts";
import type { CatalogRecord } from "./record.ts";
import { parseTemplate } from "./template.ts";

/** The project whose users an entry without a place of its own answers. */
const HOME_PROJECT = "sgl-project/sglang";

/**
 * @param place where the entry's error is raised, or null when that is below the project
 * @param excerpt the lines around it, or null when the source is not at hand; the record's link then
 * points to the raising lines alone
 */
export function recordOf(entry: Entry, place: Place | null, excerpt: Excerpt | null): CatalogRecord {
  const link =
    place === null
      ? entry.sourceUrl
      : permalink(place, excerpt?.start ?? place.firstLine, excerpt?.end ?? place.lastLine);
  return {
    id: entry.id,
    repo: place?.project ?? HOME_PROJECT,
    slug: entry.slug,
    errorCode: null,
    errorMessage: entry.message,
    messagePattern: patternOf(parseTemplate(entry.message)),
    errorType: entry.type,
    errorClass: entry.class,
    httpStatus: entry.httpStatus,
    severity: entry.severity,
    filePath: place?.file ?? null,
    lineNumber: place?.firstLine ?? null,
    sourceCode: excerpt?.text ?? null,
    sourceCodeStart: excerpt?.start ?? null,
    sourceCodeEnd: excerpt?.end ?? null,
    githubUrl: link,
    documentation: entry.documentation,
    triggerScenarios: entry.triggers,
    commonSituations: entry.situations.join(" "),
    solutions: entry.solutions,
    exampleFix: entry.exampleFix,
    handlingStrategy: entry.handlingStrategy,
    validationCode: entry.validationCode,
    typeGuard: entry.typeGuard,
    tryCatchPattern: entry.tryCatchPattern,
    preventionTips: entry.prevention,
    tags: entry.tags,
    backgroundTag: entry.backgroundTag,
    ...analysisOf(entry, place),
    schemaVersion: 2,
  };
}

/** When and at which commit it was read last; what an import said until somebody here has read it. */
function analysisOf(
  { reviewed, provenance }: Entry,
  place: Place | null,
): Pick<CatalogRecord, "analyzedSha" | "analyzedAt"> {
  if (reviewed !== null) {
    return { analyzedSha: place?.commit ?? reviewed.commit, analyzedAt: `${reviewed.date}T00:00:00.000Z` };
  }
  return {
    analyzedSha: provenance?.commit ?? place?.commit ?? "0".repeat(40),
    analyzedAt: provenance?.date ?? new Date(0).toISOString(),
  };
}
