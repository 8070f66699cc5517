/** Fitted by scripts/fit-weights.ts, see docs/calibration.md. Generated: do not edit. */
import type { Weights } from "./evidence.ts";

export const WEIGHTS: Weights = {
  prior: -1.53,
  message: 3.04,
  rarity: 1.13,
  start: 0.45,
  class: 1.43,
  "class-unknown": -0.81,
  "class-other": -0.46,
  frame: 1.85,
  "frame-innermost": 2.58,
  "site-function": 1.27,
  "site-file": 0.61,
  "site-elsewhere": -1.38,
  origin: 0.92,
  release: 0.39,
  "release-without-site": -0.4,
  "holds-for": -1.02,
  "chain-wrapper": -1.14,
  "chain-consequence": -2.04,
};
