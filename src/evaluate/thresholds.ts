/** What each threshold of confidence buys and costs, and how far confidence can be believed. */
import type { Match } from "../match/match.ts";
import { type Figure, figuresOf, isReplyRight } from "./figures.ts";
import { decidedAt, type MatchedIssue } from "./matched-issue.ts";
import { judgeOf } from "./pairs.ts";
import type { Prediction } from "./reliability.ts";

export interface ThresholdCost {
  threshold: number;
  answered: Figure;
  rightLine: Figure;
  tagInSet: Figure;
  falseReply: Figure;
}

export function costOf(threshold: number, matched: MatchedIssue[]): ThresholdCost {
  const figures = figuresOf(matched.map((one) => decidedAt(threshold, one)));
  const named = (name: string): Figure => figures.find((figure) => figure.name === name)!;
  return {
    threshold,
    answered: named("answered"),
    rightLine: named("right line"),
    tagInSet: named("tag in set"),
    falseReply: named("false reply"),
  };
}

/** Every candidate of every error that the labels judge, as confident as the bot would be. */
export function candidatePredictions(matched: MatchedIssue[]): Prediction[] {
  return matched.flatMap(({ issue, input }) => {
    const judge = judgeOf(issue);
    return entryMatches(input.errors.flatMap(({ matches }) => matches)).flatMap((match) => {
      const right = judge(match);
      return right === null ? [] : [{ confidence: match.confidence, right }];
    });
  });
}

/** What would be said of each issue if every confidence sufficed: the other rules for silence hold. */
export function replyPredictions(matched: MatchedIssue[]): Prediction[] {
  return matched.flatMap((one) => {
    const decided = decidedAt(0, one);
    const { decision, confidence } = decided.diagnosis;
    return decision === "reply" ? [{ confidence, right: isReplyRight(decided) }] : [];
  });
}

export interface Rivalry {
  /** Log-odds between the best entry and the best one of another tag. */
  margin: number;
  /** Whether the best one is right. */
  right: boolean;
}

/** Errors that entries of two tags fit, as far as the labels judge the better one. */
export function rivalries(matched: MatchedIssue[]): Rivalry[] {
  return matched.flatMap(({ issue, input }) =>
    input.errors.flatMap(({ matches }) => {
      const [best, ...others] = entryMatches(matches);
      const rival = others.find(({ entry }) => entry!.backgroundTag !== best!.entry!.backgroundTag);
      const right = rival === undefined ? null : judgeOf(issue)(best!);
      return right === null ? [] : [{ margin: best!.score - rival!.score, right }];
    }),
  );
}

function entryMatches(matches: Match[]): Match[] {
  return matches.filter(({ entry }) => entry !== null && !entry.generic);
}
