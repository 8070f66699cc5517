/** Names in prose: words whose spelling says that they are code. Linear in the text. */

export type TokenKind = "flag" | "variable" | "path" | "dotted" | "name";

export interface Token {
  kind: TokenKind;
  /** As written, without the punctuation around it. */
  text: string;
  /** Whether "(" follows directly. */
  called: boolean;
  /** Whether "*" or "…" stands for the rest of it. */
  open: boolean;
  /** Offset in the text behind it. */
  end: number;
}

/** Longer runs are no names; the bound keeps trimming linear. */
const RUN = /[-\w./*$~@+]{1,200}/g;
const FLAG = /^--[A-Za-z0-9][\w.-]*$/;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+_?$/;
const DOTTED = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
/** Two capitals with a small letter between them, or a small one and an underscore. */
const CAMEL = /^[A-Z]\w*[a-z0-9]\w*[A-Z]\w*$/;
const SNAKE = /^_{0,2}[a-z]\w*_\w+$/;

/** The code names of a text, in order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const found of text.matchAll(RUN)) {
    const raw = found[0].replace(/^[.*]+(?=\w)/, "").replace(/[.-]+$/, "");
    const open = raw.endsWith("*");
    const word = raw.replace(/\*+$/, "");
    const at = found.index + found[0].length;
    const called = text[at] === "(" && !found[0].endsWith(".");
    const kind = kindOf(word, called);
    if (kind !== null) tokens.push({ kind, text: word, called, open, end: at });
  }
  return tokens;
}

function kindOf(word: string, called: boolean): TokenKind | null {
  if (FLAG.test(word)) return "flag";
  // Variables of the shell and homes stand for paths of the reader's machine.
  if (/[$~@*+]/.test(word)) return null;
  if (word.includes("/")) return "path";
  if (VARIABLE.test(word)) return "variable";
  // "e.g" is no name.
  if (DOTTED.test(word)) return /\w\w/.test(word) ? "dotted" : null;
  if (CAMEL.test(word) || SNAKE.test(word)) return "name";
  return called && /^[A-Za-z_]\w*$/.test(word) ? "name" : null;
}
