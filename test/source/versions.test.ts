import { expect, test } from "vitest";
import { compareVersions } from "../../src/source/version.ts";

const ASCENDING = [
  "0.4.5",
  "0.4.5.post1",
  "0.4.6",
  "0.4.6.post5",
  "0.4.10",
  "0.5.0rc1",
  "0.5.0rc2",
  "0.5.0",
  "0.5.5.post3",
  "0.5.9",
  "1.0",
];

test("releases are in the order of their making", () => {
  expect([...ASCENDING].reverse().sort(compareVersions)).toEqual(ASCENDING);
});

test.each([
  ["v0.5.9", "0.5.9"],
  ["0.5.9+cu129", "0.5.9"],
  ["0.5", "0.5.0"],
  ["0.4.6-post1", "0.4.6.post1"],
])("%s and %s are the same", (a, b) => {
  expect(compareVersions(a, b)).toBe(0);
});
