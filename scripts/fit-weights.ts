/**
 * Fits what each kind of evidence counts, on a labelled corpus, and says how far confidence can then be believed.
 * The same corpus and catalog give the same numbers: there is no chance in it. Nothing of the corpus's text is
 * written.
 *
 *     npx tsx scripts/fit-weights.ts CORPUS [--write] [--held-out CORPUS]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  calibrationPage,
  reliabilityTable,
  thresholdTable,
  weightsModule,
} from "../src/evaluate/calibration-page.ts";
import { parseCorpus } from "../src/evaluate/corpus.ts";
import { crossValidated, pairsOfCorpus } from "../src/evaluate/cross-validation.ts";
import { fitWeights } from "../src/evaluate/fit-weights.ts";
import { matchIssue, underWeights } from "../src/evaluate/matched-issue.ts";
import { candidatePredictions, replyPredictions } from "../src/evaluate/thresholds.ts";
import { loadCatalog } from "../src/match/catalog.ts";
import { EVIDENCE_NAMES } from "../src/match/evidence.ts";
import { WEIGHTS } from "../src/match/weights.ts";

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false }, "held-out": { type: "string" } },
  allowPositionals: true,
});
const [corpus] = positionals;
if (corpus === undefined) {
  console.error("fit-weights: name the labelled corpus: npx tsx scripts/fit-weights.ts CORPUS [--write]");
  process.exit(2);
}

const catalog = loadCatalog();
const issues = parseCorpus(readFileSync(corpus, "utf8"));
const matched = issues.map((issue) => matchIssue(issue, catalog));
const pairs = pairsOfCorpus(matched, catalog);
const weights = fitWeights(pairs);

for (const name of EVIDENCE_NAMES) {
  const [before, after] = [WEIGHTS[name], weights[name]];
  console.log(
    `${name.padEnd(22)} ${before.toFixed(2).padStart(6)} ${before === after ? "" : `→ ${after.toFixed(2)}`}`,
  );
}

const page = calibrationPage({ weights, pairs, matched: crossValidated(matched, pairs) });
if (values.write) {
  writeFileSync("src/match/weights.ts", weightsModule(weights));
  writeFileSync("docs/calibration.md", page);
} else {
  console.log(`\n${page}`);
}

if (values["held-out"] !== undefined) {
  const aside = parseCorpus(readFileSync(values["held-out"], "utf8"));
  const unseen = aside.map((issue) => underWeights(matchIssue(issue, catalog), weights));
  console.log(`held out, ${aside.length} issues; replies, candidates, thresholds`);
  console.log(reliabilityTable(replyPredictions(unseen)));
  console.log(reliabilityTable(candidatePredictions(unseen)));
  console.log(thresholdTable(unseen));
}
