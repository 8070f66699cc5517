import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, matchTemplate, parseTemplate } from "../../src/catalog/template.ts";
import { planIndex, templateIndex } from "../../src/match/template-index.ts";

const SOURCES = [
  "The frobnicator has {n:int} teeth",
  "frobnicator has no teeth",
  "teeth",
  "{a} of {b}",
  "out of memory while {what}",
  "x={x}",
];
const templates = SOURCES.map(parseTemplate);
const plan = planIndex(templates);
const index = templateIndex(plan);

/** What the index finds, checked, against what trying every template finds. */
function both(text: string): [found: string[], all: string[]] {
  const folded = foldText(text);
  const fits = (position: number) => matchTemplate(templates[position]!, folded) !== null;
  const found = index.candidates(folded.text).filter(fits);
  const all = templates.map((_, position) => position).filter(fits);
  return [found.map((position) => SOURCES[position]!), all.map((position) => SOURCES[position]!)];
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

test("a template whose rarest word few others have is more telling", () => {
  const { rarity } = planIndex(
    ["the out of memory end", "the has a end", "the has b end"].map(parseTemplate),
  );
  expect(rarity[0]!).toBeGreaterThan(rarity[1]!);
});
