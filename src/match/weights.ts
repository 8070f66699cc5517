/** Fitted by scripts/fit-weights.ts, see docs/calibration.md. Generated: do not edit. */
import type { Weights } from "./evidence.ts";

export const WEIGHTS: Weights = {
  prior: -1.49,
  message: 3.03,
  rarity: 1.16,
  start: 0.46,
  class: 1.43,
  "class-unknown": -0.8,
  "class-other": -0.46,
  frame: 1.84,
  "frame-innermost": 2.58,
  "site-function": 1.26,
  "site-file": 0.61,
  "site-elsewhere": -1.4,
  origin: 0.93,
  release: 0.39,
  "release-without-site": -0.4,
  "holds-for": -1.02,
  "chain-wrapper": -1.15,
  "chain-consequence": -2.07,
};
