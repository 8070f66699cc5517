import { expect, test } from "vitest";
import { DEFAULT_POLICY, decide } from "../../src/decide.ts";
import { kindOf, unansweredByKind } from "../../src/evaluate/by-kind.ts";
import type { LabelledIssue } from "../../src/evaluate/corpus.ts";
import type { EvaluatedIssue } from "../../src/evaluate/figures.ts";
import type { ReportedError } from "../../src/extract/report.ts";
import type { Match } from "../../src/match/match.ts";
import { catalogOf, environment, error } from "../match/builders.ts";

const { entries } = catalogOf({ teeth: {}, claws: { tag: "gpu" }, family: { generic: true } });

function match(slug: string | null, score: number): Match {
  return {
    error: error(),
    entry: slug === null ? null : entries.get(slug)!,
    site: null,
    place: null,
    captures: {},
    evidence: [],
    score,
    confidence: 1 / (1 + Math.exp(-score)),
  };
}

let number = 0;

/** As the bot decides it: what the table reads of a decision must be what decisions say. */
function evaluated(
  matches: Match[] | null,
  { reply = "yes", part = "body", origin = "torch" }: Record<string, string> = {},
): EvaluatedIssue {
  const errors = matches === null ? [] : [{ error: error({ part } as Partial<ReportedError>), matches }];
  number += 1;
  const label = {
    kind: "error",
    primary: [{ line: "ValueError: x", origin }],
    noise: [],
    tag: null,
    tags: [],
    version: null,
  };
  return {
    issue: { number, title: "", body: "", label: { ...label, reply } } as LabelledIssue,
    diagnosis: decide({ errors, environment: environment(), hasText: true, title: "" }, DEFAULT_POLICY),
    covered: false,
  };
}

test.each([
  ["no error extracted", evaluated(null)],
  ["no entry", evaluated([])],
  ["raise site only", evaluated([match(null, 3)])],
  ["generic entry only", evaluated([match("family", 3)])],
  ["tie", evaluated([match("teeth", 3), match("claws", 2.9)])],
  ["below threshold", evaluated([match("teeth", -1)])],
  ["title only", evaluated([match("teeth", 3)], { part: "title" })],
  ["reply labelled no", evaluated([], { reply: "no" })],
])("%s", (reason, one) => {
  expect(unansweredByKind([one])).toEqual([
    expect.objectContaining({
      kind: "torch",
      issues: 1,
      answered: 0,
      unanswered: { [reason]: [one.issue.number] },
    }),
  ]);
});

test("answered issues count, those labelled as wanted apart; the largest kind stands first", () => {
  const rows = unansweredByKind([
    evaluated([match("teeth", 3)], { origin: "triton" }),
    evaluated([match("teeth", 3)]),
    evaluated([match("teeth", 3)], { reply: "maybe" }),
    evaluated([]),
  ]);
  expect(
    rows.map(({ kind, issues, wanted, wantedAnswered, answered }) => [
      kind,
      issues,
      wanted,
      wantedAnswered,
      answered,
    ]),
  ).toEqual([
    ["torch", 3, 2, 1, 2],
    ["triton", 1, 1, 1, 1],
  ]);
});

test.each([
  [{ origin: "sglang", class: "ValueError" }, "message written by SGLang"],
  [{ origin: "sglang", class: "KeyError" }, "Python's own, inside SGLang"],
  [{ origin: "sgl-kernel", class: "ImportError" }, "kernels, wheels, installation"],
  [{ origin: "NCCL" }, "NCCL, NVSHMEM"],
  [{ origin: "constructor" }, "others"],
  [{}, "others"],
  [undefined, "others"],
])("%j is of the kind %s", (primary, kind) => {
  expect(kindOf(primary)).toBe(kind);
});
