/** The sentence that a case of an entry puts first, with the reporter's values in it as code. */
import { bounded, codeSpan, type Redactor, safeText } from "./escape.ts";
import { proseLine } from "./prose.ts";

const MAX_LEAD = 800;
const MAX_VALUE = 120;

/**
 * @param sentence the entry's own, with {names} of captured values; everything else in it is ours
 * @returns null when a value is not known: half a sentence says nothing
 */
export function leadOf(
  sentence: string | null,
  captures: Record<string, string>,
  redactor: Redactor,
): string | null {
  if (sentence === null) return null;
  const pieces = bounded(sentence, MAX_LEAD).split(/(\{\w+\})/);
  const shown = pieces.map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name === undefined) return proseLine(piece);
    return Object.hasOwn(captures, name) ? codeSpan(safeText(captures[name]!, MAX_VALUE, redactor)) : null;
  });
  return shown.includes(null) ? null : shown.join("");
}
