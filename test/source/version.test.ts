import { expect, test } from "vitest";
import {
  addRanges,
  emptyBits,
  inRanges,
  lastBit,
  parseRanges,
  rangesOf,
  rangesText,
  setBit,
} from "../../src/source/presence.ts";
import { versionIn } from "../../src/source/releases.ts";
import { compareVersions, isVersion } from "../../src/source/version.ts";

test("versions in order", () => {
  const ordered = [
    "v0.1.9",
    "v0.1.10",
    "v0.5.0.dev1",
    "v0.5.0rc0",
    "v0.5.0rc2",
    "v0.5.0",
    "v0.5.0.post1",
    "v0.5.1",
    "v1.0",
  ];
  expect(
    [...ordered]
      .sort(() => 0)
      .reverse()
      .sort(compareVersions),
  ).toEqual(ordered);
});

test.each([
  ["0.5.4.post3", true],
  ["v0.5.0rc0", true],
  ["0.5", true],
  ["nightly", false],
  ["5", false],
])("%s is a version: %s", (text, is) => {
  expect(isVersion(text)).toBe(is);
});

test.each([
  [`__version__ = "0.3.1"`, "0.3.1"],
  [`[project]\nname = "x"\nversion = "0.4.0.post1"`, "0.4.0.post1"],
  [`version = "0.0.0.dev0"`, null],
  [`__version__ = get_version()`, null],
  [`version = "0.4.0.dev3"`, null],
])("version stated by %j", (text, version) => {
  expect(versionIn(text)).toBe(version);
});

test("bits become ranges and back, also when a release is put in between", () => {
  const order = ["v1", "v2", "v3", "head"];
  const bits = emptyBits(4);
  for (const i of [0, 2, 3]) setBit(bits, i);
  const ranges = rangesOf(bits, order);
  expect(rangesText(ranges)).toBe("v1..v1,v3..");
  expect(parseRanges("v1..v1,v3..")).toEqual(ranges);
  const wider = emptyBits(5);
  addRanges(
    wider,
    ranges,
    order,
    new Map(
      [
        ["v1", 0],
        ["v2", 1],
        ["v2.post1", 2],
        ["v3", 3],
      ].map(([name, i]) => [name as string, i as number]),
    ),
  );
  expect(rangesOf(wider, ["v1", "v2", "v2.post1", "v3", "head"])).toEqual([
    ["v1", "v1"],
    ["v3", "v3"],
  ]);
  expect(lastBit(wider)).toBe(3);
  const index = new Map(order.map((name, i) => [name, i]));
  expect([
    inRanges(ranges, "v2", index),
    inRanges(ranges, "head", index),
    inRanges(ranges, "v9", index),
  ]).toEqual([false, true, false]);
});

test.each([
  ["v0.5.9", "0.5.9"],
  ["0.5.9+cu129", "0.5.9"],
  ["0.5", "0.5.0"],
  ["0.4.6-post1", "0.4.6.post1"],
])("%s and %s are the same", (a, b) => {
  expect(compareVersions(a, b)).toBe(0);
});
