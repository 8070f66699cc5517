import { expect, test } from "vitest";
import { explain } from "../../src/explain/explain.ts";
import { catalogOf } from "../match/builders.ts";

const CATALOG = catalogOf({
  "tray-full": { tag: "tray", class: null, match: [{ message: "the tray holds {n:int} plates already" }] },
  "tray-full-at-start": {
    tag: "tray",
    match: [{ class: "ValueError", message: "the tray holds {n:int} plates already", start: true }],
  },
  "any-tray": { tag: "tray", generic: true, match: [{ message: "the tray holds" }] },
  "twin-of-oven": {
    tag: "heat",
    match: [{ message: "the oven is at {n:int} degrees and {state:word} fast" }],
  },
  "twin-of-fire": {
    tag: "fire",
    match: [{ message: "the oven is at {n:int} degrees and {state:word} fast" }],
  },
  "cold-fridge": {
    tag: "cold",
    class: "RuntimeError",
    match: [{ class: "RuntimeError", message: "the fridge stays at {n:int} degrees", also: ["door open"] }],
  },
  "any-lamp": { tag: "light", generic: true, match: [{ message: "the lamp over table {n:int} is out" }] },
});

function explained(body: string, title = "") {
  return explain({ title, parts: [{ kind: "body", id: "body", author: "", text: body }] }, CATALOG);
}

function outcomes(body: string): string[][] {
  return explained(body).errors.map(({ candidates }) =>
    candidates.map(({ name, outcome, why }) => `${outcome} ${name}: ${why}`),
  );
}

test("of several candidates each says why it won or lost", () => {
  const [candidates] = outcomes("ValueError: the tray holds 7 plates already");
  expect(candidates![0]).toBe("won tray-full-at-start: the best of this error");
  expect(candidates![1]).toMatch(/^lost tray-full: \d\.\d\d behind tray-full-at-start, of the same cause$/);
  expect(candidates![2]).toBe(
    "lost any-tray: generic: the specific entry tray-full-at-start stands before it",
  );
});

test("a candidate's evidence adds up to its score", () => {
  for (const { candidates } of explained("ValueError: the tray holds 7 plates already").errors) {
    for (const { evidence, score, confidence } of candidates) {
      expect(evidence.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score);
      expect(confidence).toBeCloseTo(1 / (1 + Math.exp(-score)));
    }
  }
});

test("a tie names the other one on both sides", () => {
  const explanation = explained("ValueError: the oven is at 300 degrees and rising fast");
  expect(explanation).toMatchObject({ decision: "silent" });
  expect(explanation.reason).toMatch(/^tie between /);
  expect(outcomes("ValueError: the oven is at 300 degrees and rising fast")).toEqual([
    [
      "tied twin-of-fire: 0.00 apart from twin-of-oven, which has another cause: too close to tell",
      "tied twin-of-oven: 0.00 apart from twin-of-fire, which has another cause: too close to tell",
    ],
  ]);
});

test("a generic entry alone", () => {
  expect(outcomes("ValueError: the lamp over table 4 is out")).toEqual([
    ["won any-lamp: the best, but generic: no specific entry fits"],
  ]);
});

test("a policy that asks for more shows what fell short", () => {
  const issue = {
    title: "",
    parts: [
      { kind: "body" as const, id: "body", author: "", text: "ValueError: the tray holds 7 plates already" },
    ],
  };
  const policy = { replyConfidence: 1, labelConfidence: 1, sitesWithoutEntry: false };
  const { decision, thresholds, errors } = explain(issue, CATALOG, policy);
  expect(decision).toBe("silent");
  expect(thresholds).toEqual({ reply: 1, label: 1 });
  expect(errors[0]!.candidates[0]!.why).toBe("the best of this error, but below the threshold");
});

test.each([
  [
    "TypeError: the fridge stays at 9 degrees\ndoor open",
    "cold-fridge",
    ["the class is TypeError, not RuntimeError"],
  ],
  ["RuntimeError: the fridge stays at 9 degrees", "cold-fridge", ['the message lacks "door open"']],
  [
    "TypeError: the fridge stays at 9 degrees",
    "cold-fridge",
    ['the message lacks "door open"', "the class is TypeError, not RuntimeError"],
  ],
  [
    "ValueError: the oven is at 300 degrees and rising slowly",
    "twin-of-oven",
    ['the message is without "fast" of "the oven is at {n:int} degrees and {state:word} fast"'],
  ],
])("%j comes near to %s", (body, slug, misses) => {
  const { errors } = explained(body);
  expect(errors[0]!.candidates).toEqual([]);
  expect(errors[0]!.near.find((one) => one.slug === slug)).toEqual({ slug, matcher: 1, misses });
});

test("what fits is not near as well, and what shares a few letters is not near at all", () => {
  const { errors } = explained("ValueError: the tray holds 7 plates already");
  expect(errors[0]!.near).toEqual([]);
  expect(explained("ValueError: degrees of freedom").errors[0]!.near).toEqual([]);
});

test.each([
  [
    "ZebraError: nobody wrote of it\n\nValueError: the tray holds 7 plates already",
    [
      "the first root error, and nothing fits it: what else is known may follow from it",
      "known, but a root error that nothing fits stands before it",
    ],
  ],
  [
    "ValueError: the tray holds 7 plates already\n\nZebraError: nobody wrote of it",
    [
      "the decision is on this one: reply, matches tray-full-at-start",
      "stands behind the one decided on; no entry fits it",
    ],
  ],
  [
    "ValueError: the tray holds 7 plates already\n\nValueError: the lamp over table 4 is out",
    [
      "the decision is on this one: reply, matches tray-full-at-start",
      "stands behind the one decided on; not mentioned: only a generic entry fits",
    ],
  ],
])("where each error of %j stands", (body, standings) => {
  expect(explained(body).errors.map(({ standing }) => standing)).toEqual(standings);
});

test("silence over a text without errors says which lines were looked at", () => {
  const { decision, reason, errors, dropped } = explained(
    [
      "How do I serve two models?",
      "CUDA kernel errors might be asynchronously reported at some other call.",
      "It should not fail for me, I hope.\r",
    ].join("\n"),
  );
  expect({ decision, reason, errors }).toEqual({
    decision: "silent",
    reason: "no error in the report",
    errors: [],
  });
  expect(dropped.map(({ lineNumber, line, why }) => [lineNumber, line, why])).toEqual([
    [
      2,
      "CUDA kernel errors might be asynchronously reported at some other call.",
      "boilerplate: a hint printed below every CUDA error",
    ],
    [3, "It should not fail for me, I hope.", "has a word of failure, but not the shape of an error"],
  ]);
});

test("the list of dropped lines is bounded", () => {
  expect(explained("it may fail one day\n".repeat(5_000)).dropped).toHaveLength(10);
});
