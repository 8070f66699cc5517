/**
 * Which templates can fit a text at all: an index over one rare word of each, or two that stand side by side,
 * so that the cost of a look follows the text and not the number of templates. The plan is plain data: the one
 * of the raise sites is made at build time.
 */
import type { Template } from "../catalog/template.ts";

export interface IndexPlan {
  /** Positions of the templates to try where the word stands, and where the second word comes right behind it. */
  byWord: [word: string, positions: number[], pairs: [second: string, positions: number[]][]][];
  /** Templates without a word of their own: tried on every text. */
  wordless: number[];
  /** Of each template's rarest word: towards 1 for one in few templates, 0 for one in all or none. */
  rarity: number[];
}

export interface TemplateIndex {
  /** Positions of the templates that could fit, ascending, each once. */
  candidates(text: string): number[];
}

/** A word of a template, or a word and the one behind it. */
interface Key {
  word: string;
  second: string | null;
}

const WORD = /[A-Za-z_][A-Za-z0-9_]{2,}/g;

export function planIndex(templates: Template[]): IndexPlan {
  const keys = templates.map(keysOf);
  const frequency = new Map<string, number>();
  for (const list of keys)
    for (const name of new Set(list.map(nameOf))) frequency.set(name, (frequency.get(name) ?? 0) + 1);

  const byWord = new Map<string, Planned>();
  const wordless: number[] = [];
  const rarity = keys.map((list, position) => {
    const word = rarest(
      list.filter(({ second }) => second === null),
      frequency,
    );
    const key = rarest(list, frequency);
    if (word === null || key === null) {
      wordless.push(position);
      return 0;
    }
    const known: Planned = byWord.get(key.word) ?? { alone: [], pairs: new Map() };
    byWord.set(key.word, known);
    if (key.second === null) known.alone.push(position);
    else known.pairs.set(key.second, [...(known.pairs.get(key.second) ?? []), position]);
    const times = frequency.get(nameOf(word))!;
    return templates.length < 2 ? 0 : 1 - Math.log(times) / Math.log(templates.length);
  });
  return {
    byWord: [...byWord].map(([word, { alone, pairs }]) => [word, alone, [...pairs]]),
    wordless,
    rarity,
  };
}

interface Planned {
  alone: number[];
  pairs: Map<string, number[]>;
}

interface Indexed {
  alone: number[];
  pairs: Map<string, number[]> | null;
}

export function templateIndex(plan: IndexPlan): TemplateIndex {
  const byWord = new Map<string, Indexed>();
  for (const [word, alone, pairs] of plan.byWord)
    byWord.set(word, { alone, pairs: pairs.length === 0 ? null : new Map(pairs) });
  return {
    candidates(text) {
      const found = new Set(plan.wordless);
      let before: Indexed | undefined;
      for (let at = 0; at < text.length; ) {
        if (!BEGINS[text.charCodeAt(at)]) {
          at += 1;
          continue;
        }
        const start = at;
        while (at < text.length && GOES_ON[text.charCodeAt(at)]) at += 1;
        if (at - start < 3) continue;
        const word = text.slice(start, at);
        const paired = before?.pairs?.get(word);
        if (paired !== undefined) for (const position of paired) found.add(position);
        before = byWord.get(word);
        if (before !== undefined) for (const position of before.alone) found.add(position);
      }
      return [...found].sort((a, b) => a - b);
    },
  };
}

/** The characters of `WORD`, by code. */
const BEGINS = characters(/[A-Za-z_]/);
const GOES_ON = characters(/[A-Za-z0-9_]/);

function characters(pattern: RegExp): boolean[] {
  return Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
}

/** Words of the literals that neither a hole nor the text around the template can lengthen, and pairs of them. */
function keysOf(template: Template): Key[] {
  return template.parts.flatMap((part) => {
    if (typeof part !== "string") return [];
    const words = [...part.matchAll(WORD)].map(({ 0: word, index: at }) => {
      const atEdge = at === 0 || at + word.length === part.length;
      return { word, whole: !atEdge && !/\w/.test(part[at - 1]!) };
    });
    return words.flatMap(({ word, whole }, place): Key[] => {
      if (!whole) return [];
      const next = words[place + 1];
      const alone = { word, second: null };
      return next?.whole ? [alone, { word, second: next.word }] : [alone];
    });
  });
}

function nameOf({ word, second }: Key): string {
  return second === null ? word : `${word} ${second}`;
}

/** The key that the fewest templates have; of equals the longest. */
function rarest(keys: Key[], frequency: Map<string, number>): Key | null {
  let best: Key | null = null;
  for (const key of keys) {
    if (best === null || isBetter(nameOf(key), nameOf(best), frequency)) best = key;
  }
  return best;
}

function isBetter(name: string, than: string, frequency: Map<string, number>): boolean {
  const difference = frequency.get(name)! - frequency.get(than)!;
  return difference !== 0 ? difference < 0 : name.length > than.length;
}
