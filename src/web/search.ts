/** Finding entries by words, and what is near to a name that does not exist. */
import type { Entry } from "../catalog/entry.ts";

/** Longer queries are cut: nobody types them, and a pasted log is for the page that reads reports. */
export const MAX_QUERY = 200;
const MAX_WORDS = 20;

export interface ErrorSearch {
  /** Entries that hold every word of the query, best first; all of them for an empty query. */
  find(query: string): Entry[];
  /** Entries whose slug, class or message shares most with the text, best first. */
  near(text: string, limit?: number): Entry[];
}

interface Indexed {
  entry: Entry;
  text: string;
  title: string;
  grams: Set<string>;
}

export function errorSearch(entries: Iterable<Entry>): ErrorSearch {
  const indexed = [...entries].map(indexEntry);
  return {
    find: (query) => find(indexed, query),
    near: (text, limit = 5) => near(indexed, text, limit),
  };
}

function indexEntry(entry: Entry): Indexed {
  const title = `${entry.class ?? ""} ${entry.message}`.toLowerCase();
  const rest = [entry.slug, entry.id, entry.backgroundTag, entry.origin, ...entry.tags];
  return {
    entry,
    title,
    text: `${title} ${rest.join(" ").toLowerCase()}`,
    grams: gramsOf(`${entry.slug} ${title}`),
  };
}

function find(indexed: Indexed[], query: string): Entry[] {
  const words = wordsOf(query);
  return indexed
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ entry, title }) => ({ entry, score: words.filter((word) => title.includes(word)).length }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function wordsOf(query: string): string[] {
  return query
    .slice(0, MAX_QUERY)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

/** Below this share of common letter triples two texts have nothing to do with each other. */
const MIN_LIKENESS = 0.2;

function near(indexed: Indexed[], text: string, limit: number): Entry[] {
  const grams = gramsOf(text.slice(0, MAX_QUERY).toLowerCase());
  if (grams.size === 0) return [];
  return indexed
    .map(({ entry, grams: own }) => ({
      entry,
      likeness: common(grams, own) / Math.min(grams.size, own.size),
    }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

function gramsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  const grams = new Set<string>();
  for (let i = 0; i + 3 <= letters.length; i += 1) grams.add(letters.slice(i, i + 3));
  return grams;
}

function common(a: Set<string>, b: Set<string>): number {
  let count = 0;
  for (const gram of a) if (b.has(gram)) count += 1;
  return count;
}
