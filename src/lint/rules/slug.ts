/** The slug is the message's words, or, for a heading in words of our own, words of the entry's errors. */
import { slugOf } from "../../catalog/slug.ts";
import type { Rule } from "../finding.ts";
import { proseOf } from "../prose.ts";

/** Words that join others and stand in no message. */
const JOINING = new Set("a an and by from in is not of on the to while with without".split(" "));

export const slug: Rule = (entry) => {
  const expected = slugOf(entry.message);
  if (expected === "" || expected === entry.slug) return [];
  const { quoted } = proseOf(entry);
  const own = new Set(
    [quoted, entry.origin, ...entry.tags].flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)),
  );
  const words = entry.slug.split("-");
  // The last word may have been cut.
  const strange = words.find((word, i) => !own.has(word) && !JOINING.has(word) && i < words.length - 1);
  if (strange === undefined) return [];
  const reason = `"${strange}" of the slug stands nowhere in its errors; by its message it is ${expected}`;
  return [{ file: entry.path, key: "", reason }];
};
