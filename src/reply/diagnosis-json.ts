/** A diagnosis as JSON, in the form that the command line and its users agreed on. */
import { permalink } from "../catalog/place.ts";
import { slugOf } from "../catalog/slug.ts";
import type { Decision, Diagnosis } from "../diagnosis.ts";
import type { Environment, ErrorRole, ReportedError } from "../extract/report.ts";
import type { Evidence, Match } from "../match/match.ts";

export interface DiagnosisJson {
  number: number | null;
  decision: Decision;
  reason: string;
  confidence: number;
  primary: PrimaryJson | null;
  errors: ErrorJson[];
  environment: Environment;
  labels: string[];
  reply: string | null;
}

interface PrimaryJson {
  id: string;
  slug: string;
  errorClass: string | null;
  backgroundTag: string;
  part: string;
  line: string;
  lineNumber: number;
  message: string;
  captures: Record<string, string>;
  site: { filePath: string; lineNumber: number; githubUrl: string; release: string | null } | null;
  evidence: Evidence[];
}

interface ErrorJson {
  part: string;
  line: string;
  lineNumber: number;
  errorClass: string | null;
  message: string;
  role: ErrorRole;
  /** Place in `errors` of the error that this one quotes or re-raises; null where it does not, or that is not shown. */
  wraps: number | null;
  frames: { file: string; line: number | null; function: string | null }[];
  recordId: string | null;
  confidence: number;
}

/**
 * Texts are as the reporter wrote them, because `line` has to equal its line: unlike the reply, the
 * JSON is not redacted and is for the one who asked, not for publishing.
 * @param options.number of the issue, null where there is none
 * @param options.labelPrefix goes in front of each background tag ("error/")
 */
export function diagnosisToJson(
  diagnosis: Diagnosis,
  options: { number: number | null; reply: string | null; labelPrefix: string },
): DiagnosisJson {
  return {
    number: options.number,
    decision: diagnosis.decision,
    reason: diagnosis.reason,
    confidence: round(diagnosis.confidence),
    primary: diagnosis.primary === null ? null : primaryJson(diagnosis.primary, diagnosis.tags),
    errors: diagnosis.errors.map(({ error, match }) => errorJson(error, match)),
    environment: diagnosis.environment,
    labels: diagnosis.tags.map((tag) => options.labelPrefix + tag),
    reply: options.reply,
  };
}

/** The id of the record that a match shows: the entry's, or the raise site's where no entry is written. */
export function recordIdOf(match: Match): string | null {
  return match.entry?.id ?? match.site?.id ?? null;
}

function primaryJson(match: Match, tags: string[]): PrimaryJson {
  const { error, entry, site, place } = match;
  return {
    id: recordIdOf(match) ?? "",
    slug: entry?.slug ?? slugOf(site?.message ?? ""),
    errorClass: error.errorClass ?? entry?.class ?? site?.errorClass ?? null,
    backgroundTag: entry?.backgroundTag ?? tags[0] ?? "other",
    part: error.part,
    line: error.line,
    lineNumber: error.lineNumber,
    message: error.message,
    captures: match.captures,
    site:
      place === null
        ? null
        : {
            filePath: place.file,
            lineNumber: place.firstLine,
            githubUrl: permalink(place, place.firstLine, place.lastLine),
            release: place.release,
          },
    evidence: match.evidence,
  };
}

function errorJson(error: ReportedError, match: Match | null): ErrorJson {
  return {
    part: error.part,
    line: error.line,
    lineNumber: error.lineNumber,
    errorClass: error.errorClass,
    message: error.message,
    role: error.role,
    wraps: error.wraps ?? null,
    frames: error.frames.map((frame) => ({ file: frame.file, line: frame.line, function: frame.function })),
    recordId: match === null ? null : recordIdOf(match),
    confidence: match === null ? 0 : round(match.confidence),
  };
}

/** Three digits: more would pretend to a precision that calibration does not have. */
function round(confidence: number): number {
  return Math.round(confidence * 1_000) / 1_000;
}
