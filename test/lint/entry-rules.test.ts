import { expect, test } from "vitest";
import { lintCatalog } from "../../src/lint/lint.ts";
import { sentencesOf } from "../../src/lint/rules/readability.ts";
import { COMMIT_1_0, contextOf, madeUpSource, SLUG } from "./made-up.ts";

const source = await madeUpSource();
const OTHER = "other-teeth-are-missing";

function findings(entries: Record<string, Record<string, unknown>>): string[] {
  return lintCatalog(contextOf(source, entries)).map(({ file, key, reason }) => `${file} ${key}: ${reason}`);
}

const standard = {
  class: "ValueError",
  message: "The frobnicator has {count:int} teeth but {wanted:int} are needed",
};

test.each([
  [
    "a near miss that matches",
    {
      examples: {
        positive: ["ValueError: The frobnicator has 3 teeth but 4 are needed"],
        nearMiss: ["ValueError: The frobnicator has 5 teeth but 6 are needed"],
      },
    },
    "examples.nearMiss[0]: the entry matches it",
  ],
  [
    "an example that does not match",
    {
      examples: {
        positive: ["ValueError: The frobnicator lost a tooth"],
        nearMiss: ["ValueError: no teeth"],
      },
    },
    "examples.positive[0]: no entry matches it",
  ],
  [
    "a placeholder without explanation",
    { captures: { count: "Teeth found." } },
    "captures: {wanted} of a matcher is not explained",
  ],
  [
    "an explanation without placeholder",
    { captures: { count: "Found.", wanted: "Needed.", colour: "Colour." } },
    "captures.colour: no matcher captures it",
  ],
  [
    "a related entry that is not there",
    { related: ["no-such-entry"] },
    "related[0]: there is no entry no-such-entry",
  ],
  ["a release that is not there", { fixedIn: "9.9.9" }, "fixedIn: there is no release 9.9.9"],
  [
    "a range that ends before it begins",
    { holdsFor: { from: "1.2.0", to: "1.0.0" } },
    "holdsFor: it ends before it begins",
  ],
  [
    "a review at an unknown commit",
    { reviewed: { date: "2026-01-01", commit: "9".repeat(40) } },
    "reviewed.commit: the commit",
  ],
  [
    "a site that is not found",
    {
      sites: [{ file: "python/sglang/srt/mill.py", function: "Mill.rest" }],
      message: "The mill rests",
      match: [{ message: "The mill rests" }],
      captures: {},
    },
    "sites[0]: no raise site is found for Mill.rest",
  ],
  [
    "a line at an unknown commit",
    {
      sites: [{ file: "python/sglang/srt/mill.py", function: "Mill.rest", line: 3, commit: "9".repeat(40) }],
    },
    "sites[0]: the commit",
  ],
  ["an own error without a place", { sites: [] }, "sites: an error of SGLang names the place"],
  [
    "an unfinished draft",
    { solutions: ["Set --teeth to 3.", "TODO: what to try next."], reviewed: null },
    "solutions[1]: unfinished: TODO: what to try next.",
  ],
  [
    "a platitude",
    { solutions: ["Check your configuration for errors.", "Set --teeth to the number that was found."] },
    `solutions[0]: it opens with "check your"`,
  ],
  [
    "a platitude in prevention",
    { prevention: ["Ensure that all teeth are there."] },
    `prevention[0]: it opens with "ensure"`,
  ],
  [
    "a solution of two sentences",
    { solutions: ["Set --teeth to 3. Then start again.", "Buy a new frobnicator."] },
    "solutions[0]: a solution is one sentence; it has 2",
  ],
  [
    "a solution that only tells",
    { solutions: ["The teeth are counted twice.", "Buy a new frobnicator."] },
    "solutions[0]: a solution begins with what to do",
  ],
  [
    "a line of another function",
    {
      sites: [{ file: "python/sglang/srt/mill.py", function: "Mill.rest", line: 13, commit: COMMIT_1_0 }],
    },
    "sites[0]: line 13 is in Mill.grind_corn, not in Mill.rest",
  ],
  [
    "a line of a file that is not there",
    { sites: [{ file: "python/sglang/srt/hut.py", function: "rest", line: 3, commit: COMMIT_1_0 }] },
    "sites[0]: there is no python/sglang/srt/hut.py at v1.0.0",
  ],
  [
    "a sentence without end",
    { triggers: `The numbers differ${" and differ".repeat(40)}.` },
    "triggers: a sentence has",
  ],
  ["a cut sentence", { triggers: "The numbers differ at" }, "triggers: it does not end as a sentence does"],
  [
    "a case whose example chooses another",
    {
      cases: [
        {
          when: [{ capture: "count", lessThan: 3 }],
          say: "Few teeth are left: {count}.",
          example: { message: "The frobnicator has 7 teeth but 9 are needed" },
        },
      ],
    },
    "cases[0]: its example chooses no case",
  ],
  [
    "a case that moves what is not there",
    {
      cases: [
        {
          when: [{ capture: "count", lessThan: 3 }],
          say: "Few teeth are left.",
          first: [7],
          example: { message: "The frobnicator has 2 teeth but 9 are needed" },
        },
      ],
    },
    "cases[0]: first: there is no solution 7",
  ],
  [
    "a case on a field that is not there",
    {
      cases: [
        {
          when: [{ environment: "weather", equals: "fine" }],
          say: "The weather is fine.",
          example: { message: "The frobnicator has 2 teeth but 9 are needed" },
        },
      ],
    },
    "when: a report's environment has no weather",
  ],
])("finds %s", (_, changes, reason) => {
  expect(findings({ [SLUG]: changes })).toEqual(expect.arrayContaining([expect.stringContaining(reason)]));
});

