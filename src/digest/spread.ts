/** Where an error is seen: over releases, devices, models and launch flags, each issue counted once. */
import type { IndexedOccurrence } from "../store/occurrences.ts";

export interface Share {
  value: string;
  issues: number;
}

/** Each list: most issues first, at most a few. */
export interface Spread {
  releases: Share[];
  devices: Share[];
  models: Share[];
  flags: Share[];
}

const MOST_VALUES = 4;
/** One issue's flag says nothing about the error. */
const FEWEST_FOR_FLAG = 2;
/** Every server has these. */
const COMMON_FLAGS =
  /^--(?:model|model-path|host|port|trust-remote-code|tp|tp-size|tensor-parallel-size|log-level)\b/;

export function spreadOf(seen: readonly IndexedOccurrence[]): Spread {
  return {
    releases: share(seen, ({ release }) => (release === null ? [] : [release])),
    devices: share(seen, devicesOf),
    models: share(seen, ({ environment }) => strings([environment.model])),
    flags: share(seen, ({ environment }) =>
      strings(environment.flags).filter((flag) => !COMMON_FLAGS.test(flag)),
    ).filter(({ issues }) => issues >= FEWEST_FOR_FLAG),
  };
}

function devicesOf({ environment, vendor }: IndexedOccurrence): string[] {
  const names = new Set(strings(environment.gpus));
  return names.size > 0 ? [...names] : strings([vendor]);
}

/** What another version stored is no list of ours. */
function strings(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === "string" && value !== "") : [];
}

function share(
  seen: readonly IndexedOccurrence[],
  valuesOf: (occurrence: IndexedOccurrence) => string[],
): Share[] {
  const issuesOf = new Map<string, Set<number>>();
  for (const occurrence of seen) {
    for (const value of valuesOf(occurrence)) {
      const known = issuesOf.get(value) ?? new Set();
      issuesOf.set(value, known.add(occurrence.issue));
    }
  }
  return [...issuesOf]
    .map(([value, issues]) => ({ value, issues: issues.size }))
    .sort((a, b) => b.issues - a.issues || (a.value < b.value ? 1 : -1))
    .slice(0, MOST_VALUES);
}
