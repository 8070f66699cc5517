/** The decision: matches in, what to do out. Silence is the default, and it has a reason. */
import type { Diagnosis, Silence } from "./diagnosis.ts";
import type { Environment, ReportedError } from "./extract/report.ts";
import { adviceFor } from "./match/advice.ts";
import type { Match } from "./match/match.ts";

/** When to speak. Part of a repository's settings. */
export interface DecisionPolicy {
  /** Least confidence for a comment, 0 to 1. */
  replyConfidence: number;
  /** Least confidence for a label without a comment; at most `replyConfidence`. */
  labelConfidence: number;
  /** Whether a raise site without an entry is worth a comment: it tells where, not why. */
  sitesWithoutEntry: boolean;
}

export const DEFAULT_POLICY: DecisionPolicy = {
  // What each threshold costs stands in docs/calibration.md.
  replyConfidence: 0.5,
  labelConfidence: 0.5,
  sitesWithoutEntry: false,
};

/** An error and everything that fits it, best first. */
export interface MatchedError {
  error: ReportedError;
  matches: Match[];
}

/** Two causes closer than this (log-odds) are a tie: the better one is not twice as likely as the other. */
export const TIE = 0.7;
/** Distinct further errors a reply may mention. */
const MAX_SECONDARY = 2;

export interface DecisionInput {
  /** Ranked: what a maintainer looks at first stands first. */
  errors: MatchedError[];
  environment: Environment;
  /** Whether the report has text beside its title. */
  hasText: boolean;
  title: string;
}

/** What the issue forms put before titles that report no failure. */
const NO_BUG_TITLE = /^\s*\[(?:docs?|documentation|feature|rfc|roadmap|question)\b/i;

export function decide(input: DecisionInput, policy: DecisionPolicy): Diagnosis {
  const { errors, environment } = input;
  const found = findPrimary(errors);
  const primary = found?.matches[0] ?? null;
  const silence = reasonForSilence(input, found, policy);
  const speaking = primary !== null && silence === null;
  return {
    decision: !speaking ? "silent" : primary.confidence >= policy.replyConfidence ? "reply" : "label",
    silence: silence?.kind ?? null,
    reason: silence?.words ?? `matches ${nameOf(primary!)}`,
    confidence: primary?.confidence ?? 0,
    primary,
    advice: primary?.entry == null ? null : adviceFor(primary.entry, primary.captures, environment),
    secondary: primary === null ? [] : furtherCauses(errors, primary, policy),
    errors: errors.map(({ error, matches }) => ({ error, match: matches[0] ?? null })),
    environment,
    tags: speaking && primary.entry !== null ? [primary.entry.backgroundTag] : [],
  };
}

/**
 * The first error that an entry fits, unless a root error without one stands before it: the known one may
 * well follow from that. Then it is that root error, if at least its raise site is known. A title sums up, so
 * what the text below it shows or quotes stands before it.
 */
function findPrimary(errors: MatchedError[]): MatchedError | null {
  const first = errors.find(({ error, matches }) => matches[0]?.entry != null || error.role === "root");
  const inText =
    first?.error.part === "title" &&
    errors.find(({ error }) => error.part !== "title" && error.role === "root");
  const found = inText || (first ?? errors.find(({ matches }) => matches.length > 0));
  return found === undefined || found.matches.length === 0 ? null : found;
}

interface SilenceReason {
  kind: Silence;
  words: string;
}

function reasonForSilence(
  { errors, hasText, title }: DecisionInput,
  found: MatchedError | null,
  policy: DecisionPolicy,
): SilenceReason | null {
  const because = (kind: Silence, words: string): SilenceReason => ({ kind, words });
  if (errors.length === 0) return because("no-error", "no error in the report");
  if (found === null) {
    return errors.some(({ error }) => error.role === "root")
      ? because("no-entry", "no entry for the errors of the report")
      : because("consequence-only", "only what follows from an error that is not shown");
  }
  const [best, ...others] = found.matches;
  const rival = others.find((other) => isTie(best!, other));
  // A title is the reporter's summary; where the text below it shows no such error, it stands unproven.
  if (found.error.part === "title" && hasText)
    return because("title-only", "the error stands in the title only");
  if (found.error.role !== "root" && NO_BUG_TITLE.test(title))
    return because("no-report", "the title asks for something else than help");
  if (best!.entry === null && !policy.sitesWithoutEntry)
    return because("site-only", "only a raise site is known, no entry");
  if (best!.entry?.generic) return because("generic-only", `only the generic entry ${best!.entry.slug} fits`);
  if (rival !== undefined) return because("tie", `tie between ${best!.entry!.slug} and ${rival.entry!.slug}`);
  if (best!.confidence < policy.labelConfidence)
    return because("unsure", `${nameOf(best!)} fits with confidence ${best!.confidence.toFixed(2)} only`);
  return null;
}

function nameOf({ entry, site }: Match): string {
  return entry?.slug ?? `raise site ${site?.id}`;
}

/** Whether two matches of one error with different causes stand too close to tell which it is. */
export function isTie(best: Match, next: Match): boolean {
  if (best.entry === null || next.entry === null || next.entry.generic) return false;
  return best.entry.backgroundTag !== next.entry.backgroundTag && best.score - next.score < TIE;
}

/** Errors of another entry than the primary's, sure enough to be told as well. */
function furtherCauses(errors: MatchedError[], primary: Match, policy: DecisionPolicy): Match[] {
  const seen = new Set([primary.entry?.slug]);
  const further: Match[] = [];
  for (const { error, matches } of errors) {
    const best = matches[0];
    if (best?.entry == null || best.entry.generic || error.role !== "root") continue;
    if (best.confidence < policy.replyConfidence || seen.has(best.entry.slug)) continue;
    seen.add(best.entry.slug);
    further.push(best);
  }
  return further.slice(0, MAX_SECONDARY);
}
