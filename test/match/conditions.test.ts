import { describe, expect, test } from "vitest";
import type { Condition } from "../../src/catalog/entry.ts";
import type { Environment } from "../../src/extract/report.ts";
import { conditionsHold, quantity } from "../../src/match/conditions.ts";
import { environment } from "./builders.ts";

function holds(
  condition: Condition,
  captures: Record<string, string>,
  changes: Partial<Environment> = {},
): boolean {
  return conditionsHold([condition], captures, environment(changes));
}

describe("conditions", () => {
  test.each<[string, Condition, Record<string, string>, boolean]>([
    ["equals, case aside", { capture: "a", equals: "BF16" }, { a: "bf16" }, true],
    ["equals by number", { capture: "a", equals: 64 }, { a: "64.0" }, true],
    ["equals another capture", { capture: "a", equals: { capture: "b" } }, { a: "1", b: "1" }, true],
    ["not equals", { capture: "a", notEquals: "x" }, { a: "y" }, true],
    [
      "not equals an unknown value does not hold",
      { capture: "a", notEquals: { capture: "b" } },
      { a: "y" },
      false,
    ],
    ["one of", { capture: "a", oneOf: ["fp8", "int8"] }, { a: "int8" }, true],
    ["contains", { capture: "a", contains: "qweight" }, { a: "x.QWEIGHT" }, true],
    ["sizes by their units", { capture: "a", lessThan: "2 GiB" }, { a: "900.00 MiB" }, true],
    [
      "sizes of one unit",
      { capture: "a", greaterThan: { capture: "b" } },
      { a: "2.00 GiB", b: "1.2 GiB" },
      true,
    ],
    ["times a factor", { capture: "a", factor: 2, greaterThan: 5 }, { a: "3" }, true],
    ["text is no quantity", { capture: "a", lessThan: 5 }, { a: "few" }, false],
    ["an older version", { capture: "a", versionBelow: "0.5.0" }, { a: "0.4.10.post2" }, true],
    ["not an older version", { capture: "a", versionBelow: "0.5.0" }, { a: "0.5.0" }, false],
    ["a version at least", { capture: "a", versionAtLeast: "12.8" }, { a: "13.0" }, true],
    ["no version", { capture: "a", versionAtLeast: "1.0" }, { a: "main" }, false],
    ["all equal", { capture: "a", allEqual: true }, { a: "[5, 5, 5]" }, true],
    ["not all equal", { capture: "a", allEqual: false }, { a: "5, 6" }, true],
    [
      "the last differ",
      { capture: "a", differsAtEndFrom: { capture: "b" } },
      { a: "1,1,1,2", b: "1,1,1,3" },
      true,
    ],
    [
      "the first differ",
      { capture: "a", differsAtEndFrom: { capture: "b" } },
      { a: "2,1,1,1", b: "3,1,1,1" },
      false,
    ],
    [
      "a gap between differences",
      { capture: "a", differsAtEndFrom: { capture: "b" } },
      { a: "1,1,2,1", b: "1,1,3,1" },
      false,
    ],
    ["all differ", { capture: "a", differsEverywhereFrom: { capture: "b" } }, { a: "1,1", b: "2,2" }, true],
    [
      "lists of two lengths",
      { capture: "a", differsEverywhereFrom: { capture: "b" } },
      { a: "1", b: "2,2" },
      false,
    ],
    ["present", { capture: "a", present: true }, { a: "" }, true],
    ["absent", { capture: "a", present: false }, {}, true],
    ["an unknown capture holds nothing", { capture: "zzz", equals: "x" }, { a: "x" }, false],
  ])("%s", (_, condition, captures, expected) => {
    expect(holds(condition, captures)).toBe(expected);
  });

  test.each<[string, Condition, Partial<Environment>, boolean]>([
    ["release", { environment: "sglang", versionAtLeast: "0.5.0" }, { sglang: "0.5.9" }, true],
    ["gpu", { environment: "gpu", contains: "H100" }, { gpus: ["NVIDIA H100 80GB HBM3"] }, true],
    ["number of gpus", { environment: "gpuCount", lessThan: 4 }, { gpus: ["a", "b"] }, true],
    ["unknown field", { environment: "weather", equals: "rain" }, {}, false],
    ["flag", { flag: "--tp-size", greaterThan: 1 }, { flags: { "--tp-size": "8" } }, true],
    [
      "switch",
      { flag: "--enable-dp-attention", present: true },
      { flags: { "--enable-dp-attention": "" } },
      true,
    ],
    [
      "flag against flag",
      { flag: "--tp-size", equals: { flag: "--dp-size" } },
      { flags: { "--tp-size": "8", "--dp-size": "8" } },
      true,
    ],
  ])("environment: %s", (_, condition, changes, expected) => {
    expect(holds(condition, {}, changes)).toBe(expected);
  });
});

test.each([
  ["2.00 GiB", 2 * 2 ** 30],
  ["512 MB", 512e6],
  ["1,152", 1152],
  ["-3", -3],
  ["1e3", 1000],
  ["5 apples", null],
  ["", null],
])("quantity of %s", (text, value) => {
  expect(quantity(text)).toBe(value);
});
