/**
 * Why a diagnosis is what it is: every error with everything that fits it, what almost fits, and the rule that
 * each of them won or lost by. Plain data for a person who writes entries; nothing of it is published.
 */
import {
  DEFAULT_POLICY,
  type DecisionInput,
  type DecisionPolicy,
  decide,
  isTie,
  type MatchedError,
} from "../decide.ts";
import { type IssueText, matchReport } from "../diagnose.ts";
import type { Decision, Diagnosis } from "../diagnosis.ts";
import type { ErrorRole } from "../extract/report.ts";
import type { Catalog } from "../match/catalog.ts";
import type { Evidence, Match } from "../match/match.ts";
import { subjectOf } from "../match/matcher.ts";
import { type NearMiss, nearMisses } from "../match/near.ts";
import { type DroppedLine, droppedLines } from "./dropped.ts";

export interface Explanation {
  decision: Decision;
  reason: string;
  /** Of the primary match; 0 without one. */
  confidence: number;
  /** Least confidence for a comment and for a label. */
  thresholds: { reply: number; label: number };
  /** Ranked: what a maintainer looks at first stands first. */
  errors: ExplainedError[];
  /** Where no error was found: lines with a word of failure that no error came of, the first of them. */
  dropped: DroppedLine[];
}

export interface ExplainedError {
  part: string;
  lineNumber: number;
  line: string;
  errorClass: string | null;
  message: string;
  role: ErrorRole;
  /** Place in `errors` of the one that this one wraps; null where none is shown. */
  wraps: number | null;
  /** The reader that found it. */
  shape: string;
  count: number;
  frames: { file: string; line: number | null; function: string | null }[];
  /** Whether the decision is on this error, and why or why not. */
  standing: string;
  /** Best first. */
  candidates: Candidate[];
  /** Nearest first, bounded. */
  near: { slug: string; matcher: number; misses: string[] }[];
}

export interface Candidate {
  kind: "entry" | "site";
  id: string;
  /** The entry's slug, or the template of the raise site. */
  name: string;
  backgroundTag: string | null;
  generic: boolean;
  score: number;
  confidence: number;
  evidence: Pick<Evidence, "name" | "weight" | "detail">[];
  outcome: "won" | "tied" | "lost";
  why: string;
}

const MAX_NEAR = 6;

/** Costs a diagnosis and a second look at each error's matchers. */
export function explain(
  issue: IssueText,
  catalog: Catalog,
  policy: DecisionPolicy = DEFAULT_POLICY,
): Explanation {
  const input = matchReport(issue, catalog);
  const diagnosis = decide(input, policy);
  const decided = input.errors.findIndex(
    ({ matches: [best] }) => best !== undefined && best === diagnosis.primary,
  );
  return {
    decision: diagnosis.decision,
    reason: diagnosis.reason,
    confidence: diagnosis.confidence,
    thresholds: { reply: policy.replyConfidence, label: policy.labelConfidence },
    errors: input.errors.map((matched, place) => {
      const near = nearMisses(subjectOf(matched.error), catalog);
      return explainError(matched, standing(place, decided, input, diagnosis, policy), near, policy);
    }),
    dropped: input.errors.length === 0 ? droppedLines(issue.parts) : [],
  };
}

function explainError(
  { error, matches }: MatchedError,
  stands: string,
  near: NearMiss[],
  policy: DecisionPolicy,
): ExplainedError {
  const fitting = new Set(matches.map(({ entry }) => entry?.slug));
  return {
    part: error.part,
    lineNumber: error.lineNumber,
    line: error.line,
    errorClass: error.errorClass,
    message: error.message,
    role: error.role,
    wraps: error.wraps ?? null,
    shape: error.shape,
    count: error.count,
    frames: error.frames.map(({ file, line, function: name }) => ({ file, line, function: name })),
    standing: stands,
    candidates: matches.map((match, place) => candidate(match, place, matches, policy)),
    near: near
      // Another matcher of an entry that fits says nothing new.
      .filter(({ entry }) => !fitting.has(entry.slug))
      .slice(0, MAX_NEAR)
      .map(({ entry, matcher, misses }) => ({ slug: entry.slug, matcher, misses })),
  };
}

