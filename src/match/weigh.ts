/** From pieces of evidence to a confidence: the logistic function of their sum. */
import type { EvidenceName, Weights } from "./evidence.ts";
import type { Evidence } from "./match.ts";
import { WEIGHTS } from "./weights.ts";

/** Literals beyond these many characters tell no more. */
const FULL_LENGTH = 43;

/** @param amount how much of it was seen; most evidence is seen (1) or is not there */
export function evidence(name: EvidenceName, detail: string, amount = 1): Evidence {
  return { name, amount, weight: amount * WEIGHTS[name], detail };
}

/** @param whose "entry" or "site", for the detail */
export function messageEvidence(
  found: { literalLength: number; rarity: number; start: number },
  whose: string,
): Evidence[] {
  const { literalLength, rarity, start } = found;
  return [
    evidence(
      "message",
      `${literalLength} characters of the message are the ${whose}'s own`,
      Math.min(1, literalLength / FULL_LENGTH),
    ),
    ...(rarity > 0 ? [evidence("rarity", `few templates have its rarest word`, rarity)] : []),
    ...(start === 0 ? [evidence("start", `the message begins as the ${whose}'s does`)] : []),
  ];
}

/** Everything a match stands on, the prior first, with its sum and the confidence that follows. */
export function weigh(pieces: Evidence[]): { evidence: Evidence[]; score: number; confidence: number } {
  const all = [evidence("prior", "what stands against any match before its evidence"), ...pieces];
  const score = all.reduce((sum, { weight }) => sum + weight, 0);
  return { evidence: all, score, confidence: logistic(score) };
}

/** The score that the same evidence gives under other weights. */
export function scoreUnder(weights: Weights, pieces: Evidence[]): number {
  return pieces.reduce((sum, { name, amount }) => sum + amount * weights[name], 0);
}

export function logistic(score: number): number {
  return 1 / (1 + Math.exp(-score));
}
