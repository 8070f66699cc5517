/**
 * Is a count more than noise? If a kind of error is as frequent as ever, each of its N reporters of the last
 * k windows is as likely to fall into one as into another. So the newest window's share is binomial, N times
 * 1/k, and needs no other assumption. Windows differ in traffic and people copy each other, so the bar is on
 * the whole page: the chance that a page of pure noise calls anything significant stays below ALPHA.
 */

/** Half for "more than before", half for "gone". */
export const ALPHA = 0.05;
/** With fewer windows to compare with, nothing is called significant. */
export const FEWEST_EARLIER = 4;
/** Windows without a report after which an error may be called gone. */
export const MOST_QUIET = 4;

/** Reporters in each window, oldest first; the last is the one the digest is about. */
export type Counts = readonly number[];

export interface Changes<T> {
  more: Set<T>;
  /** In which windows before now the last report lies: 1, the one just before. */
  gone: Map<T, number>;
}

/** @param counts of every kind on the page, equally long */
export function significantChanges<T>(kinds: Iterable<[T, Counts]>): Changes<T> {
  const tests = [...kinds]
    .map(([kind, counts]) => ({ kind, counts, total: sum(counts), windows: counts.length }))
    .filter(({ windows }) => windows > FEWEST_EARLIER);
  const more = new Set<T>();
  const smallest = tests.map(({ total, windows }) => binomialTail(total, total, 1 / windows));
  const moreLevel = levelOf(smallest, ALPHA / 2);
  for (const { kind, counts, total, windows } of tests) {
    if (binomialTail(counts.at(-1)!, total, 1 / windows) <= moreLevel) more.add(kind);
  }
  return { more, gone: goneKinds(tests) };
}

interface Test<T> {
  kind: T;
  counts: Counts;
  total: number;
  windows: number;
}

/** Told once: in the first window in which the silence is long enough to be no chance. */
function goneKinds<T>(tests: Test<T>[]): Map<T, number> {
  const gone = new Map<T, number>();
  const smallest = tests.map((test) => chanceOfSilence(test, MOST_QUIET) * MOST_QUIET);
  const level = levelOf(smallest, ALPHA / 2) / MOST_QUIET;
  for (const test of tests) {
    const quiet = test.counts.length - 1 - lastIndexAbove(test.counts);
    if (quiet < 1 || quiet > MOST_QUIET || test.total === 0) continue;
    const saidBefore = quiet > 1 && chanceOfSilence(test, quiet - 1) <= level;
    if (chanceOfSilence(test, quiet) <= level && !saidBefore) gone.set(test.kind, quiet);
  }
  return gone;
}

/** That none of the reporters falls into the last windows. */
function chanceOfSilence({ total, windows }: Test<unknown>, quiet: number): number {
  return ((windows - quiet) / windows) ** total;
}

/**
 * The level for one test so that all together stay below alpha. Tests that could not reach the level whatever
 * they count are no tests and take no share of it (R. E. Tarone, Biometrics 46, 1990).
 */
function levelOf(smallest: number[], alpha: number): number {
  const sorted = [...smallest].sort((a, b) => a - b);
  let share = 1;
  while (sorted.length > share && sorted[share]! <= alpha / (share + 1)) share += 1;
  return alpha / share;
}

/** P(X >= atLeast) for X binomial with n trials of chance p. Terms are added from the largest one outwards. */
export function binomialTail(atLeast: number, n: number, p: number): number {
  if (atLeast <= 0) return 1;
  if (atLeast > n) return 0;
  const start = Math.min(n, Math.max(atLeast, Math.floor((n + 1) * p)));
  const odds = p / (1 - p);
  const largest = Math.exp(logChoose(n, start) + start * Math.log(p) + (n - start) * Math.log1p(-p));
  let tail = 0;
  for (let k = start, term = largest; k <= n && term > tail * 1e-15; k += 1) {
    tail += term;
    term *= ((n - k) / (k + 1)) * odds;
  }
  for (let k = start, term = largest; k > atLeast && term > tail * 1e-15; k -= 1) {
    term *= k / (n - k + 1) / odds;
    tail += term;
  }
  return Math.min(1, tail);
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** Stirling's series; below 20 the product itself. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1;
    for (let i = 2; i <= n; i += 1) product *= i;
    return Math.log(product);
  }
  const x = n + 1;
  return (
    (x - 0.5) * Math.log(x) -
    x +
    0.5 * Math.log(2 * Math.PI) +
    1 / (12 * x) -
    1 / (360 * x ** 3) +
    1 / (1260 * x ** 5)
  );
}

function sum(counts: Counts): number {
  return counts.reduce((total, count) => total + count, 0);
}

function lastIndexAbove(counts: Counts): number {
  return counts.findLastIndex((count) => count > 0);
}
