/**
 * Looking for any of many literals in one pass: a table of character pairs decides for each place of the
 * text whether a literal can begin there. Cost follows the text, not the number of literals.
 */

export interface WordFinder {
  /** Index of the first literal at or after `from`; -1 where none stands. */
  find(text: string, from?: number): number;
  /** Does one of the literals stand in the text? */
  within(text: string): boolean;
}

/** Builds a finder for ASCII literals of at least two characters. */
export function findWords(words: readonly string[]): WordFinder {
  const slots = new Uint8Array(1 << 14);
  const bySlot: string[][] = [[]];
  for (const word of words) {
    const pair = (word.charCodeAt(0) << 7) | word.charCodeAt(1);
    if (slots[pair] === 0) slots[pair] = bySlot.push([]) - 1;
    bySlot[slots[pair] ?? 0]?.push(word);
  }
  const find = (text: string, from = 0): number => {
    let before = text.charCodeAt(from);
    for (let at = from + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 128 && before < 128) {
        const slot = slots[(before << 7) | code] ?? 0;
        if (slot !== 0) {
          for (const word of bySlot[slot] ?? []) if (text.startsWith(word, at - 1)) return at - 1;
        }
      }
      before = code;
    }
    return -1;
  };
  return { find, within: (text) => find(text) !== -1 };
}
