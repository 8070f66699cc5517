/** Fitted by scripts/fit-weights.ts, see docs/calibration.md. Generated: do not edit. */
import type { Weights } from "./evidence.ts";

export const WEIGHTS: Weights = {
  prior: -2.2,
  message: 3,
  rarity: 1,
  start: 0.6,
  class: 1.2,
  "class-unknown": 0,
  "class-other": -0.5,
  frame: 1.6,
  "frame-innermost": 2.4,
  "site-function": 0.9,
  "site-file": 0.5,
  "site-elsewhere": -0.7,
  origin: 0.5,
  release: 0.3,
  "release-without-site": -0.5,
  "holds-for": -1,
  "chain-wrapper": -1,
  "chain-consequence": -1.5,
};
