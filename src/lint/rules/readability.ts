/** Prose stays readable: short sentences, one for each solution. */
import type { Finding, Rule } from "../finding.ts";
import { type Passage, proseOf } from "../prose.ts";

/** Words of one sentence; code names and numbers count as one each. */
export const MAX_SENTENCE_WORDS = 60;
/** Characters of a passage. */
const MAX_LENGTH: Record<string, number> = {
  documentation: 1_400,
  triggers: 900,
  situations: 500,
  solutions: 420,
  prevention: 320,
  cases: 420,
};

export const readability: Rule = (entry) =>
  proseOf(entry)
    .passages.filter(({ language }) => language === "prose")
    .flatMap((passage) =>
      problemsOf(passage).map((reason): Finding => ({ file: entry.path, key: passage.key, reason })),
    );

function problemsOf({ key, text }: Passage): string[] {
  const field = /^\w+/.exec(key)![0];
  const sentences = sentencesOf(text);
  const longest = Math.max(...sentences.map((sentence) => sentence.split(/\s+/).length));
  const most = MAX_LENGTH[field] ?? 1_000;
  return [
    ...(longest > MAX_SENTENCE_WORDS
      ? [`a sentence has ${longest} words; at most ${MAX_SENTENCE_WORDS}`]
      : []),
    ...(text.length > most ? [`it has ${text.length} characters; at most ${most}`] : []),
    ...(field === "solutions" && sentences.length > 1
      ? [`a solution is one sentence; it has ${sentences.length}`]
      : []),
    ...(field === "solutions" && /^(?:The|An?|This|It|There|You|Your|We) /.test(text)
      ? ["a solution begins with what to do"]
      : []),
    ...(/[.!?…:)`"]$/.test(text.trim()) ? [] : ["it does not end as a sentence does"]),
  ];
}

/** Cut where a full stop is followed by white space and a capital letter, abbreviations apart. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/`[^`]*`/g, "`code`")
    .replace(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e|vs|etc|no|approx)\.) (?=[\p{Lu}`"'(-])/u);
}
