import { expect, test } from "vitest";
import type { Candidate, ExplainedError, Explanation } from "../../src/explain/explain.ts";
import { explanationLines } from "../../src/explain/lines.ts";

function explanation(changes: Partial<Explanation> = {}): Explanation {
  return {
    decision: "silent",
    reason: "no error in the report",
    confidence: 0,
    thresholds: { reply: 0.6, label: 0.5 },
    errors: [],
    dropped: [],
    ...changes,
  };
}

function explained(changes: Partial<ExplainedError> = {}): ExplainedError {
  return {
    part: "body",
    lineNumber: 3,
    line: "ValueError: x",
    errorClass: "ValueError",
    message: "x",
    role: "root",
    wraps: null,
    shape: "class-line",
    count: 1,
    frames: [],
    standing: "nothing fits it",
    candidates: [],
    near: [],
    ...changes,
  };
}

const CANDIDATE: Candidate = {
  kind: "entry",
  id: "0123456789abcdef",
  name: "tray-full",
  backgroundTag: "tray",
  generic: true,
  score: -0.5,
  confidence: 0.378,
  evidence: [
    { name: "prior", weight: -2, detail: "before any" },
    { name: "class", weight: 1.5, detail: "the class is ValueError" },
  ],
  outcome: "won",
  why: "the best, but generic",
};

test.each<[string, Partial<ExplainedError>, string[]]>([
  [
    "bare",
    {},
    [
      "Error 1: line 3, root, read as class-line",
      "  ValueError: x",
      "  nothing fits it",
      "  Nothing in the catalog fits.",
    ],
  ],
  [
    "a repeated wrapper of a comment, with frames",
    {
      part: "c7",
      role: "wrapper",
      wraps: 1,
      count: 4,
      frames: [
        { file: "a.py", line: 1, function: "f" },
        { file: "b.py", line: null, function: null },
      ],
    },
    [
      "Error 1: line 3 of c7, wrapper of error 2, read as class-line, seen 4 times",
      "  ValueError: x",
      "  2 frames, the innermost ? in b.py",
      "  nothing fits it",
      "  Nothing in the catalog fits.",
    ],
  ],
  [
    "candidates and near misses",
    { candidates: [CANDIDATE], near: [{ slug: "tray-lost", matcher: 2, misses: ["this", "that"] }] },
    [
      "Error 1: line 3, root, read as class-line",
      "  ValueError: x",
      "  nothing fits it",
      "  won   tray-full [tray], generic: the best, but generic",
      "        -2.00  prior: before any",
      "        +1.50  class: the class is ValueError",
      "        -0.50  score, confidence 0.38",
      "  near  tray-lost (matcher 2): this; that",
    ],
  ],
])("an error: %s", (_, changes, lines) => {
  expect(explanationLines(explanation({ errors: [explained(changes)] })).slice(3)).toEqual(lines);
});

test("a raise site is named by its id and its words", () => {
  const site: Candidate = {
    ...CANDIDATE,
    kind: "site",
    name: "bad size {n}",
    backgroundTag: null,
    generic: false,
  };
  const lines = explanationLines(explanation({ errors: [explained({ candidates: [site] })] }));
  expect(lines).toContain('  won   raise site 0123456789abcdef "bad size {n}": the best, but generic');
});

test("what the reporter wrote is cut and cannot steer the terminal", () => {
  const line = `\u001b[2Jfirst\u202e ${"x".repeat(10_000)}`;
  const text = explanationLines(explanation({ errors: [explained({ line })] })).join("\n");
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.length).toBeLessThan(600);
});

test("silence says what was looked at", () => {
  const dropped = [{ part: "body", lineNumber: 2, line: "it may fail", why: "a word" }];
  expect(explanationLines(explanation({ dropped }))).toEqual([
    "Decision: silent, no error in the report",
    "Confidence 0.00; a comment takes 0.6, a label 0.5.",
    "",
    "Looked at, and no error came of it:",
    "  line 2: it may fail",
    "    a word",
  ]);
  expect(explanationLines(explanation()).at(-1)).toBe("No line has a word of failure.");
});
