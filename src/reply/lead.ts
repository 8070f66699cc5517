/** The sentence that a case of an entry puts first, with the reporter's values in it as code. */
import type { Entry } from "../catalog/entry.ts";
import type { Advice } from "../match/advice.ts";
import { bounded, codeSpan, type Redactor, safeText } from "./escape.ts";
import { proseLine } from "./prose.ts";

const MAX_LEAD = 800;

/**
 * `advice.lead` comes with its values filled in, so what is ours in it and what is the reporter's
 * cannot be told apart by looking. The entry's own sentence is found again and filled here, each
 * value as code; a lead that fits no sentence of the entry is not shown.
 */
export function leadOf(
  entry: Entry,
  advice: Advice,
  captures: Record<string, string>,
  redactor: Redactor,
): string | null {
  const { lead } = advice;
  if (lead === null) return null;
  const sentence = entry.cases.find(({ say }) => fill(say, captures, (value) => value) === lead)?.say;
  if (sentence === undefined) return null;
  return pieces(bounded(sentence, MAX_LEAD))
    .map((piece) => {
      const name = holeName(piece);
      if (name === null || !Object.hasOwn(captures, name)) return proseLine(piece);
      return codeSpan(safeText(captures[name]!, 120, redactor));
    })
    .join("");
}

function fill(sentence: string, captures: Record<string, string>, show: (value: string) => string): string {
  return pieces(sentence)
    .map((piece) => {
      const name = holeName(piece);
      return name === null || captures[name] === undefined ? piece : show(captures[name]);
    })
    .join("");
}

/** The sentence cut at its {holes}, which stay pieces of their own. */
function pieces(sentence: string): string[] {
  return sentence.split(/(\{\w+\})/).filter((piece) => piece !== "");
}

function holeName(piece: string): string | null {
  return /^\{(\w+)\}$/.exec(piece)?.[1] ?? null;
}