function candidate(match: Match, place: number, matches: Match[], policy: DecisionPolicy): Candidate {
  const { entry, site, score, confidence } = match;
  const best = matches[0]!;
  const rival = place === 0 ? matches.slice(1).find((other) => isTie(best, other)) : best;
  const tied = rival !== undefined && (place === 0 || isTie(best, match));
  return {
    kind: entry === null ? "site" : "entry",
    id: entry?.id ?? site?.id ?? "",
    name: entry?.slug ?? site?.message ?? "",
    backgroundTag: entry?.backgroundTag ?? null,
    generic: entry?.generic ?? false,
    score,
    confidence,
    evidence: match.evidence.map(({ name, weight, detail }) => ({ name, weight, detail })),
    outcome: tied ? "tied" : place === 0 ? "won" : "lost",
    why: tied
      ? whyTied(rival, best.score - (place === 0 ? rival.score : score))
      : place === 0
        ? whyFirst(match, policy)
        : whyBehind(match, best),
  };
}

function whyTied(other: Match, difference: number): string {
  return `${difference.toFixed(2)} apart from ${other.entry!.slug}, which has another cause: too close to tell`;
}

function whyFirst({ entry, confidence }: Match, policy: DecisionPolicy): string {
  if (entry === null) return "no entry fits; a raise site tells where, not why";
  if (entry.generic) return "the best, but generic: no specific entry fits";
  return confidence < policy.labelConfidence
    ? "the best of this error, but below the threshold"
    : "the best of this error";
}

function whyBehind({ entry, score }: Match, best: Match): string {
  if (entry === null || best.entry === null) return "a raise site of another project";
  const { slug, generic, backgroundTag } = best.entry;
  if (entry.generic && !generic) return `generic: the specific entry ${slug} stands before it`;
  const behind = `${(best.score - score).toFixed(2)} behind ${slug}`;
  return entry.backgroundTag === backgroundTag ? `${behind}, of the same cause` : behind;
}

/** @param decided place of the error that the decision is on; -1 for none */
function standing(
  place: number,
  decided: number,
  { errors }: DecisionInput,
  { reason, decision, secondary }: Diagnosis,
  policy: DecisionPolicy,
): string {
  const { error, matches } = errors[place]!;
  const [best] = matches;
  const known = best?.entry != null;
  if (place === decided) return `the decision is on this one: ${decision}, ${reason}`;
  if (decided < 0) {
    const first = errors.findIndex((one) => one.error.role === "root");
    return place === first
      ? "the first root error, and nothing fits it: what else is known may follow from it"
      : known
        ? "known, but a root error that nothing fits stands before it"
        : "nothing fits it";
  }
  if (place < decided) return known ? "not decided on" : `a ${error.role}, and no entry fits it: passed over`;
  if (secondary.some((match) => match === best)) return "another cause: the reply mentions it folded";
  if (!known) return "stands behind the one decided on; no entry fits it";
  return `stands behind the one decided on; not mentioned: ${whyNotMentioned(errors[place]!, errors[decided]!, policy)}`;
}

function whyNotMentioned(
  { error, matches }: MatchedError,
  decided: MatchedError,
  policy: DecisionPolicy,
): string {
  const best = matches[0]!;
  if (error.role !== "root") return `it is a ${error.role}`;
  if (best.entry!.generic) return "only a generic entry fits";
  if (best.entry === decided.matches[0]!.entry) return "the same entry";
  if (best.confidence < policy.replyConfidence) return `confidence ${best.confidence.toFixed(2)}`;
  return "enough others are";
}
