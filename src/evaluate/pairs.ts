/**
 * What confidence is fitted and judged on: an error and an entry that fits it, with the evidence and
 * whether the entry is the right answer.
 */
import type { Environment, ReportedError } from "../extract/report.ts";
import type { Catalog } from "../match/catalog.ts";
import { EVIDENCE, EVIDENCE_NAMES, type EvidenceName, type Weights } from "../match/evidence.ts";
import type { Evidence, Match } from "../match/match.ts";
import { tryMatcher } from "../match/match-error.ts";
import { subjectOf } from "../match/matcher.ts";
import type { LabelledIssue } from "./corpus.ts";
import { isLabelledTag, isPrimary } from "./figures.ts";
import { decidedAt, type MatchedIssue, underWeights } from "./matched-issue.ts";

/**
 * `reply`: what the bot would say if every confidence sufficed. `candidate`: whatever else fits an error of a
 * report. The others are made, for want of wrong candidates: see relaxed.ts.
 */
export const PAIR_SOURCES = ["reply", "candidate", "relaxed on a report", "relaxed on an example"] as const;

export type PairSource = (typeof PAIR_SOURCES)[number];

export interface Pair {
  source: PairSource;
  /** Number of the issue; null for pairs made of the catalog alone. */
  issue: number | null;
  right: boolean;
  /** The matchers of one entry that fit one error share a weight of 1. */
  weight: number;
  amounts: Amounts;
}

/** How much of each kind of evidence was seen; what is absent was not. */
export type Amounts = Partial<Record<EvidenceName, number>>;

/** Whether a match is right; null where the label does not say, which leaves the pair out. */
export type Judge = (match: Match) => boolean | null;

const BY_HAND = Object.fromEntries(EVIDENCE_NAMES.map((name) => [name, EVIDENCE[name].centre])) as Weights;

/** Every entry that fits an error of the report, as far as the label judges it. */
export function reportPairs(matched: MatchedIssue, catalog: Catalog): Pair[] {
  const { issue, input } = matched;
  // By weights set by hand: a fit must not depend on the one before it.
  const { decision, primary } = decidedAt(0, underWeights(matched, BY_HAND)).diagnosis;
  const said = decision === "reply" ? primary : null;
  return input.errors.flatMap(({ error }) =>
    pairsOf(error, input.environment, catalog, judgeOf(issue)).map(({ slug, ...pair }) => ({
      source:
        error === said?.error && slug === said.entry?.slug ? ("reply" as const) : ("candidate" as const),
      issue: issue.number,
      ...pair,
    })),
  );
}

/**
 * An entry is right where `evaluate` would count both its tag and its line as right; wrong where its tag is
 * none of the label's. Of a line without a label, only a wrong tag tells: the right one may stand there because
 * the same error was seen again, or because the line follows from it.
 */
export function judgeOf(issue: LabelledIssue): Judge {
  return ({ error, entry }) => {
    if (!isLabelledTag(entry!.backgroundTag, issue)) return false;
    return isPrimary(error, issue) ? true : null;
  };
}

interface JudgedMatch extends Pick<Pair, "right" | "weight" | "amounts"> {
  slug: string;
}

/** Each matcher of the catalog that fits the error, apart from those of generic entries, which never speak. */
export function pairsOf(
  error: ReportedError,
  environment: Environment,
  catalog: Catalog,
  judge: Judge,
): JudgedMatch[] {
  const subject = subjectOf(error);
  const matches = catalog
    .matchersFor(subject)
    .filter(({ entry }) => !entry.generic)
    .flatMap((compiled) => tryMatcher(compiled, subject, environment, catalog) ?? []);
  const sharing = (slug: string) => matches.filter(({ entry }) => entry!.slug === slug).length;
  return matches.flatMap((match) => {
    const right = judge(match);
    if (right === null) return [];
    const { slug } = match.entry!;
    return [{ slug, right, weight: 1 / sharing(slug), amounts: amountsOf(match.evidence) }];
  });
}

function amountsOf(pieces: Evidence[]): Amounts {
  const amounts: Amounts = {};
  for (const { name, amount } of pieces) amounts[name] = (amounts[name] ?? 0) + amount;
  return amounts;
}
