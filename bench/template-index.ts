/** Finding the templates that fit a message: by the index, against trying every template. */

import { loadEntries } from "../src/catalog/load.ts";
import { foldText, matchTemplate } from "../src/catalog/template.ts";
import { compileMatchers } from "../src/match/matcher.ts";
import { buildTemplateIndex, type Indexed } from "../src/match/template-index.ts";
import { ratioLine, shortest } from "./measure.ts";
import { message, randomFrom } from "./messages.ts";

const MESSAGES = 2_000;

export function benchTemplateIndex(): string {
  const items = [...loadEntries().entries.values()]
    .flatMap(compileMatchers)
    .flatMap(({ message: template, entry }): Indexed<string>[] =>
      template === null ? [] : [{ template, value: entry.slug }],
    );
  const index = buildTemplateIndex(items);
  const random = randomFrom(1);
  const texts = Array.from({ length: MESSAGES }, (_, i) =>
    foldText(i % 10 === 0 ? items[i % items.length]!.template.source : message(random)),
  );
  const found = { index: 0, all: 0 };
  const ours = shortest(5, () => {
    found.index = 0;
    for (const text of texts)
      for (const { template } of index.candidates(text.text))
        if (matchTemplate(template, text)) found.index += 1;
  });
  const theirs = shortest(5, () => {
    found.all = 0;
    for (const text of texts)
      for (const { template } of items) if (matchTemplate(template, text)) found.all += 1;
  });
  if (found.index !== found.all)
    throw new Error(`the index finds ${found.index}, trying all finds ${found.all}`);
  return ratioLine(
    `${MESSAGES} messages against ${items.length} templates by the index`,
    ours,
    "trying every template",
    theirs,
  );
}
