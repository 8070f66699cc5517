import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, matchTemplate, parseTemplate } from "../../src/catalog/template.ts";
import { buildTemplateIndex } from "../../src/match/template-index.ts";

const SOURCES = [
  "The frobnicator has {n:int} teeth",
  "frobnicator has no teeth",
  "teeth",
  "{a} of {b}",
  "out of memory while {what}",
  "x={x}",
];
const index = buildTemplateIndex(
  SOURCES.map((source) => ({ template: parseTemplate(source), value: source })),
);

/** What the index finds, checked, against what trying every template finds. */
function both(text: string): [found: string[], all: string[]] {
  const folded = foldText(text);
  const found = index
    .candidates(folded.text)
    .filter(({ template }) => matchTemplate(template, folded) !== null);
  const all = SOURCES.filter((source) => matchTemplate(parseTemplate(source), folded) !== null);
  return [found.map(({ value }) => value), all];
}

test.each([
  "The frobnicator has 3 teeth",
  "the teethmarks of a frobnicator",
  "unfrobnicator has no teeth",
  "GPU out of memory while loading, 3 of 4",
  "x=1",
  "",
])("the index misses nothing in %j", (text) => {
  const [found, all] = both(text);
  expect(found).toEqual(all);
});

test("nor in any text made of their words", () => {
  const pieces = fc.constantFrom(
    "frobnicator",
    "has",
    "3",
    " ",
    "teeth",
    "no",
    "out of",
    "memory",
    "while",
    "x=",
    "The",
    "of",
    "\n",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (words) => {
      const [found, all] = both(words.join(""));
      expect(found).toEqual(all);
    }),
  );
});

test("a word that few templates have is more telling", () => {
  const rarity = (source: string) => index.rarity(parseTemplate(source));
  expect(rarity("while out of memory again")).toBeGreaterThan(rarity("x has y"));
});
