import { describe, expect, test } from "vitest";
import { fitLogistic, type Observation, type Parameter } from "../../src/evaluate/fit.ts";

const FREE: Parameter = { centre: 0, spread: 10, sign: 0 };

/** Observations at each amount, right in exactly the share that the true weights give. */
function observed(weights: number[], rows: number[][], each = 1_000): Observation[] {
  return rows.flatMap((amounts) => {
    const score = amounts.reduce((sum, amount, at) => sum + amount * weights[at]!, 0);
    const share = 1 / (1 + Math.exp(-score));
    const seen = amounts.map((amount, at): [number, number] => [at, amount]);
    return [
      { amounts: seen, right: true, weight: each * share },
      { amounts: seen, right: false, weight: each * (1 - share) },
    ];
  });
}

const ROWS = [
  [1, 0, 0],
  [1, 1, 0],
  [1, 0, 1],
  [1, 1, 1],
  [1, 0.5, 2],
];

test("finds the weights that the data was made with", () => {
  const fitted = fitLogistic(observed([-1, 2, -0.7], ROWS), [FREE, FREE, FREE]);
  expect(fitted[0]).toBeCloseTo(-1, 2);
  expect(fitted[1]).toBeCloseTo(2, 2);
  expect(fitted[2]).toBeCloseTo(-0.7, 2);
});

test("the same observations give the same numbers, in whatever order they come", () => {
  const made = observed([-1, 2, -0.7], ROWS);
  const once = fitLogistic(made, [FREE, FREE, FREE]);
  expect(fitLogistic(made, [FREE, FREE, FREE])).toEqual(once);
  fitLogistic(made.toReversed(), [FREE, FREE, FREE]).forEach((value, at) => {
    expect(value).toBeCloseTo(once[at]!, 3);
  });
});

test("the result is the lowest point: a step to either side costs more", () => {
  const made = observed([-1, 2, -0.7], ROWS, 20);
  const parameters = [FREE, { centre: 1, spread: 1, sign: 0 as const }, FREE];
  const loss = (values: number[]) =>
    made.reduce((sum, { amounts, right, weight }) => {
      const score = amounts.reduce((total, [at, amount]) => total + amount * values[at]!, 0);
      return sum + weight * Math.log(1 + Math.exp(right ? -score : score));
    }, 0) +
    parameters.reduce((sum, { centre, spread }, at) => sum + ((values[at]! - centre) / spread) ** 2 / 2, 0);
  const fitted = fitLogistic(made, parameters);
  for (const at of [0, 1, 2])
    for (const step of [-0.01, 0.01])
      expect(loss(fitted.with(at, fitted[at]! + step))).toBeGreaterThan(loss(fitted));
});

describe("what is believed without data", () => {
  test("a parameter that nothing shows keeps its centre", () => {
    const unseen: Parameter = { centre: 1.7, spread: 1, sign: 1 };
    expect(
      fitLogistic(
        observed(
          [-1, 2],
          [
            [1, 0],
            [1, 1],
          ],
        ),
        [FREE, FREE, unseen],
      )[2],
    ).toBe(1.7);
  });

  test("few observations move it a little, many move it to where they are", () => {
    const believed: Parameter = { centre: 0, spread: 1, sign: 0 };
    const [few, many] = [2, 5_000].map((each) => fitLogistic(observed([3], [[1]], each), [believed])[0]!);
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(1);
    expect(many).toBeCloseTo(3, 1);
  });

  test.each([
    ["never for", -1, 2, 0],
    ["never against", 1, -2, 0],
    ["against, as it is", -1, -2, -2],
  ] as const)("a sign is held: %s", (_, sign, truth, expected) => {
    const fitted = fitLogistic(
      observed(
        [0.5, truth],
        [
          [1, 0],
          [1, 1],
        ],
      ),
      [FREE, { centre: sign, spread: 10, sign }],
    );
    expect(fitted[1]).toBeCloseTo(expected, 1);
  });

  test("data that separates perfectly does not run away", () => {
    const separable: Observation[] = [
      { amounts: [[0, 1]], right: true, weight: 100 },
      { amounts: [[1, 1]], right: false, weight: 100 },
    ];
    const believed: Parameter = { centre: 0, spread: 1, sign: 0 };
    const [up, down] = fitLogistic(separable, [believed, believed]);
    expect(up).toBeGreaterThan(2);
    expect(up).toBeLessThan(6);
    expect(down).toBeCloseTo(-up!, 4);
  });
});
