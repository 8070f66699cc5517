/** Fitted by scripts/fit-weights.ts, see docs/calibration.md. Generated: do not edit. */
import type { Weights } from "./evidence.ts";

export const WEIGHTS: Weights = {
  prior: -1.53,
  message: 3.06,
  rarity: 1.14,
  start: 0.48,
  class: 1.39,
  "class-unknown": -0.35,
  "class-other": -0.46,
  frame: 1.86,
  "frame-innermost": 2.59,
  "site-function": 1.27,
  "site-file": 0.61,
  "site-elsewhere": -1.38,
  origin: 0.92,
  release: 0.39,
  "release-without-site": -0.4,
  "holds-for": -1.02,
  "chain-wrapper": -1.15,
  "chain-consequence": -2.06,
};
