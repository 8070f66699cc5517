/** Python expressions as text: literals decoded, expressions shortened to the name of a placeholder. */
import type { Node } from "web-tree-sitter";

const ESCAPES: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "",
};
const ESCAPE = /\\(?:N\{[^}]{1,80}\}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|x[\dA-Fa-f]{2}|[0-7]{1,3}|\r?\n|[\s\S])/g;

/** The value of a string literal's inner text. */
export function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (written) => {
    const rest = written.slice(1);
    const simple = ESCAPES[rest];
    if (simple !== undefined) return simple;
    if (rest === "\r\n") return "";
    if (/^[uUx]/.test(rest) && rest.length > 1) {
      const code = Number.parseInt(rest.slice(1), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : written;
    }
    if (/^[0-7]/.test(rest)) return String.fromCharCode(Number.parseInt(rest, 8));
    return written;
  });
}

/** The prefix ("f", "rb", …; lower case) and the quote of a string literal. */
export function readStringStart(text: string): { prefix: string; quote: string } {
  const found = /^([A-Za-z]{0,2})("""|'''|"|')/.exec(text);
  return found === null ? { prefix: "", quote: "" } : { prefix: found[1]!.toLowerCase(), quote: found[2]! };
}

/** The value of a plain string literal (no f-string, no bytes) given as source, or null. */
export function plainString(source: string): string | null {
  const { prefix, quote } = readStringStart(source);
  if (quote === "" || prefix.includes("f") || prefix.includes("b") || prefix.includes("t")) return null;
  const inner = source.slice(prefix.length + quote.length, source.length - quote.length);
  return prefix.includes("r") ? inner : decodeEscapes(inner);
}

/** A node's source on one line, without comments. */
export function expressionText(node: Node): string {
  let text = node.text;
  if (text.includes("#")) {
    const comments = node.descendantsOfType("comment");
    const base = node.startIndex;
    for (const comment of comments.reverse()) {
      text = text.slice(0, comment.startIndex - base) + text.slice(comment.endIndex - base);
    }
  }
  return text
    .replace(/\s+/g, " ")
    .replace(/([([{]) /g, "$1")
    .replace(/,? ([)\]}])/g, "$1")
    .trim();
}

const MAX_NAME = 60;

/** The name of a placeholder for an expression: as written where short and simple, else its gist. */
export function holeName(expression: string): string {
  const name = expression.replace(/\s+/g, " ").trim();
  if (name.length > 0 && name.length <= MAX_NAME && !/[{}"':\\`]/.test(name)) return name;
  const call = /^(?:await )?([A-Za-z_][\w.]{0,80})\(/.exec(name);
  if (call !== null) {
    const wrapped =
      /^(?:len|str|repr|int|float|sorted|list|set|tuple|type|max|min|sum|round)\(([A-Za-z_][\w.]{0,50})[^\w.]/.exec(
        name,
      );
    return wrapped?.[1] ?? lastName(call[1]!);
  }
  const subscript = /^([A-Za-z_][\w.]{0,59})\[/.exec(name);
  if (subscript !== null) return subscript[1]!;
  const method = /\.([A-Za-z_]\w{0,58})\([^()]{0,200}\)$/.exec(name);
  if (method !== null) return method[1]!;
  const attribute = /\.([A-Za-z_]\w{0,58})$/.exec(name);
  return attribute?.[1] ?? "expr";
}

/** "a.b.C" → "C" */
export function lastName(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}

/** Text cut to `limit` characters, with an ellipsis where something was cut. */
export function bounded(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`;
}
