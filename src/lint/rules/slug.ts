/** The slug is the message's words, or, for a heading in words of our own, words of the entry. */
import { slugOf } from "../../catalog/slug.ts";
import type { Rule } from "../finding.ts";
import { proseOf } from "../prose.ts";

/** Words that join others and stand in no message. */
const JOINING = new Set("a an and by from in is not of on the to while with without".split(" "));

export const slug: Rule = (entry) => {
  const expected = slugOf(entry.message);
  if (expected === "" || expected === entry.slug) return [];
  const { quoted, passages } = proseOf(entry);
  const own = new Set(
    [quoted, entry.origin, ...entry.tags, ...passages.map(({ text }) => text)].flatMap((text) =>
      text.toLowerCase().split(/[^a-z0-9]+/),
    ),
  );
  const words = entry.slug.split("-");
  // The last word may have been cut, and a heading may bend a word or two.
  const strange = words.filter((word, i) => !own.has(word) && !JOINING.has(word) && i < words.length - 1);
  if (strange.length * 4 <= words.length) return [];
  const reason = `"${strange.join(" ")}" of the slug stands nowhere in the entry; by its message it is ${expected}`;
  return [{ file: entry.path, key: "", reason }];
};
