import { describe, expect, test } from "vitest";
import { loadCatalog } from "../../src/match/catalog.ts";
import { expectedSlug, goldenFiles, marked, readGolden } from "./golden.ts";

const catalog = loadCatalog();
const files = goldenFiles();

describe("golden inputs say of themselves what is found in them (`npm run bless` after a change that is meant)", () => {
  test.each(files)("%s", (file) => {
    const text = readGolden(file);
    expect(marked(text, catalog)).toBe(text);
  });
});

test("they cover many entries, and many kinds of silence", () => {
  const texts = files.map(readGolden);
  const slugs = new Set(texts.map(expectedSlug).filter((slug) => slug !== null));
  expect(files.length).toBeGreaterThanOrEqual(150);
  expect(slugs.size).toBeGreaterThanOrEqual(120);
  expect(texts.filter((text) => expectedSlug(text) === null).length).toBeGreaterThanOrEqual(30);
});
