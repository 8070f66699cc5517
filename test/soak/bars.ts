/** What a soak has to hold. Pure. */

/** One look at the server. */
export interface Sample {
  /** Events sent until then, those of the warm-up not counted. */
  events: number;
  /** Bytes. */
  resident: number;
  heap: number;
  /** Seconds of processor time since its start. */
  cpu: number;
  /** Jobs that wait or run. */
  queue: number;
}

export interface Tenth {
  /** Milliseconds from the moment a webhook was due to its answer. */
  medianMs: number;
  p99Ms: number;
  /** Medians over the looks at the server. */
  residentMB: number;
  heapMB: number;
  /** Of the server's processor. */
  cpuMsPerEvent: number;
}

/** "Flat": the last tenth is at most this above the first. */
const FLAT = 1.1;
const MEGABYTE = 1024 * 1024;

/**
 * @param part 0 to 9
 * @param latencies of all events in the order they were sent
 */
export function tenthOf(part: number, latencies: ArrayLike<number>, samples: readonly Sample[]): Tenth {
  const from = Math.floor((latencies.length * part) / 10);
  const to = Math.floor((latencies.length * (part + 1)) / 10);
  const sorted = Array.from({ length: to - from }, (_, i) => latencies[from + i]!).sort((a, b) => a - b);
  const within = samples.filter(({ events }) => events >= from && events <= to);
  const [first, last] = [within[0], within.at(-1)];
  const counted = first && last ? last.events - first.events : 0;
  return {
    medianMs: rounded(shareOf(sorted, 0.5)),
    p99Ms: rounded(shareOf(sorted, 0.99)),
    residentMB: rounded(median(within.map(({ resident }) => resident)) / MEGABYTE),
    heapMB: rounded(median(within.map(({ heap }) => heap)) / MEGABYTE),
    cpuMsPerEvent: counted === 0 ? 0 : rounded(((last!.cpu - first!.cpu) * 1000) / counted),
  };
}

export interface Outcome {
  /** Webhooks not answered 2xx. */
  refused: number;
  /** Issues that are not right, or have two comments. */
  lost: number;
  doubled: number;
  /** Jobs given up. */
  dead: number;
  first: Tenth;
  last: Tenth;
}

/**
 * What does not hold, in words.
 * @param short the run was too short to tell about memory and latency
 */
export function faultsOf({ first, last, ...counts }: Outcome, short: boolean): string[] {
  const faults = (["refused", "lost", "doubled", "dead"] as const)
    .filter((name) => counts[name] !== 0)
    .map((name) => `${counts[name]} ${name}`);
  if (short) return faults;
  for (const [name, unit] of [
    ["residentMB", "MB of memory"],
    ["medianMs", "ms to the answer of half of the webhooks"],
  ] as const) {
    if (!(last[name] <= first[name] * FLAT))
      faults.push(`${last[name]} ${unit} in the last tenth, ${first[name]} in the first`);
  }
  return faults;
}

/** The value that this share of the sorted ones stays below. */
function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return shareOf(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
