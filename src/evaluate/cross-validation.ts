/** Every labelled issue as it would be diagnosed with weights that were fitted without it. */
import type { Catalog } from "../match/catalog.ts";
import { fitWeights } from "./fit-weights.ts";
import { type MatchedIssue, underWeights } from "./matched-issue.ts";
import { type Pair, reportPairs } from "./pairs.ts";
import { examplePairs, relaxedCatalog, relaxedReportPairs } from "./relaxed.ts";

const FOLDS = 5;

/** All pairs that weights are fitted on. */
export function pairsOfCorpus(matched: MatchedIssue[], catalog: Catalog): Pair[] {
  const relaxed = relaxedCatalog(catalog);
  return [
    ...matched.flatMap((one) => [...reportPairs(one, catalog), ...relaxedReportPairs(one, relaxed)]),
    ...examplePairs(catalog, relaxed),
  ];
}

/**
 * Five folds over the issues, dealt out by their numbers: no chance in it, and each fold spans the whole time.
 * Pairs of the catalog's own examples take part in every fit.
 */
export function crossValidated(matched: MatchedIssue[], pairs: Pair[]): MatchedIssue[] {
  const dealt = [...matched].sort((a, b) => a.issue.number - b.issue.number);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const aside = dealt.filter((_, position) => position % FOLDS === fold);
    const numbers = new Set(aside.map(({ issue }) => issue.number));
    const weights = fitWeights(pairs.filter(({ issue }) => issue === null || !numbers.has(issue)));
    return aside.map((one) => underWeights(one, weights));
  }).flat();
}
