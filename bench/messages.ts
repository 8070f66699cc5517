/** Messages to measure with, made from a seed so that two runs see the same. */

/** A small generator of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS =
  "tensor shape cache page rank model weight layer token batch size device kernel buffer stream graph draft expert head block".split(
    " ",
  );

/** An error message no template fits, with the words that templates are made of. */
export function message(random: () => number): string {
  const words = Array.from(
    { length: 6 + Math.floor(random() * 10) },
    () => WORDS[Math.floor(random() * WORDS.length)],
  );
  return `${words.join(" ")} ${Math.floor(random() * 10_000)}`;
}
