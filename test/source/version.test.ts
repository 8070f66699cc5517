import fc from "fast-check";
import { expect, test } from "vitest";
import { inRanges, parseRanges, presencePool, rangesText } from "../../src/source/presence.ts";
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

test("sets become ranges and back, also when a release is put in between", () => {
  const order = ["v1", "v2", "v3", "head"];
  const pool = presencePool(order);
  const set = pool.add(pool.add(pool.add(pool.none, 3), 0), 2);
  expect(rangesText(set.ranges)).toBe("v1..v1,v3..");
  expect(parseRanges("v1..v1,v3..")).toEqual(set.ranges);
  expect(set.newest).toBe(3);
  expect(pool.add(pool.add(pool.none, 2, 3), 0)).toBe(set);
  const wider = presencePool(["v1", "v2", "v2.post1", "v3", "head"]);
  // The old head may be another commit than the new one.
  expect(wider.reader(order)(set.ranges).ranges).toEqual([
    ["v1", "v1"],
    ["v3", "v3"],
  ]);
  expect(() => wider.reader(order)([["v9", null]])).toThrow(/unknown release/);
  const index = new Map(order.map((name, i) => [name, i]));
  expect([
    inRanges(set.ranges, "v2", index),
    inRanges(set.ranges, "head", index),
    inRanges(set.ranges, "v9", index),
  ]).toEqual([false, true, false]);
});

test("a set is the same however its releases are added", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(4)), { maxLength: 12 }), (runs) => {
      const order = Array.from({ length: 14 }, (_, i) => `v${i}`);
      const pool = presencePool(order);
      const at = new Set(runs.flatMap(([from, more]) => order.map((_, i) => i).slice(from, from + more + 1)));
      const byRun = runs.reduce((set, [from, more]) => pool.add(set, from, from + more), pool.none);
      expect([...at].reduce((set, i) => pool.add(set, i), pool.none)).toBe(byRun);
      expect(order.filter((_, i) => at.has(i))).toEqual(
        order.filter((_, i) =>
          byRun.runs.some((from, j) => j % 2 === 0 && from <= i && i <= byRun.runs[j + 1]!),
        ),
      );
    }),
  );
});

test.each([
  ["v0.5.9", "0.5.9"],
  ["0.5.9+cu129", "0.5.9"],
  ["0.5", "0.5.0"],
  ["0.4.6-post1", "0.4.6.post1"],
])("%s and %s are the same", (a, b) => {
  expect(compareVersions(a, b)).toBe(0);
});
