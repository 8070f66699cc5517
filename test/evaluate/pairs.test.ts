import { describe, expect, test } from "vitest";
import type { Matcher } from "../../src/catalog/entry.ts";
import { fitWeights } from "../../src/evaluate/fit-weights.ts";
import { decidedAt, matchIssue, underWeights } from "../../src/evaluate/matched-issue.ts";
import { reportPairs } from "../../src/evaluate/pairs.ts";
import { examplePairs, relaxations, relaxedCatalog, relaxedReportPairs } from "../../src/evaluate/relaxed.ts";
import { costOf, replyPredictions, rivalries } from "../../src/evaluate/thresholds.ts";
import { EVIDENCE, EVIDENCE_NAMES } from "../../src/match/evidence.ts";
import { WEIGHTS } from "../../src/match/weights.ts";
import { catalogOf } from "../match/builders.ts";
import { DRY, HOT, labelled, PUMPS } from "./labelled.ts";

const fenced = (...lines: string[]) => ["It stopped.", "```", ...lines, "```"].join("\n");
const water = labelled(fenced(DRY), { primary: [{ line: DRY }], tags: ["water"] });
const followed = labelled(fenced(DRY, HOT), { primary: [{ line: DRY }], tags: ["water"] });

describe("pairs of a report", () => {
  const sources = (issue: typeof water) =>
    reportPairs(matchIssue(issue, PUMPS), PUMPS).map(({ source, right }) => [source, right]);

  test.each<[string, typeof water, [string, boolean][]]>([
    ["the right tag on a labelled line", water, [["reply", true]]],
    [
      "another tag on a further line is wrong",
      followed,
      [
        ["reply", true],
        ["candidate", false],
      ],
    ],
    [
      "the right tag on a line without a label is left out",
      labelled(fenced(DRY), { primary: [{ line: "x" }], tags: ["water"] }),
      [],
    ],
    [
      "whatever fits where nothing failed is wrong",
      labelled(fenced(DRY), { kind: "no-error", reply: "no" }),
      [["reply", false]],
    ],
  ])("%s", (_, issue, expected) => {
    expect(sources(issue)).toEqual(expected);
  });

  test("matchers of one entry share a weight of 1", () => {
    const twice = catalogOf({
      dry: {
        class: "ValueError",
        message: "The pump of the cellar runs dry",
        match: [{ message: "The pump of the cellar runs dry" }, { message: "runs dry since noon" }],
        captures: {},
        tag: "water",
      },
    });
    expect(reportPairs(matchIssue(water, twice), twice).map(({ weight }) => weight)).toEqual([0.5, 0.5]);
  });
});

describe("careless matchers", () => {
  const matcher: Matcher = {
    class: "ValueError",
    message: "The pump of unit {unit} {{runs}} dry",
    start: true,
    frames: [{ file: "sglang/a.py", where: "anywhere" }],
    also: ["noon"],
    not: ["never"],
  };

  test("each has a condition less, or a few words of the message", () => {
    const made = relaxations(matcher);
    expect(made).toContainEqual({ ...matcher, class: undefined });
    expect(made).toContainEqual({ ...matcher, frames: [] });
    expect(made).toContainEqual({ ...matcher, also: [] });
    expect(made).toContainEqual({ ...matcher, not: [] });
    expect(made).toContainEqual({ ...matcher, start: false });
    expect(made).toContainEqual({ ...matcher, message: "The pump", start: false, also: [] });
    expect(made).not.toContainEqual(matcher);
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(made.length);
  });

  test("a matcher by one frame alone loses nothing but its class", () => {
    const framed: Matcher = { ...matcher, message: undefined, start: false, also: [], not: [] };
    expect(relaxations(framed)).toEqual([{ ...framed, class: undefined }]);
  });

  test("they take strangers, which the catalog does not", () => {
    const relaxed = relaxedCatalog(PUMPS);
    const outcomes = examplePairs(PUMPS, relaxed).map(({ source, right }) => [source, right]);
    expect(outcomes).toContainEqual(["relaxed on an example", true]);
    expect(outcomes).toContainEqual(["relaxed on an example", false]);
    const onReport = relaxedReportPairs(matchIssue(water, PUMPS), relaxed);
    expect(onReport.some(({ right }) => right)).toBe(true);
    expect(onReport.some(({ right }) => !right)).toBe(true);
  });
});

describe("the fit", () => {
  const matched = [water, followed].map((issue) => matchIssue(issue, PUMPS));
  const relaxed = relaxedCatalog(PUMPS);
  const pairs = [
    ...matched.flatMap((one) => [...reportPairs(one, PUMPS), ...relaxedReportPairs(one, relaxed)]),
    ...examplePairs(PUMPS, relaxed),
  ];

  test("keeps signs, and by hand what no pair shows", () => {
    const weights = fitWeights(pairs);
    for (const name of EVIDENCE_NAMES) expect(EVIDENCE[name].sign * weights[name]).toBeGreaterThanOrEqual(0);
    expect(weights["frame-innermost"]).toBe(EVIDENCE["frame-innermost"].centre);
    expect(weights["holds-for"]).toBe(EVIDENCE["holds-for"].centre);
  });

  test("gives the same numbers for the same pairs", () => {
    expect(fitWeights(pairs)).toEqual(fitWeights(pairs));
  });
});

describe("under other weights", () => {
  test("the same weights change nothing, others the confidence", () => {
    const one = matchIssue(water, PUMPS);
    const before = one.input.errors[0]!.matches[0]!;
    expect(underWeights(one, WEIGHTS).input.errors[0]!.matches[0]!.confidence).toBeCloseTo(before.confidence);
    const doubtful = underWeights(one, { ...WEIGHTS, prior: WEIGHTS.prior - 10 });
    expect(doubtful.input.errors[0]!.matches[0]!.confidence).toBeLessThan(0.1);
    expect([decidedAt(0.5, doubtful), decidedAt(0, doubtful)].map((it) => it.diagnosis.decision)).toEqual([
      "silent",
      "reply",
    ]);
  });

  test("a threshold costs answers, and what is said is judged by line and tag", () => {
    const wrong = labelled(fenced(HOT), { primary: [{ line: HOT }], tags: ["water"] });
    const matched = [water, wrong].map((issue) => matchIssue(issue, PUMPS));
    expect(costOf(0, matched).answered).toMatchObject({ hits: 2, of: 2 });
    expect(costOf(1, matched).answered).toMatchObject({ hits: 0, of: 2 });
    expect(costOf(0, matched).tagInSet).toMatchObject({ hits: 1, of: 2 });
    expect(replyPredictions(matched).map(({ right }) => right)).toEqual([true, false]);
  });

  test("rivals are entries of two tags on one error", () => {
    const both = catalogOf({
      dry: {
        class: "ValueError",
        message: "The pump of the cellar runs dry since noon",
        match: [{ class: "ValueError", message: "The pump of the cellar runs dry since noon" }],
        captures: {},
        tag: "water",
      },
      noon: {
        class: "ValueError",
        message: "since noon",
        match: [{ message: "since noon" }],
        captures: {},
        tag: "time",
      },
    });
    const [rivalry] = rivalries([matchIssue(water, both)]);
    expect(rivalry!.right).toBe(true);
    expect(rivalry!.margin).toBeGreaterThan(0);
    expect(rivalries([matchIssue(water, PUMPS)])).toEqual([]);
  });
});
