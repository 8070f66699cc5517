import { createHash } from "node:crypto";

/** A generator of pseudo-random numbers that gives the same ones for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** Shuffles in place. */
  shuffle<T>(items: T[]): T[];
}

/** Mulberry32 over a hash of the seed: small, and good enough for choosing faults. */
export function openRandom(seed: string | number): Random {
  let state = createHash("sha256").update(String(seed)).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const shuffle = <T>(items: T[]) => {
    for (let last = items.length - 1; last > 0; last--) {
      const other = Math.floor(next() * (last + 1));
      [items[last], items[other]] = [items[other]!, items[last]!];
    }
    return items;
  };
  return { next, shuffle };
}
