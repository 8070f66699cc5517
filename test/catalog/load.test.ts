import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CatalogError, loadEntries } from "../../src/catalog/load.ts";
import { entryText } from "./entry-text.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "catalog-"));
  write("tags.yml", 'other: { color: "cccccc", definition: "None of the other tags fits." }\n');
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

function problems(): string[] {
  try {
    loadEntries(dir);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(CatalogError);
    return (error as CatalogError).message.split("\n");
  }
}

const FILE = "entries/other/the-frobnicator-has-teeth.yml";

test("a good entry gets slug and tag from its place", () => {
  write(FILE, entryText());
  const entry = loadEntries(dir).entries.get("the-frobnicator-has-teeth");
  expect(entry).toMatchObject({ slug: "the-frobnicator-has-teeth", backgroundTag: "other", generic: false });
});

describe("each fault names file, key and reason", () => {
  test.each([
    ["unknown key", { colour: "red" }, `${FILE}: colour: unknown key`],
    [
      "unknown key deep inside",
      { match: [{ class: "E", message: "abc", frame: 1 }] },
      `${FILE}: match[0].frame: unknown key`,
    ],
    ["bad id", { id: "xyz" }, `${FILE}: id: an id is 16 hex digits`],
    ["one solution", { solutions: ["Set --teeth to another number."] }, `${FILE}: solutions: `],
    ["unclosed hole", { message: "a {b" }, `${FILE}: message: the brace`],
    ["matcher by class alone", { match: [{ class: "ValueError" }] }, `${FILE}: match[0]: a matcher needs`],
    ["no near miss", { examples: { positive: ["abc"], nearMiss: [] } }, `${FILE}: examples.nearMiss: `],
    ["missing key", { severity: undefined }, `${FILE}: severity: `],
    ["a reference that is no address", { references: ["see above"] }, `${FILE}: references[0]: `],
  ])("%s", (_, changes, message) => {
    write(FILE, entryText(changes));
    expect(problems()).toEqual([expect.stringContaining(message)]);
  });

  test("not YAML", () => {
    write(FILE, "a: [1, 2");
    expect(problems()).toEqual([expect.stringContaining(`${FILE}: not readable as YAML`)]);
  });

  test("aliases, by which YAML grows without bound", () => {
    write(FILE, `a: &x [1]\nb: [*x, *x]\n${entryText()}`);
    expect(problems()).toEqual([expect.stringContaining(`${FILE}: not readable as YAML`)]);
  });

  test("a folder that is no tag", () => {
    write("entries/nothing/x.yml", entryText());
    expect(problems()).toEqual([expect.stringContaining('the folder "nothing" is no background tag')]);
  });

  test("an id that is taken", () => {
    write(FILE, entryText());
    write("entries/other/twin.yml", entryText());
    expect(problems()).toEqual([expect.stringContaining("id: the id 0123456789abcdef is taken by")]);
  });

  test("all faults of all files at once", () => {
    write(FILE, entryText({ id: "x", colour: "red" }));
    write("entries/other/b.yml", entryText({ type: "x" }));
    expect(problems()).toHaveLength(3);
  });
});
