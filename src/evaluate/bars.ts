/** The least each figure must reach; what falls below does not land. */
import type { Figure } from "./figures.ts";

const AT_LEAST: Record<string, number> = {
  "lines exact": 1,
  "extraction recall": 0.98,
  "top-1": 0.92,
  "answered of covered": 0.95,
  "right line": 0.97,
  "tag in set": 0.88,
  version: 0.94,
};

const AT_MOST: Record<string, number> = { noise: 0.1, "false extraction": 0.05, "false reply": 0 };

/** @returns a sentence for each figure that misses its bar */
export function missedBars(figures: Figure[]): string[] {
  return figures.flatMap(({ name, value }) => {
    if (value === null) return [];
    const least = AT_LEAST[name];
    const most = AT_MOST[name];
    if (least !== undefined && value < least)
      return [`${name} is ${value.toFixed(3)}, at least ${least} is needed`];
    if (most !== undefined && value > most)
      return [`${name} is ${value.toFixed(3)}, at most ${most} is allowed`];
    return [];
  });
}
