import { describe, expect, test } from "vitest";
import { missedBars } from "../../src/evaluate/bars.ts";
import { evaluateIssue } from "../../src/evaluate/evaluate.ts";
import { figuresOf } from "../../src/evaluate/figures.ts";
import { DRY, HOT, labelled, PUMPS } from "./labelled.ts";

const fenced = (...lines: string[]) => ["It stopped.", "```", ...lines, "```"].join("\n");

const issues = [
  labelled(fenced(DRY), { primary: [{ line: DRY }], tags: ["water"], version: "0.4.1" }, { number: 1 }),
  labelled(fenced(HOT), { primary: [{ line: HOT }], tags: ["water"] }, { number: 2 }),
  labelled(
    fenced("ValueError: nobody knows this one"),
    { primary: [{ line: "nobody knows" }] },
    { number: 3 },
  ),
  labelled("Please add pumps.", { kind: "no-error", reply: "no" }, { number: 4 }),
  labelled(fenced(HOT), { kind: "no-error", reply: "no", noise: [HOT] }, { number: 5 }),
];
const figures = figuresOf(issues.map((issue) => evaluateIssue(issue, PUMPS)));

describe("each figure counts what it says", () => {
  test.each<[string, string, number, number, number[]]>([
    ["lines exact", "lines extracted as errors", 4, 4, []],
    ["extraction recall", "reports of an error", 3, 3, []],
    ["top-1", "reports of an error", 3, 3, []],
    ["noise", "lines labelled as noise", 1, 1, [5]],
    ["false extraction", "reports without an error", 1, 2, [5]],
    ["answered", "reports worth an answer", 2, 3, [3]],
    ["answered of covered", "of those, reports whose line alone is known", 2, 2, []],
    ["right line", "replies", 2, 2, []],
    ["tag in set", "replies", 1, 2, [2]],
    ["false reply", "reports without an error line", 1, 2, [5]],
    ["version", "reports that state a version", 0, 1, [1]],
  ])("%s", (name, counts, hits, of, short) => {
    expect(figures.find((figure) => figure.name === name)).toEqual({
      name,
      counts,
      value: hits / of,
      hits,
      of,
      short,
    });
  });
});

test("a figure below its bar is named, one that counts nothing is not", () => {
  expect(missedBars(figures).map((sentence) => sentence.split(" is ")[0])).toEqual([
    "noise",
    "false extraction",
    "tag in set",
    "false reply",
    "version",
  ]);
  expect(missedBars(figuresOf([]))).toEqual([]);
});
