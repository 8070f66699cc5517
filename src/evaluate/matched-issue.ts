/** A labelled issue with everything a decision about it is made on, under the weights in use or others. */
import { DEFAULT_POLICY, type DecisionInput, type DecisionPolicy, decide } from "../decide.ts";
import { matchReport } from "../diagnose.ts";
import type { Catalog } from "../match/catalog.ts";
import type { Weights } from "../match/evidence.ts";
import type { Match } from "../match/match.ts";
import { compareMatches } from "../match/match-error.ts";
import { logistic, scoreUnder } from "../match/weigh.ts";
import type { LabelledIssue } from "./corpus.ts";
import { issueText } from "./evaluate.ts";
import type { EvaluatedIssue } from "./figures.ts";

export interface MatchedIssue {
  issue: LabelledIssue;
  input: DecisionInput;
}

export function matchIssue(issue: LabelledIssue, catalog: Catalog): MatchedIssue {
  return { issue, input: matchReport(issueText(issue.title, issue.body ?? ""), catalog) };
}

/** Which matcher stands for an entry stays as the weights in use chose it; weights hardly differ in that. */
export function underWeights({ issue, input }: MatchedIssue, weights: Weights): MatchedIssue {
  const errors = input.errors.map(({ error, matches }) => {
    const changed = matches.map((match) => rescored(match, weights));
    return { error, matches: matches[0]?.entry == null ? changed : changed.sort(compareMatches) };
  });
  return { issue, input: { ...input, errors } };
}

function rescored(match: Match, weights: Weights): Match {
  const score = scoreUnder(weights, match.evidence);
  return { ...match, score, confidence: logistic(score) };
}

/** @param threshold least confidence for a reply, 0 to 1: with 0 only the other rules for silence hold */
export function decidedAt(threshold: number, { issue, input }: MatchedIssue): EvaluatedIssue {
  const policy: DecisionPolicy = {
    ...DEFAULT_POLICY,
    replyConfidence: threshold,
    labelConfidence: threshold,
  };
  return { issue, diagnosis: decide(input, policy), covered: false };
}
