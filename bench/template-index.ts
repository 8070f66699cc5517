/** Finding the templates that fit a message: by the index, against trying every template. */

import { loadEntries } from "../src/catalog/load.ts";
import { foldText, matchTemplate, parseTemplate } from "../src/catalog/template.ts";
import { planIndex, templateIndex } from "../src/match/template-index.ts";
import { ratioLine, shortest } from "./measure.ts";
import { message, randomFrom } from "./messages.ts";

const MESSAGES = 2_000;

export function benchTemplateIndex(): string {
  const templates = [...loadEntries().entries.values()]
    .flatMap(({ match }) => match)
    .flatMap(({ message: text }) => (text == null ? [] : [parseTemplate(text)]));
  const index = templateIndex(planIndex(templates));
  const random = randomFrom(1);
  const texts = Array.from({ length: MESSAGES }, (_, i) =>
    foldText(i % 10 === 0 ? templates[i % templates.length]!.source : message(random)),
  );
  const found = { index: 0, all: 0 };
  const ours = shortest(5, () => {
    found.index = texts.reduce((sum, text) => {
      const fits = index
        .candidates(text.text)
        .filter((position) => matchTemplate(templates[position]!, text) !== null);
      return sum + fits.length;
    }, 0);
  });
  const theirs = shortest(5, () => {
    found.all = texts.reduce(
      (sum, text) => sum + templates.filter((it) => matchTemplate(it, text) !== null).length,
      0,
    );
  });
  if (found.index !== found.all)
    throw new Error(`the index finds ${found.index}, trying all finds ${found.all}`);
  return ratioLine(
    `${MESSAGES} messages against ${templates.length} templates by the index`,
    ours,
    "trying every template",
    theirs,
  );
}
