/** Messages and logs to measure with, made from a seed so that two runs see the same. */

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

/** A server log with a traceback every `every` lines. */
export function log(lines: number, every: number, seed: number): string {
  const random = randomFrom(seed);
  const out: string[] = [];
  for (let line = 0; line < lines; line += 1) {
    const stamp = `[2026-11-30 10:${String(line % 60).padStart(2, "0")}:00 TP${line % 8}]`;
    if (line % every > 0)
      out.push(
        `${stamp} Decode batch, #running-req: ${line % 64}, #token: ${line}, token usage: 0.${line % 100}`,
      );
    else {
      out.push(`${stamp} Scheduler hit an exception: Traceback (most recent call last):`);
      out.push(
        '  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/managers/scheduler.py", line 900, in run_batch',
      );
      out.push(`RuntimeError: ${message(random)}`);
    }
  }
  return out.join("\n");
}
