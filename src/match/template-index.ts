/**
 * Which templates can fit a text at all: an index over one rare word of each, so that the cost of a
 * look follows the text and not the number of templates. The plan is plain data: the one of the raise
 * sites is made at build time.
 */
import type { Template } from "../catalog/template.ts";

export interface IndexPlan {
  /** Positions of the templates to try where the word stands. */
  byWord: [word: string, positions: number[]][];
  /** Templates without a word of their own: tried on every text. */
  wordless: number[];
  /** Of each template's rarest word: towards 1 for one in few templates, 0 for one in all or none. */
  rarity: number[];
}

export interface TemplateIndex {
  /** Positions of the templates that could fit, ascending, each once. */
  candidates(text: string): number[];
}

const WORD = /[A-Za-z_][A-Za-z0-9_]{2,}/g;

export function planIndex(templates: Template[]): IndexPlan {
  const words = templates.map(wholeWords);
  const frequency = new Map<string, number>();
  for (const list of words)
    for (const word of new Set(list)) frequency.set(word, (frequency.get(word) ?? 0) + 1);

  const byWord = new Map<string, number[]>();
  const wordless: number[] = [];
  const rarity = words.map((list, position) => {
    const word = rarest(list, frequency);
    if (word === null) {
      wordless.push(position);
      return 0;
    }
    const positions = byWord.get(word);
    if (positions === undefined) byWord.set(word, [position]);
    else positions.push(position);
    return templates.length < 2 ? 0 : 1 - Math.log(frequency.get(word)!) / Math.log(templates.length);
  });
  return { byWord: [...byWord], wordless, rarity };
}

export function templateIndex(plan: IndexPlan): TemplateIndex {
  const byWord = new Map(plan.byWord);
  return {
    candidates(text) {
      const found = new Set(plan.wordless);
      for (const [word] of text.matchAll(WORD))
        for (const position of byWord.get(word) ?? []) found.add(position);
      return [...found].sort((a, b) => a - b);
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
