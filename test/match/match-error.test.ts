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
  expect(match!.evidence.map(({ name }) => name)).toEqual(["prior", "class", "message", "rarity", "start"]);
  expect(match!.evidence.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(match!.score);
});

describe("what each match stands on", () => {
  const BITE = "The crocodile bites the gearbox of unit {unit} again";
  const known = catalogOf(
    {
      bite: {
        class: "RuntimeError",
        message: BITE,
        match: [{ message: BITE }],
        captures: { unit: "The unit." },
        origin: "torch",
        holdsFor: { from: "0.4.0", to: "0.4.9" },
        sites: [{ file: "python/sglang/srt/bite.py", function: "Jaw.bite" }],
      },
      nap: {
        match: [{ message: "The crocodile takes a nap" }],
        message: "The crocodile takes a nap",
        captures: {},
      },
    },
    { raisedIn: (_, release) => (release === "0.4.5" ? true : release === "0.4.6" ? false : null) },
  );
  const jaw = (fn: string) => [
    frame("/x/sglang/srt/bite.py", fn),
    frame("/x/site-packages/torch/_ops.py", "f"),
  ];

  test.each<[string, Parameters<typeof error>[0], string | null, string[]]>([
    ["the entry's class", { errorClass: "torch.RuntimeError" }, null, ["class"]],
    ["no class, where the matcher asks for none", { errorClass: null }, null, []],
    ["another class", { errorClass: "KeyError" }, null, ["class-other"]],
    ["the raising function", { frames: jaw("bite") }, null, ["class", "site-function", "origin"]],
    ["the raising file", { frames: jaw("chew") }, null, ["class", "site-file", "origin"]],
    ["a trace elsewhere", { frames: [frame("/x/sglang/a.py", "f")] }, null, ["class", "site-elsewhere"]],
    ["a release that raises it", {}, "0.4.5", ["class", "release"]],
    ["a release that does not", {}, "0.4.6", ["class", "release-without-site"]],
    ["a release the entry is not written for", {}, "0.5.1", ["class", "holds-for"]],
    ["the wrapper of an error", { role: "wrapper" }, null, ["class", "chain-wrapper"]],
    ["a consequence of an error", { role: "consequence" }, null, ["class", "chain-consequence"]],
  ])("%s", (_, changes, release, expected) => {
    const [match] = matchError(
      error({ errorClass: "RuntimeError", message: BITE.replace("{unit}", "7"), ...changes }),
      environment({ sglang: release }),
      known,
    );
    const always = ["prior", "message", "rarity", "start"];
    const names: string[] = match!.evidence.map(({ name }) => name);
    expect(names.filter((name) => !always.includes(name)).sort()).toEqual(expected.sort());
  });

  test("longer and rarer messages count more, up to a full length", () => {
    const amounts = (message: string) => {
      const [match] = matchError(error({ message, errorClass: null }), environment(), known);
      return Object.fromEntries(match!.evidence.map(({ name, amount }) => [name, amount]));
    };
    const [nap, bite] = [amounts("The crocodile takes a nap"), amounts(BITE.replace("{unit}", "7"))];
    expect(nap.message).toBeGreaterThan(0);
    expect(nap.message).toBeLessThan(bite.message!);
    expect(bite.message).toBe(1);
    expect(nap.rarity).toBe(1);
  });
});

test("a wrapper is believed less than a root error, a consequence still less", () => {
  const message = "The frobnicator has 3 teeth but 4 are needed";
  const [root, wrapper, consequence] = (["root", "wrapper", "consequence"] as const).map(
    (role) => matchError(error({ message, role }), environment(), catalog)[0]!.confidence,
  );
  expect(root!).toBeGreaterThan(wrapper!);
  expect(wrapper!).toBeGreaterThan(consequence!);
});
