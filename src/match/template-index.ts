/**
 * Which templates can fit a text at all: an index over one rare word of each, or two that stand side by side,
 * so that the cost of a look follows the text and not the number of templates. Words are known by a hash: two
 * that share one cost a look too many and lose nothing. The plan is numbers alone: that of the raise sites is
 * made at build time and loads as it lies in the file.
 */
import { packNumbers, unpackNumbers } from "../catalog/compiled-json.ts";
import type { Template } from "../catalog/template.ts";

export interface IndexPlan {
  /**
   * A hash table with open addressing, three numbers a slot: the key's hash, and where its list begins and
   * ends in `positions`. An empty slot ends at 0.
   */
  slots: Uint32Array;
  /** Positions of templates, list after list. */
  positions: Uint32Array;
  /** Templates without a word of their own: tried on every text. */
  wordless: Uint32Array;
  /** Of each template's rarest word: towards 1 for one in few templates, 0 for one in all or none. */
  rarity: Float32Array;
}

/** A plan as it stands in a compiled file. */
export type PackedPlan = Record<keyof IndexPlan, string>;

export function packPlan({ slots, positions, wordless, rarity }: IndexPlan): PackedPlan {
  return {
    slots: packNumbers(slots),
    positions: packNumbers(positions),
    wordless: packNumbers(wordless),
    rarity: packNumbers(rarity),
  };
}

export function unpackPlan({ slots, positions, wordless, rarity }: PackedPlan): IndexPlan {
  return {
    slots: unpackNumbers(slots),
    positions: unpackNumbers(positions),
    wordless: unpackNumbers(wordless),
    rarity: new Float32Array(unpackNumbers(rarity).buffer),
  };
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

  const byHash = new Map<number, number[]>();
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
    const hash = hashOf(key);
    byHash.set(hash, [...(byHash.get(hash) ?? []), position]);
    const times = frequency.get(nameOf(word))!;
    return templates.length < 2 ? 0 : 1 - Math.log(times) / Math.log(templates.length);
  });
  return {
    ...hashTable(byHash),
    wordless: Uint32Array.from(wordless),
    rarity: Float32Array.from(rarity),
  };
}

function hashTable(lists: Map<number, number[]>): Pick<IndexPlan, "slots" | "positions"> {
  const mask = 2 ** Math.ceil(Math.log2(2 * lists.size + 1)) - 1;
  const slots = new Uint32Array(3 * (mask + 1));
  const positions: number[] = [];
  for (const [hash, list] of lists) {
    let slot = hash & mask;
    while (slots[3 * slot + 2] !== 0) slot = (slot + 1) & mask;
    slots.set([hash, positions.length, positions.length + list.length], 3 * slot);
    positions.push(...list);
  }
  return { slots, positions: Uint32Array.from(positions) };
}

export function templateIndex({ slots, positions, wordless }: IndexPlan): TemplateIndex {
  const mask = slots.length / 3 - 1;
  const addListOf = (hash: number, found: Set<number>): void => {
    let slot = 3 * (hash & mask);
    for (; slots[slot + 2] !== 0; slot = (slot + 3) % slots.length) {
      if (slots[slot] !== hash) continue;
      for (let at = slots[slot + 1]!; at < slots[slot + 2]!; at += 1) found.add(positions[at]!);
      return;
    }
  };
  return {
    candidates(text) {
      const found = new Set(wordless);
      let before: number | null = null;
      for (let at = 0; at < text.length; ) {
        if (!BEGINS[text.charCodeAt(at)]) {
          at += 1;
          continue;
        }
        const start = at;
        while (at < text.length && GOES_ON[text.charCodeAt(at)]) at += 1;
        if (at - start < 3) continue;
        const word = hashOfWord(text, start, at);
        if (before !== null) addListOf(hashOfPair(before, word), found);
        addListOf(word, found);
        before = word;
      }
      return [...found].sort((a, b) => a - b);
    },
  };
}

/** FNV-1a over UTF-16 units, which are ASCII here. */
function hashOfWord(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function hashOfPair(first: number, second: number): number {
  return (Math.imul(first ^ (second >>> 7), 0x9e3779b1) + second) >>> 0;
}

function hashOf({ word, second }: Key): number {
  const first = hashOfWord(word, 0, word.length);
  return second === null ? first : hashOfPair(first, hashOfWord(second, 0, second.length));
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
