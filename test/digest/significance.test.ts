import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { binomialTail, significantChanges } from "../../src/digest/significance.ts";

test.each([
  [0, 5, 0.5, 1],
  [5, 5, 0.5, 1 / 32],
  [6, 5, 0.5, 0],
  [3, 5, 0.5, 0.5],
  [1, 10, 0.1, 0.6513215599],
  [9, 9, 1 / 9, 2.581174791713197e-9],
  [1, 100_000, 1 / 9, 1],
  // Added up in exact fractions.
  [131, 1_000, 1 / 9, 0.027595838835414225],
  [25, 120, 1 / 9, 0.0014386121998848794],
])("at least %d of %d at chance %d: %d", (atLeast, n, p, expected) => {
  expect(binomialTail(atLeast, n, p)).toBeCloseTo(expected, 6);
});

test("the tail falls as more is asked for", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0.01, max: 0.9, noNaN: true }), (n, p) => {
      let before = 1;
      for (let k = 0; k <= n; k += 1) {
        const tail = binomialTail(k, n, p);
        expect(tail).toBeLessThanOrEqual(before + 1e-7);
        expect(tail).toBeGreaterThanOrEqual(0);
        before = tail;
      }
    }),
    { numRuns: 50 },
  );
});

/** A page of other kinds, as a quiet week has them. */
const others = (): [string, number[]][] =>
  Array.from({ length: 30 }, (_, index) => [
    `other ${index}`,
    [1, 0, 2, 1, 1, 0, 1, 2, 1].map((n) => n + (index % 3)),
  ]);

const changesOf = (counts: number[]) => {
  const { more, gone } = significantChanges<string>([...others(), ["it", counts]]);
  return { more: more.has("it"), gone: gone.get("it") ?? null };
};

describe("more than before", () => {
  test.each<[string, number[], boolean]>([
    ["a burst of something rare", [0, 1, 0, 0, 1, 0, 0, 0, 8], true],
    ["a burst of something frequent", [6, 5, 7, 6, 4, 6, 5, 6, 22], true],
    ["something new that many report", [0, 0, 0, 0, 0, 0, 0, 0, 6], true],
    ["one more than usual", [3, 2, 4, 3, 3, 2, 4, 3, 5], false],
    ["something new that one reports", [0, 0, 0, 0, 0, 0, 0, 0, 1], false],
    ["as ever", [5, 5, 5, 5, 5, 5, 5, 5, 5], false],
    ["a burst without a history to compare with", [0, 0, 9], false],
  ])("%s", (_, counts, expected) => {
    expect(changesOf(counts).more).toBe(expected);
  });
});

describe("gone", () => {
  test.each<[string, number[], number | null]>([
    ["frequent, then nothing", [20, 18, 22, 19, 21, 20, 18, 20, 0], 1],
    ["told once: it was as clear a week ago", [20, 18, 22, 19, 21, 20, 18, 0, 0], null],
    ["less frequent: clear after three weeks", [0, 6, 5, 7, 4, 6, 0, 0, 0], 3],
    ["rare, then nothing", [1, 0, 1, 0, 0, 1, 0, 1, 0], null],
    ["never there", [0, 0, 0, 0, 0, 0, 0, 0, 0], null],
    ["still there", [6, 5, 7, 4, 6, 5, 4, 6, 1], null],
  ])("%s", (_, counts, expected) => {
    expect(changesOf(counts).gone).toBe(expected);
  });
});
