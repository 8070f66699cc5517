/**
 * The heart: the text of an issue in, a diagnosis out. Pure; the bot, the command line, the pages,
 * back-fill, digest and evaluation all call this one function.
 */
import { DEFAULT_POLICY, type DecisionInput, type DecisionPolicy, decide } from "./decide.ts";
import type { Diagnosis } from "./diagnosis.ts";
import {
  concludeReport,
  newReportReading,
  type ReportReading,
  readPart,
  readStream,
} from "./extract/extract.ts";
import type { Environment, Part, ReportedError } from "./extract/report.ts";
import type { Catalog } from "./match/catalog.ts";
import type { Match } from "./match/match.ts";
import { matchError } from "./match/match-error.ts";
import { matchSites } from "./match/match-sites.ts";
import { type Sightings, watchForMessages } from "./match/sightings.ts";

export interface IssueText {
  title: string;
  /** In thread order, the body first. */
  parts: Part[];
}

/** Never throws, whatever the text; the cost is linear in it. */
export function diagnose(
  issue: IssueText,
  catalog: Catalog,
  policy: DecisionPolicy = DEFAULT_POLICY,
): Diagnosis {
  return decide(matchReport(issue, catalog), policy);
}

/**
 * The same for one text that comes in pieces, of any length: memory is bounded.
 *
 * @param chunks its bytes in UTF-8
 */
export async function diagnoseStream(
  title: string,
  chunks: AsyncIterable<Buffer>,
  catalog: Catalog,
  policy: DecisionPolicy = DEFAULT_POLICY,
): Promise<Diagnosis> {
  const sightings = watchForMessages(catalog);
  const reading = newReportReading(title, sightings);
  await readStream(reading, "body", chunks);
  return decide(matchReading(reading, sightings, catalog), policy);
}

/** What a diagnosis is decided on: every error of the issue with everything that fits it. */
export function matchReport(issue: IssueText, catalog: Catalog): DecisionInput {
  const sightings = watchForMessages(catalog);
  const reading = newReportReading(issue.title, sightings);
  for (const part of issue.parts) readPart(reading, part);
  return matchReading(reading, sightings, catalog);
}

/** What a report that was read to its end is decided on. */
export function matchReading(reading: ReportReading, sightings: Sightings, catalog: Catalog): DecisionInput {
  const { errors, environment } = concludeReport(reading);
  // Where a root error is shown, other lines that happen to be known are what surrounds it.
  const shown = errors.some(({ part, role }) => part !== "title" && role === "root");
  const matched = [...errors, ...(shown ? [] : sightings.besides(errors))].map((error) => ({
    error,
    matches: matchesOf(error, environment, catalog),
  }));
  return { errors: matched, environment, hasText: reading.hasText, title: reading.title };
}

/** Entries first; where none fits, the raise site the error comes from. */
function matchesOf(error: ReportedError, environment: Environment, catalog: Catalog): Match[] {
  const matches = matchError(error, environment, catalog);
  if (matches.length > 0) return matches;
  return catalog.siteProjects().flatMap((project) => matchSites(error, environment, project) ?? []);
}
