import { describe, expect, test } from "vitest";
import { reliabilityOf } from "../../src/evaluate/reliability.ts";

const EDGES = [0, 0.5, 1];
const of = (...pairs: [number, boolean][]) => pairs.map(([confidence, right]) => ({ confidence, right }));

test("each prediction lies in one bin, the ends of the scale in the outer ones", () => {
  const { bins } = reliabilityOf(of([0, false], [0.49, true], [0.5, true], [1, true]), EDGES);
  expect(bins.map(({ count }) => count)).toEqual([2, 2]);
  expect(bins[0]).toMatchObject({ confidence: 0.245, right: 0.5 });
  expect(bins[1]).toMatchObject({ confidence: 0.75, right: 1 });
});

describe("how far confidence can be believed", () => {
  test.each<[string, [number, boolean][], number, number]>([
    [
      "sure and right",
      [
        [1, true],
        [0, false],
      ],
      0,
      0,
    ],
    [
      "sure and wrong",
      [
        [1, false],
        [0, true],
      ],
      1,
      1,
    ],
    [
      "half and half, as said",
      [
        [0.5, true],
        [0.5, false],
      ],
      0.25,
      0,
    ],
    [
      "always right, said to be likely",
      [
        [0.8, true],
        [0.8, true],
      ],
      0.04,
      0.2,
    ],
    [
      "two bins off by 0.1 and 0.3",
      [
        [0.1, false],
        [0.7, true],
      ],
      0.05,
      0.2,
    ],
  ])("%s", (_, predictions, brier, error) => {
    const found = reliabilityOf(of(...predictions), EDGES);
    expect(found.brier).toBeCloseTo(brier);
    expect(found.calibrationError).toBeCloseTo(error);
  });

  test("the score to beat is that of one confidence for all", () => {
    const found = reliabilityOf(of([0.9, true], [0.9, true], [0.9, true], [0.2, false]), EDGES);
    expect(found.brierOfShare).toBeCloseTo(0.75 * 0.25);
    expect(found.brier!).toBeLessThan(found.brierOfShare!);
  });

  test("nothing predicted, nothing said", () => {
    const found = reliabilityOf([], EDGES);
    expect([found.brier, found.brierOfShare, found.calibrationError]).toEqual([null, null, null]);
    expect(found.bins.map(({ count, right }) => [count, right])).toEqual([
      [0, null],
      [0, null],
    ]);
  });
});
