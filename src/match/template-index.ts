/**
 * Which templates can fit a text at all: an index over one rare word of each, so that the cost of a
 * look follows the text and not the number of templates.
 */
import type { Template } from "../catalog/template.ts";

/** An indexed thing and its template. */
export interface Indexed<T> {
  template: Template;
  value: T;
}

export interface TemplateIndex<T> {
  /** Templates one of whose words stands in the text; each once, in the order they were given. */
  candidates(text: string): Indexed<T>[];
  /** How telling a template's rarest word is: 0 for one in every template, towards 1 for one in this alone. */
  rarity(template: Template): number;
}

const WORD = /[A-Za-z_][A-Za-z0-9_]{2,}/g;

/** @param items templates and what they stand for; the order is kept in what `candidates` gives */
export function buildTemplateIndex<T>(items: Indexed<T>[]): TemplateIndex<T> {
  const words = items.map(({ template }) => wholeWords(template));
  const frequency = new Map<string, number>();
  for (const list of words)
    for (const word of new Set(list)) frequency.set(word, (frequency.get(word) ?? 0) + 1);

  const byWord = new Map<string, number[]>();
  const wordless: number[] = [];
  items.forEach((_, position) => {
    const word = rarest(words[position]!, frequency);
    if (word === null) wordless.push(position);
    else byWord.set(word, [...(byWord.get(word) ?? []), position]);
  });

  return {
    candidates(text) {
      const found = new Set(wordless);
      for (const [word] of text.matchAll(WORD))
        for (const position of byWord.get(word) ?? []) found.add(position);
      return [...found].sort((a, b) => a - b).map((position) => items[position]!);
    },
    rarity(template) {
      const word = rarest(wholeWords(template), frequency);
      if (word === null || items.length < 2) return 0;
      return 1 - Math.log(frequency.get(word) ?? 1) / Math.log(items.length);
    },
  };
}

/** Words of the literals that neither a hole nor the text around the template can lengthen. */
function wholeWords(template: Template): string[] {
  return template.parts.flatMap((part) => {
    if (typeof part !== "string") return [];
    return [...part.matchAll(WORD)]
      .filter(({ 0: word, index: at }) => {
        const atEdge = at === 0 || at + word.length === part.length;
        return !atEdge && !/\w/.test(part[at - 1]!);
      })
      .map(({ 0: word }) => word);
  });
}

function rarest(words: string[], frequency: Map<string, number>): string | null {
  let best: string | null = null;
  for (const word of words) {
    if (best === null || isBetter(word, best, frequency)) best = word;
  }
  return best;
}

function isBetter(word: string, than: string, frequency: Map<string, number>): boolean {
  const difference = (frequency.get(word) ?? 0) - (frequency.get(than) ?? 0);
  return difference !== 0 ? difference < 0 : word.length > than.length;
}
