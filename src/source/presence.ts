/** At which releases something exists: bits while building, ranges of release names when stored. */

/** First and last release of an unbroken run; null as last: still so at head. "head" as first: since the newest release. */
export type ReleaseRange = [from: string, to: string | null];

/** The name that stands for the head commit in ranges and tables. */
export const HEAD = "head";

export type Bits = Uint32Array;

export function emptyBits(count: number): Bits {
  return new Uint32Array((count + 31) >> 5);
}

export function setBit(bits: Bits, index: number): void {
  bits[index >> 5]! |= 1 << (index & 31);
}

export function hasBit(bits: Bits, index: number): boolean {
  return ((bits[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

export function lastBit(bits: Bits): number {
  for (let word = bits.length - 1; word >= 0; word -= 1) {
    if (bits[word] !== 0) return word * 32 + 31 - Math.clz32(bits[word]!);
  }
  return -1;
}

/** @param order release names in order, head last */
export function rangesOf(bits: Bits, order: string[]): ReleaseRange[] {
  const ranges: ReleaseRange[] = [];
  let start = -1;
  for (let i = 0; i <= order.length; i += 1) {
    const present = i < order.length && hasBit(bits, i);
    if (present && start < 0) start = i;
    if (!present && start >= 0) {
      ranges.push([order[start]!, i === order.length ? null : order[i - 1]!]);
      start = -1;
    }
  }
  return ranges;
}

/**
 * Marks the releases of `ranges`, which are in terms of `from`, in bits in terms of `to`.
 * Releases that `to` does not have are left out.
 */
export function addRanges(bits: Bits, ranges: ReleaseRange[], from: string[], to: Map<string, number>): void {
  for (const [first, last] of ranges) {
    const start = from.indexOf(first);
    const end = last === null ? from.length - 1 : from.indexOf(last);
    if (start < 0 || end < 0) throw new Error(`unknown release in the range ${first} to ${last}`);
    for (let i = start; i <= end; i += 1) {
      const index = to.get(from[i]!);
      if (index !== undefined) setBit(bits, index);
    }
  }
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
