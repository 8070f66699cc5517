import { expect, test } from "vitest";
import { diagnose } from "../../src/diagnose.ts";
import { countCoverage, unanswered } from "../../src/evaluate/coverage.ts";
import { readIssueLine } from "../../src/evaluate/issue-lines.ts";
import { catalogOf } from "../match/builders.ts";

const catalog = catalogOf({
  teeth: {},
  family: {
    generic: true,
    class: "KeyError",
    message: "a key of the mill",
    match: [{ class: "KeyError", message: null, frames: [{ function: "grind" }] }],
    captures: {},
  },
});

const projectPath = (file: string): string | null =>
  /\/(sglang\/.*)$/.exec(file)?.[1]?.replace(/^/, "python/") ?? null;

/** The coverage of issues by body, numbered from 1. */
function coverageOf(bodies: string[]) {
  const counter = countCoverage(projectPath);
  for (const [at, body] of bodies.entries()) {
    const issue = readIssueLine(JSON.stringify({ number: at + 1, title: "t", body }));
    if ("error" in issue) throw new Error(issue.error);
    counter.add(issue, diagnose(issue.text, catalog));
  }
  return counter.result();
}

function traceback(fn: string, last: string, source = "x = y"): string {
  return [
    "Traceback (most recent call last):",
    `  File "/usr/lib/python3/dist-packages/sglang/srt/mill.py", line 7, in ${fn}`,
    `    ${source}`,
    '  File "/usr/lib/python3/dist-packages/torch/x.py", line 7, in run',
    "    y = z",
    last,
  ].join("\n");
}

const KNOWN = "ValueError: The frobnicator has 3 teeth but 4 are needed";

test("errors that differ in their numbers alone are one kind; the most frequent stands first", () => {
  const { issues, errors, covered, groups } = coverageOf([
    "ZebraError: 3 stripes",
    "HorseError: no hay",
    "ZebraError: 4 stripes",
    KNOWN,
  ]);
  expect([issues, errors, covered]).toEqual([4, 4, 1]);
  expect(
    groups.map(({ errorClass, maskedMessage, issues: of }) => [errorClass, maskedMessage, of.length]),
  ).toEqual([
    ["ZebraError", "<n> stripes", 2],
    ["HorseError", "no hay", 1],
  ]);
});

test("an issue that shows an error twice counts once", () => {
  const { groups } = coverageOf(["ZebraError: 3 stripes\n\nand again\n\nZebraError: 4 stripes"]);
  expect(groups.map(({ issues }) => issues)).toEqual([[{ name: "#1", answered: false }]]);
});

test("one message in two functions of the project is two kinds; without a trace it joins the larger", () => {
  const { groups } = coverageOf([
    traceback("grind", "ZebraError: lost"),
    traceback("grind", "ZebraError: lost"),
    traceback("sieve", "ZebraError: lost"),
    "ZebraError: lost",
  ]);
  expect(groups.map(({ frame, issues }) => [frame, issues.map(({ name }) => name)])).toEqual([
    ["python/sglang/srt/mill.py in grind", ["#1", "#2", "#4"]],
    ["python/sglang/srt/mill.py in sieve", ["#3"]],
  ]);
});

test("a generic entry is none of its own", () => {
  const { groups } = coverageOf([traceback("grind", "KeyError: 'flour'")]);
  expect(groups).toEqual([expect.objectContaining({ known: "generic entry", generic: "family" })]);
});

test("of a bare class the statement tells the kind", () => {
  const bare = (source: string): string =>
    [
      "Traceback (most recent call last):",
      '  File "/a/sglang/srt/mill.py", line 7, in grind',
      `    ${source}`,
      "AssertionError",
    ].join("\n");
  const { groups } = coverageOf([
    bare("assert stones == 2"),
    bare("assert corn is not None"),
    bare("assert stones == 2"),
  ]);
  expect(groups.map(({ maskedMessage, issues }) => [maskedMessage, issues.length])).toEqual([
    ["assert stones == <n>", 2],
    ["assert corn is not None", 1],
  ]);
});

test("an issue answered for another error counts as answered", () => {
  const { groups } = coverageOf([`${KNOWN}\n\nlater\n\nZebraError: lost`]);
  expect(groups.map((group) => [group.issues.length, unanswered(group)])).toEqual([[1, 0]]);
});

test.each([
  ["{", "not JSON"],
  ["3", expect.stringContaining("expected object")],
  ['{"title":"x"}', "it has neither number nor url"],
  ['{"number":"two"}', expect.stringMatching(/^number: /)],
  ['{"number":1,"comments":[3]}', expect.stringMatching(/^comments\.0: /)],
])("the line %s is told to be wrong", (line, error) => {
  expect(readIssueLine(line)).toEqual({ error });
});

test("an issue is read with its comments, however they are written", () => {
  const line = { url: "https://x.test/7", title: "t", body: null, comments: ["one", { id: 8, body: "two" }] };
  expect(readIssueLine(JSON.stringify(line))).toMatchObject({
    name: "https://x.test/7",
    text: {
      parts: [
        { kind: "body", text: "" },
        { kind: "comment", text: "one" },
        { id: "8", text: "two" },
      ],
    },
  });
});
