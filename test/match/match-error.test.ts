import { describe, expect, test } from "vitest";
import { matchError } from "../../src/match/match-error.ts";
import { catalogOf, environment, error, frame } from "./builders.ts";

const KEY_ERROR = { class: "KeyError", message: "'{name}' while loading", captures: {} };
const LOADING = { file: "sglang/srt/models/", function: "load_weights" };

const catalog = catalogOf({
  teeth: {},
  "weight-name": {
    ...KEY_ERROR,
    match: [{ class: "KeyError", message: "'{name:weight}'", frames: [LOADING] }],
    captures: { name: "The weight." },
    generic: true,
  },
  "quantized-weight": {
    ...KEY_ERROR,
    match: [{ class: "KeyError", message: "'{name:weight}'", frames: [LOADING], also: ["qweight"] }],
    captures: { name: "The weight." },
  },
  assertion: {
    class: "AssertionError",
    match: [{ class: "AssertionError", frames: [{ file: "sglang/srt/a.py", where: "innermost" }] }],
    captures: {},
  },
  unreviewed: {
    message: "The frobnicator has {count} teeth",
    match: [{ message: "The frobnicator has {count} teeth" }],
    reviewed: null,
  },
});

function slugs(changes: Parameters<typeof error>[0]): string[] {
  return matchError(error(changes), environment(), catalog).map(({ entry }) => entry!.slug);
}

const inLoading = [frame("/x/sglang/srt/models/llama.py", "load_weights")];

describe("what fits", () => {
  test.each([
    ["message and class", { message: "The frobnicator has 3 teeth but 4 are needed" }, ["teeth"]],
    [
      "no class shown",
      { errorClass: null, message: "The frobnicator has 3 teeth but 4 are needed" },
      ["teeth"],
    ],
    [
      "another class",
      { errorClass: "KeyError", message: "The frobnicator has 3 teeth but 4 are needed" },
      [],
    ],
    ["a value of another type", { message: "The frobnicator has some teeth but 4 are needed" }, []],
    ["frame and value", { errorClass: "KeyError", message: "'a.b.w'", frames: inLoading }, ["weight-name"]],
    ["the same without the frame", { errorClass: "KeyError", message: "'a.b.w'" }, []],
    [
      "the specific one before the generic",
      { errorClass: "KeyError", message: "'a.b.qweight'", frames: inLoading },
      ["quantized-weight", "weight-name"],
    ],
    [
      "a bare class known by its frame",
      { errorClass: "AssertionError", message: "", frames: [frame("/x/sglang/srt/a.py", "f")] },
      ["assertion"],
    ],
    [
      "a bare class with another frame",
      { errorClass: "AssertionError", message: "", frames: [frame("/x/sglang/srt/b.py", "f")] },
      [],
    ],
  ])("%s", (_, changes, expected) => {
    expect(slugs(changes)).toEqual(expected);
  });
});

test("a match carries its values and every piece of its score", () => {
  const [match] = matchError(
    error({ message: "The frobnicator has 3 teeth but 4 are needed" }),
    environment(),
    catalog,
  );
  expect(match!.captures).toEqual({ count: "3", wanted: "4" });
  expect(match!.evidence.map(({ name }) => name)).toEqual(["prior", "class", "message", "start"]);
  expect(match!.evidence.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(match!.score);
});

test("a wrapper is believed less than a root error, a consequence still less", () => {
  const message = "The frobnicator has 3 teeth but 4 are needed";
  const [root, wrapper, consequence] = (["root", "wrapper", "consequence"] as const).map(
    (role) => matchError(error({ message, role }), environment(), catalog)[0]!.confidence,
  );
  expect(root!).toBeGreaterThan(wrapper!);
  expect(wrapper!).toBeGreaterThan(consequence!);
});
