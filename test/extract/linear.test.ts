import { expect, test } from "vitest";
import { extractReport } from "../../src/extract/extract.ts";
import { CRAFTED, repeated } from "./crafted.ts";

const LENGTH = 50_000;
const TIMES = 4;
/** A quadratic reader takes sixteen times as long for four times the text. */
const MOST_TIMES = 9;
/** What compiling and collecting garbage may add, in milliseconds. */
const SLACK = 30;

/** Milliseconds of the processor, the shortest of three runs: another process on the machine adds none. */
function cost(text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    extractReport({ title: "", parts: [{ kind: "body", id: "body", author: "", text }] });
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

test.each(CRAFTED)("four times as many %s cost about four times as much", (_, piece) => {
  for (const fence of ["", "```\n"]) {
    const short = cost(fence + repeated(piece, LENGTH));
    const long = cost(fence + repeated(piece, LENGTH * TIMES));
    expect(long).toBeLessThan(short * MOST_TIMES + SLACK);
  }
});
