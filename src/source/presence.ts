/** At which releases something exists: shared sets while building, ranges of release names when stored. */

import { getOrAdd } from "./get-or-add.ts";

/** First and last release of an unbroken run; null as last: still so at head. "head" as first: since the newest release. */
export type ReleaseRange = [from: string, to: string | null];

/** The name that stands for the head commit in ranges and tables. */
export const HEAD = "head";

/** A set of releases. Equal sets of one pool are one object, so that thousands of rows share a few. */
export interface Presence {
  readonly ranges: ReleaseRange[];
  /** Index of the newest release; -1 for none. */
  readonly newest: number;
  /** First and last index of each run, in order. */
  readonly runs: readonly number[];
}

/** All sets of the releases in one order. */
export interface PresencePool {
  readonly none: Presence;
  /** The set with the releases `from` to `to` (indices, both included) as well. */
  add(set: Presence, from: number, to?: number): Presence;
  /**
   * Reads ranges that are in terms of another order, each array once. Releases that the pool does not have
   * are left out, and so is the other order's head, which may be another commit.
   */
  reader(other: string[]): (ranges: ReleaseRange[]) => Presence;
}

/** @param order release names in order, head last */
export function presencePool(order: string[]): PresencePool {
  const made = new Map<string, Presence>();
  const steps = new Map<Presence, Map<number, Presence>>();
  const ofRuns = (runs: number[]): Presence =>
    getOrAdd(made, runs.join(), () => {
      const ranges: ReleaseRange[] = [];
      for (let i = 0; i < runs.length; i += 2) {
        const last = runs[i + 1]!;
        ranges.push([order[runs[i]!]!, last === order.length - 1 ? null : order[last]!]);
      }
      return { ranges, newest: runs.at(-1) ?? -1, runs };
    });
  const none = ofRuns([]);
  const add = (set: Presence, from: number, to = from): Presence =>
    getOrAdd(
      getOrAdd(steps, set, () => new Map<number, Presence>()),
      from * order.length + to,
      () => ofRuns(joined(set.runs, from, to)),
    );
  const reader = (other: string[]): ((ranges: ReleaseRange[]) => Presence) => {
    const from = new Map(other.map((name, i) => [name, i]));
    const to = new Map(
      order.map((name, i) => [name, i]).filter(([name]) => name !== HEAD) as [string, number][],
    );
    const read = new Map<ReleaseRange[], Presence>();
    const setOf = (ranges: ReleaseRange[]): Presence => {
      let set = none;
      for (const [first, last] of ranges) {
        const start = from.get(first);
        const end = last === null ? other.length - 1 : from.get(last);
        if (start === undefined || end === undefined)
          throw new Error(`unknown release in the range ${first} to ${last}`);
        for (let i = start; i <= end; i += 1) {
          const index = to.get(other[i]!);
          if (index !== undefined) set = add(set, index);
        }
      }
      return set;
    };
    return (ranges) => getOrAdd(read, ranges, () => setOf(ranges));
  };
  return { none, add, reader };
}

/** Runs with one more, which may touch or overlap others. */
function joined(runs: readonly number[], from: number, to: number): number[] {
  const before: number[] = [];
  const after: number[] = [];
  let first = from;
  let last = to;
  for (let i = 0; i < runs.length; i += 2) {
    const start = runs[i]!;
    const end = runs[i + 1]!;
    if (end < first - 1) before.push(start, end);
    else if (start > last + 1) after.push(start, end);
    else {
      first = Math.min(first, start);
      last = Math.max(last, end);
    }
  }
  return [...before, first, last, ...after];
}

/** Whether `release` lies in one of the ranges. */
export function inRanges(ranges: ReleaseRange[], release: string, order: Map<string, number>): boolean {
  const at = order.get(release);
  if (at === undefined) return false;
  return ranges.some(([from, to]) => order.get(from)! <= at && (to === null || at <= order.get(to)!));
}

/** Ranges as stored: "v0.1.0..v0.2.0,v0.4.0.." */
export function rangesText(ranges: ReleaseRange[]): string {
  return ranges.map(([from, to]) => `${from}..${to ?? ""}`).join(",");
}

/** The inverse of `rangesText`. */
export function parseRanges(text: string): ReleaseRange[] {
  return text.split(",").map((one) => {
    const [from, to] = one.split("..") as [string, string];
    return [from, to === "" ? null : to];
  });
}
