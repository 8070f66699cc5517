import { describe, expect, test } from "vitest";
import { DEFAULT_POLICY, decide, type MatchedError } from "../src/decide.ts";
import type { Match } from "../src/match/match.ts";
import { catalogOf, environment, error } from "./match/builders.ts";

const { entries } = catalogOf({
  teeth: { fixedIn: "0.5.0" },
  gums: {},
  claws: { tag: "gpu" },
  family: { generic: true },
});

function match(slug: string, score: number, changes: Partial<Match> = {}): Match {
  return {
    error: error(),
    entry: entries.get(slug)!,
    site: null,
    place: null,
    captures: {},
    evidence: [],
    score,
    confidence: 1 / (1 + Math.exp(-score)),
    ...changes,
  };
}

function errorWith(matches: Match[], changes: Parameters<typeof error>[0] = {}): MatchedError {
  return { error: error(changes), matches };
}

function decided(errors: MatchedError[], hasText = true, title = "") {
  const { decision, reason, primary, tags } = decide(
    { errors, environment: environment(), hasText, title },
    DEFAULT_POLICY,
  );
  return { decision, reason, slug: primary?.entry?.slug ?? null, tags };
}

describe("what is decided", () => {
  test("a sure match is told and labelled", () => {
    expect(decided([errorWith([match("teeth", 3)])])).toEqual({
      decision: "reply",
      reason: "matches teeth",
      slug: "teeth",
      tags: ["other"],
    });
  });

  test.each<[string, MatchedError[], string]>([
    ["nothing was found", [], "no error in the report"],
    ["nothing is known", [errorWith([])], "no entry for the errors of the report"],
    [
      "boilerplate alone is shown: wrappers and consequences",
      [errorWith([], { role: "wrapper" }), errorWith([], { role: "consequence" })],
      "only what follows from an error that is not shown",
    ],
    ["it is not sure", [errorWith([match("teeth", -1)])], "teeth fits with confidence 0.27 only"],
    [
      "two causes fit as well",
      [errorWith([match("teeth", 3), match("claws", 2.9)])],
      "tie between teeth and claws",
    ],
    [
      "a second cause stands behind an entry of the first one's",
      [errorWith([match("teeth", 3), match("gums", 2.9), match("claws", 2.8)])],
      "tie between teeth and claws",
    ],
    [
      "a second cause is half as likely and a little more",
      [errorWith([match("teeth", 3), match("claws", 2.31)])],
      "tie between teeth and claws",
    ],
    ["only a family fits", [errorWith([match("family", 3)])], "only the generic entry family fits"],
    [
      "only a raise site is known",
      [errorWith([match("teeth", 3, { entry: null })])],
      "only a raise site is known, no entry",
    ],
    [
      "an unknown root error stands first",
      [errorWith([]), errorWith([match("teeth", 3)])],
      "no entry for the errors of the report",
    ],
    [
      "the title alone shows it",
      [errorWith([match("teeth", 3)], { part: "title", lineNumber: 0 })],
      "the error stands in the title only",
    ],
  ])("silent when %s", (_, errors, reason) => {
    expect(decided(errors)).toMatchObject({ decision: "silent", reason, tags: [] });
  });

  test("the title speaks where there is nothing but the title", () => {
    const errors = [errorWith([match("teeth", 3)], { part: "title", lineNumber: 0 })];
    expect(decided(errors, false).decision).toBe("reply");
  });

  test("an unknown consequence before it does not silence a known root", () => {
    expect(decided([errorWith([], { role: "consequence" }), errorWith([match("teeth", 3)])]).slug).toBe(
      "teeth",
    );
  });

  test("a wrapper quoted in a feature request is no report, a root error is", () => {
    const title = "[Feature] Support my GPU";
    expect(decided([errorWith([match("teeth", 3)], { role: "wrapper" })], true, title).decision).toBe(
      "silent",
    );
    expect(decided([errorWith([match("teeth", 3)])], true, title).decision).toBe("reply");
  });

  test("a raise site alone speaks where the settings ask for it, and labels nothing", () => {
    const site = { id: "ab", errorClass: "ValueError", message: "x", guard: null };
    const errors = [errorWith([match("teeth", 3, { entry: null, site })])];
    const policy = { ...DEFAULT_POLICY, sitesWithoutEntry: true };
    const { decision, reason, tags } = decide(
      { errors, environment: environment(), hasText: true, title: "" },
      policy,
    );
    expect([decision, reason, tags]).toEqual(["reply", "matches raise site ab", []]);
  });

  test.each<[string, Match[]]>([
    ["a second cause less than half as likely", [match("teeth", 3), match("claws", 2.29)]],
    ["a family beside the specific entry", [match("teeth", 3), match("family", 3)]],
  ])("no tie: %s", (_, matches) => {
    expect(decided([errorWith(matches)])).toMatchObject({ decision: "reply", slug: "teeth" });
  });

  test("two entries of one cause are no tie", () => {
    expect(decided([errorWith([match("teeth", 3), match("teeth", 2.9)])]).decision).toBe("reply");
  });

  test("other causes of the same report are kept for the fold, each once", () => {
    const errors = [
      errorWith([match("teeth", 3)]),
      errorWith([match("claws", 3)]),
      errorWith([match("claws", 3)]),
    ];
    const { secondary } = decide(
      { errors, environment: environment(), hasText: true, title: "" },
      DEFAULT_POLICY,
    );
    expect(secondary.map(({ entry }) => entry!.slug)).toEqual(["claws"]);
  });

  test("who is older than the fix is told to upgrade", () => {
    const input = {
      errors: [errorWith([match("teeth", 3)])],
      environment: environment({ sglang: "0.4.9" }),
      hasText: true,
      title: "",
    };
    expect(decide(input, DEFAULT_POLICY).advice?.upgradeTo).toBe("0.5.0");
  });

  test("a known message of the text stands before an unknown error of the title", () => {
    const title = errorWith([], { part: "title" });
    const quoted = errorWith([match("teeth", 4)], { shape: "message" });
    expect(decided([title, quoted])).toMatchObject({ decision: "reply", slug: "teeth" });
  });
});
