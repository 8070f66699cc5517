import { expect, test } from "vitest";
import { parseEntry } from "../../src/catalog/load.ts";
import { unfinishedKeys } from "../../src/catalog/unfinished.ts";
import { entryText } from "./entry-text.ts";

const FILE = "entries/other/the-frobnicator-has-teeth.yml";

test.each([
  ["a text that begins with the mark", { triggers: "TODO: when it is reached." }, ["triggers"]],
  ["a text that ends with it", { documentation: "It compares. TODO: with what?" }, ["documentation"]],
  ["one of a list", { solutions: ["Set --teeth.", "TODO: another."] }, ["solutions.1"]],
  [
    "an example not yet given",
    { examples: { positive: ["X"], nearMiss: ["TODO: a message."] } },
    ["examples.nearMiss.0"],
  ],
  ["a message of the program's own that has the word", { examples: { positive: ["X: TODO: teeth"] } }, []],
  ["an explanation of a value", { captures: { count: "TODO: what it counts." } }, ["captures.count"]],
  ["another word", { documentation: "TODOs are counted by the mill." }, []],
])("finds %s", (_, entry, keys) => {
  expect(unfinishedKeys(entry).map(({ path }) => path.join("."))).toEqual(keys);
});

test("an entry that says it was reviewed has nothing left to do", () => {
  const text = entryText({ triggers: "TODO: say when it is reached." });
  expect(parseEntry(text, FILE)).toEqual({
    problems: [
      { file: FILE, key: "triggers", reason: "reviewed, but unfinished: TODO: say when it is reached." },
    ],
  });
});

test("a draft may have", () => {
  const text = entryText({ triggers: "TODO: say when it is reached.", reviewed: null });
  expect(parseEntry(text, FILE)).toMatchObject({ entry: { reviewed: null } });
});