test("finds a slug that says something else", () => {
  expect(findings({ "a-horse-has-run-away-from-the-stable": {} })).toEqual([
    expect.stringContaining(`by its message it is ${SLUG}`),
  ]);
});

test("finds an entry in the shadow of another, and two that share a template", () => {
  const wide = { message: "The frobnicator has {count:int} teeth but {wanted:int} are needed", tag: "wide" };
  const found = findings({
    [SLUG]: { match: [{ ...standard, class: "ValueError" }] },
    [OTHER]: { ...wide, match: [standard] },
  });
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringContaining("differs: it has a template of"),
      expect.stringMatching(/match: \S+ shadows it: it wins every positive example/),
    ]),
  );
});

test("two entries of one template may say how they differ", () => {
  const found = findings({ [SLUG]: {}, [OTHER]: { differs: "The other one has no class." } });
  expect(found.filter((text) => text.includes("differs"))).toEqual([]);
});

test("a line at a known commit places what no raise site does", () => {
  const sites = [{ file: "python/sglang/srt/mill.py", function: "Mill.rest", line: 3, commit: COMMIT_1_0 }];
  expect(findings({ [SLUG]: { sites } })).toEqual([]);
});

test("a case is chosen by the environment and flags of its example", () => {
  const one = {
    when: [
      { flag: "--teeth", present: true },
      { environment: "sglang", versionBelow: "1.1.0" },
    ],
    say: "Old releases count the teeth twice.",
    first: [2],
    example: {
      message: "The frobnicator has 2 teeth but 9 are needed",
      environment: { sglang: "1.0.0" },
      flags: { "--teeth": "9" },
    },
  };
  expect(findings({ [SLUG]: { cases: [one] } })).toEqual([]);
});

test.each([
  ["One sentence with e.g. An abbreviation.", 1],
  ["Two. Sentences.", 2],
  ["Version 1.2.0 is fine. So is file.py.", 2],
])("counts the sentences of %j", (text, count) => {
  expect(sentencesOf(text)).toHaveLength(count);
});
