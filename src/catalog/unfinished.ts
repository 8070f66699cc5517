/** What a draft leaves for a person: texts that begin with the mark. */

/** Stands at the beginning of every text that nobody has written yet. */
export const TODO = "TODO:";

/** Longer texts are cut in findings. */
const SHOWN = 80;

/** Keys whose text is the error's own words: only a text that begins with the mark is ours. */
const QUOTED = new Set(["message", "match", "sites", "examples", "cases"]);

export interface UnfinishedKey {
  path: (string | number)[];
  /** The mark and what is to be done, cut at 80 characters. */
  mark: string;
}

/** Every text of an entry that still holds a mark, in the order of the keys. */
export function unfinishedKeys(entry: object): UnfinishedKey[] {
  return Object.entries(entry).flatMap(([key, value]) => marksIn(value, [key], QUOTED.has(key)));
}

function marksIn(value: unknown, path: UnfinishedKey["path"], quoted: boolean): UnfinishedKey[] {
  if (typeof value === "string") {
    const at = value.indexOf(TODO);
    if (at < 0 || (quoted && value.slice(0, at).trim() !== "")) return [];
    const rest = value.slice(at).replace(/\s+/g, " ");
    return [{ path, mark: rest.length > SHOWN ? `${rest.slice(0, SHOWN - 1)}…` : rest }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    marksIn(item, [...path, Array.isArray(value) ? Number(key) : key], quoted),
  );
}
