/**
 * Logistic regression, drawn towards values set by hand: what the data does not show keeps them. Convex, and
 * without any chance in it: the same observations give the same numbers.
 */

/** One number to fit. */
export interface Parameter {
  /** Where it stands without data. */
  centre: number;
  /** How far from there a single observation can be believed: standard deviation of the normal prior. */
  spread: number;
  /** 1: at least 0; -1: at most 0; 0: any. */
  sign: 1 | -1 | 0;
}

export interface Observation {
  /** Position of a parameter and how much of it is seen; what is absent is 0. */
  amounts: [parameter: number, amount: number][];
  right: boolean;
  /** How often it counts. */
  weight: number;
}

/** Changes below this, in every parameter, end the fit. */
const ENOUGH = 1e-5;
const MAX_ROUNDS = 10_000;

/**
 * One parameter at a time, by the method of Genkin, Lewis and Madigan (2007): within a radius the loss bends no
 * more than a known amount, so a step to the lowest point of the parabola that bends so much cannot overshoot.
 * The radius follows the steps. A step over the end of a sign's range stops at 0.
 * @returns the parameters' values, in their order
 */
export function fitLogistic(observations: Observation[], parameters: Parameter[]): number[] {
  const values = parameters.map(({ centre }) => centre);
  const scores = observations.map(({ amounts }) => sum(amounts.map(([at, amount]) => amount * values[at]!)));
  const seen = parameters.map((): { row: number; amount: number }[] => []);
  observations.forEach(({ amounts }, row) => {
    for (const [at, amount] of amounts) seen[at]!.push({ row, amount });
  });
  const radii = parameters.map(() => 1);
  for (let round = 0, change = 1; round < MAX_ROUNDS && change > ENOUGH; round += 1) {
    change = 0;
    for (const [at, { centre, spread, sign }] of parameters.entries()) {
      const radius = radii[at]!;
      let slope = (values[at]! - centre) / spread ** 2;
      let bend = 1 / spread ** 2;
      for (const { row, amount } of seen[at]!) {
        const { right, weight } = observations[row]!;
        const score = scores[row]!;
        slope += weight * amount * (1 / (1 + Math.exp(-score)) - Number(right));
        bend += weight * amount ** 2 * steepest(Math.abs(score), radius * Math.abs(amount));
      }
      const step = Math.max(-radius, Math.min(radius, -slope / bend));
      const wanted = values[at]! + step;
      const value = sign === 0 ? wanted : sign * Math.max(0, sign * wanted);
      const moved = value - values[at]!;
      values[at] = value;
      if (moved !== 0) for (const { row, amount } of seen[at]!) scores[row]! += moved * amount;
      radii[at] = Math.max(2 * Math.abs(step), radius / 2);
      change = Math.max(change, Math.abs(moved));
    }
  }
  return values;
}

/** The most that the logistic loss bends anywhere within `radius` of a score. */
function steepest(score: number, radius: number): number {
  return score <= radius ? 1 / 4 : 1 / (2 + Math.exp(score - radius) + Math.exp(radius - score));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
