/** The weights in use are such as a fit can give; that they are the fit of the corpus, only the script can tell. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { weightsModule } from "../../src/evaluate/calibration-page.ts";
import { EVIDENCE, EVIDENCE_NAMES } from "../../src/match/evidence.ts";
import { evidence, logistic, weigh } from "../../src/match/weigh.ts";
import { WEIGHTS } from "../../src/match/weights.ts";

const page = readFileSync(new URL("../../docs/calibration.md", import.meta.url), "utf8");

test("every kind of evidence has a weight, and nothing else has", () => {
  expect(Object.keys(WEIGHTS).sort()).toEqual([...EVIDENCE_NAMES].sort());
});

test.each(EVIDENCE_NAMES)("the weight of %s keeps its sign and stays near what is believed", (name) => {
  const { sign, centre } = EVIDENCE[name];
  expect(sign * WEIGHTS[name]).toBeGreaterThanOrEqual(0);
  expect(sign * centre).toBeGreaterThanOrEqual(0);
  // Three standard deviations of the belief: farther off, the data or the belief is wrong.
  expect(Math.abs(WEIGHTS[name] - centre)).toBeLessThanOrEqual(3);
});

test("the raising function tells at least as much as its file, the innermost frame as much as any", () => {
  expect(WEIGHTS["site-function"]).toBeGreaterThanOrEqual(WEIGHTS["site-file"]);
  expect(WEIGHTS["frame-innermost"]).toBeGreaterThanOrEqual(WEIGHTS.frame);
});

test("the file is as the script writes it", () => {
  const written = readFileSync(new URL("../../src/match/weights.ts", import.meta.url), "utf8");
  expect(written).toBe(weightsModule(WEIGHTS));
});

test.each(EVIDENCE_NAMES)("the page shows the weight of %s as it is in use", (name) => {
  const row = page.split("\n").find((line) => line.startsWith(`| ${name} | `));
  expect(row?.split(" | ")[2]).toBe(WEIGHTS[name].toFixed(2));
});

describe("from evidence to confidence", () => {
  test("the prior stands first, and the sum gives the confidence", () => {
    const found = weigh([evidence("message", "a few words", 0.5), evidence("class", "its class")]);
    expect(found.evidence.map(({ name }) => name)).toEqual(["prior", "message", "class"]);
    expect(found.score).toBeCloseTo(WEIGHTS.prior + WEIGHTS.message / 2 + WEIGHTS.class);
    expect(found.confidence).toBe(logistic(found.score));
  });
});
