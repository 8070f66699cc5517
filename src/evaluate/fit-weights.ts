/** The weights of evidence from pairs. */
import { EVIDENCE, EVIDENCE_NAMES, type Weights } from "../match/evidence.ts";
import { fitLogistic, type Observation, type Parameter } from "./fit.ts";
import { PAIR_SOURCES, type Pair, type PairSource } from "./pairs.ts";

/** Standard deviation of the belief in a weight set by hand, in log-odds. */
const SPREAD = 1;
/** That of what is not believed at all. */
const FREE = 10;

const REPORTED: PairSource[] = ["reply", "candidate"];

/**
 * What all pairs of a made source count together, as a share of what the reports' pairs do; the reports' own count as
 * they are. Between 0 and 0.5 the figures on issues left out of the fit hardly differ.
 */
const MADE_SHARE = 0.1;

/**
 * Every source has a level of its own, fitted beside the weights. The prior is that of replies: of what the bot
 * would say, more is right than of what loses or follows from other errors, and how often made pairs are right
 * says nothing. Those pairs tell what evidence is worth against other evidence.
 */
export function fitWeights(pairs: Pair[]): Weights {
  const parameters: Parameter[] = [
    ...EVIDENCE_NAMES.map((name) => ({ ...EVIDENCE[name], spread: SPREAD })),
    ...PAIR_SOURCES.slice(1).map((): Parameter => ({ centre: 0, spread: FREE, sign: 0 })),
  ];
  const values = fitLogistic(observationsOf(pairs), parameters);
  return Object.fromEntries(EVIDENCE_NAMES.map((name, at) => [name, rounded(values[at]!)])) as Weights;
}

/** Pairs with the same evidence and outcome are one observation that counts so much more. */
function observationsOf(pairs: Pair[]): Observation[] {
  const total = (sources: PairSource[]) =>
    pairs.reduce((sum, { source, weight }) => sum + (sources.includes(source) ? weight : 0), 0);
  const share = (source: PairSource) =>
    REPORTED.includes(source) ? 1 : (MADE_SHARE * total(REPORTED)) / total([source]);
  const shares = new Map(PAIR_SOURCES.map((source) => [source, share(source)]));
  const observations = new Map<string, Observation>();
  for (const { source, right, weight, amounts } of pairs) {
    const seen = EVIDENCE_NAMES.flatMap((name, at): [number, number][] =>
      amounts[name] === undefined ? [] : [[at, amounts[name]]],
    );
    const level = PAIR_SOURCES.indexOf(source);
    if (level > 0) seen.push([EVIDENCE_NAMES.length + level - 1, 1]);
    const key = JSON.stringify([right, seen]);
    const observation = observations.get(key) ?? { right, weight: 0, amounts: seen };
    observation.weight += weight * shares.get(source)!;
    observations.set(key, observation);
  }
  return [...observations.values()];
}

/** Two digits: more would pretend to a precision that the data does not have. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
