/**
 * Message templates: literals and named holes.
 *
 * A hole is `{name}` or `{name:type}`; a literal brace is doubled. White space is folded on both
 * sides. Matching consumes the literals in order: a hole takes as little as it can, a hole at the
 * end takes the rest of its line. There is no backtracking over the text, so a match costs at most
 * a constant times the text whatever the template.
 */

/** Types a hole may carry; each is a set of characters plus a check of the whole, both linear. */
export const HOLE_TYPES = {
  int: { chars: /[-+\d]/, whole: /^[-+]?\d+$/ },
  number: { chars: /[-+.\deE]/, whole: /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/ },
  ident: { chars: /\w/, whole: /^[A-Za-z_]\w*$/ },
  /** A name with dots: modules, classes, attributes. */
  name: { chars: /[\w.]/, whole: /^[A-Za-z_][\w.]*$/ },
  /** A parameter of a model: dotted, with at least one dot ("model.layers.0.mlp.gate_proj.weight"). */
  weight: { chars: /[\w.-]/, whole: /^\w[\w-]*(?:\.[\w-]+)+$/ },
  path: { chars: /[^\s'"`<>|(),;]/, whole: /^[^\s'"`<>|(),;]+$/ },
  version: { chars: /[\w.+!-]/, whole: /^v?\d[\w.+!-]*$/ },
  hex: { chars: /[\dA-Fa-fx]/, whole: /^(?:0x)?[\dA-Fa-f]+$/ },
  /** One run without white space. */
  word: { chars: /\S/, whole: /^\S+$/ },
} as const;

export type HoleType = keyof typeof HOLE_TYPES;

export interface Hole {
  /** As written: "self.dcp_rank". */
  expression: string;
  /** Readable and unique within its template: "dcp_rank". */
  name: string;
  type: HoleType | null;
}

export interface Template {
  /** As written in the entry or site. */
  source: string;
  /** Literals (folded, never empty) and holes, in order. */
  parts: (string | Hole)[];
  holes: Hole[];
  /** Characters of all literals together, white space included. */
  literalLength: number;
}

/** Text with its white space folded, remembering where lines ended. */
export interface FoldedText {
  text: string;
  /** Offsets in `text` of the spaces that stand for a line end; ascending. */
  lineEnds: number[];
}

export interface TemplateMatch {
  /** Offsets in the folded text. */
  start: number;
  end: number;
  captures: Record<string, string>;
}

export class TemplateError extends Error {
  override name = "TemplateError";
}

/** A typed hole never takes more than this many characters: bounds the cost of a failed attempt. */
const MAX_TYPED_LENGTH = 512;

/** Folds every run of white space into one space; leading and trailing white space goes. */
export function foldText(raw: string): FoldedText {
  const lineEnds: number[] = [];
  let text = "";
  for (const line of raw.split(/\r\n|[\n\r]/)) {
    const folded = line.replace(/\s+/g, " ").trim();
    if (folded === "") continue;
    if (text !== "") {
      lineEnds.push(text.length);
      text += " ";
    }
    text += folded;
  }
  return { text, lineEnds };
}

/**
 * The readable name of a placeholder's expression: "self.dcp_rank" → "dcp_rank",
 * "len(prompts)" → "len_prompts", "" → "value".
 */
export function captureName(expression: string): string {
  const name = expression
    .replace(/^(?:self|cls)\./, "")
    .replace(/\W+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (name === "") return "value";
  return /^\d/.test(name) ? `value_${name}` : name;
}

/**
 * Reads a template.
 * @throws TemplateError for a brace that is neither doubled nor closed, for two holes without a
 * literal between them when the first is untyped, and for a template without any literal.
 */
export function parseTemplate(source: string): Template {
  const parts: (string | Hole)[] = [];
  const names = new Map<string, number>();
  let literal = "";
  const flush = (): void => {
    if (literal !== "") parts.push(literal);
    literal = "";
  };
  for (let i = 0; i < source.length; ) {
    const ch = source[i]!;
    if ((ch === "{" || ch === "}") && source[i + 1] === ch) {
      literal += ch;
      i += 2;
    } else if (ch === "{") {
      const close = source.indexOf("}", i);
      const nested = source.indexOf("{", i + 1);
      if (close < 0 || (nested >= 0 && nested < close)) {
        throw new TemplateError(
          `the brace at character ${i + 1} is not closed; a literal brace is written {{`,
        );
      }
      flush();
      parts.push(readHole(source.slice(i + 1, close), names));
      i = close + 1;
    } else if (ch === "}") {
      throw new TemplateError(
        `the brace at character ${i + 1} closes nothing; a literal brace is written }}`,
      );
    } else {
      literal += ch;
      i += 1;
    }
  }
  flush();
  return finish(source, parts);
}

function readHole(inside: string, names: Map<string, number>): Hole {
  const colon = inside.lastIndexOf(":");
  const suffix = colon >= 0 ? inside.slice(colon + 1).trim() : "";
  const type = Object.hasOwn(HOLE_TYPES, suffix) ? (suffix as HoleType) : null;
  const expression = (type === null ? inside : inside.slice(0, colon)).trim();
  const base = captureName(expression);
  const seen = (names.get(base) ?? 0) + 1;
  names.set(base, seen);
  return { expression, type, name: seen === 1 ? base : `${base}_${seen}` };
}

function finish(source: string, rawParts: (string | Hole)[]): Template {
  const parts: (string | Hole)[] = [];
  for (const part of rawParts) {
    if (typeof part !== "string") {
      parts.push(part);
      continue;
    }
    let folded = part.replace(/\s+/g, " ");
    if (parts.length === 0) folded = folded.trimStart();
    if (part === rawParts[rawParts.length - 1]) folded = folded.trimEnd();
    if (folded !== "") parts.push(folded);
  }
  const literalLength = parts.reduce((sum, part) => sum + (typeof part === "string" ? part.length : 0), 0);
  if (literalLength === 0) throw new TemplateError("a template needs at least one literal character");
  return { source, parts, holes: parts.filter((part) => typeof part !== "string"), literalLength };
}

/** The template of a literal message: its braces are doubled, so that it matches itself. */
export function escapeTemplate(message: string): string {
  return message.replace(/[{}]/g, "$&$&");
}

/**
 * The first place of `text` where the template fits, or null. Linear in the text: each literal is
 * looked for only to the right of the one before it.
 */
export function matchTemplate(template: Template, text: FoldedText): TemplateMatch | null {
  const first = template.parts[0]!;
  if (typeof first === "string") {
    for (let from = 0; ; ) {
      const start = text.text.indexOf(first, from);
      if (start < 0) return null;
      const attempt = matchFrom(template, text, 1, start + first.length);
      if (attempt.ok) return { start, end: attempt.end, captures: attempt.captures };
      if (!attempt.rigid) return null;
      from = start + 1;
    }
  }
  const attempt = matchFrom(template, text, 0, 0);
  return attempt.ok ? { start: 0, end: attempt.end, captures: attempt.captures } : null;
}

type Attempt =
  | { ok: true; end: number; captures: Record<string, string> }
  /** `rigid`: it failed before any free hole was passed, so a later start may still fit. */
  | { ok: false; rigid: boolean };

function matchFrom(template: Template, text: FoldedText, firstPart: number, start: number): Attempt {
  const captures: Record<string, string> = {};
  const { parts } = template;
  let at = start;
  let rigid = true;
  for (let i = firstPart; i < parts.length; i += 1) {
    const part = parts[i]!;
    if (typeof part === "string") {
      if (!text.text.startsWith(part, at)) return { ok: false, rigid };
      at += part.length;
      continue;
    }
    const next = parts[i + 1];
    if (part.type !== null) {
      const end = typedEnd(part.type, text.text, at, next);
      if (end < 0) return { ok: false, rigid };
      captures[part.name] = text.text.slice(at, end);
      at = end;
    } else if (next === undefined) {
      const end = lineEndAfter(text, at);
      captures[part.name] = text.text.slice(at, end).trim();
      at = end;
    } else {
      const literal = typeof next === "string" ? next : " ";
      const end = freeEnd(text.text, parts, i + 1, literal, at);
      if (end < 0) return { ok: false, rigid: false };
      rigid = false;
      captures[part.name] = text.text.slice(at, end).trim();
      at = end;
    }
  }
  return { ok: true, end: at, captures };
}

/**
 * End of a free hole: the first place after `at` where the literal stands, and, when typed holes
 * follow that literal directly, where those fit too.
 */
function freeEnd(text: string, parts: (string | Hole)[], index: number, literal: string, at: number): number {
  for (let from = at; ; ) {
    const end = text.indexOf(literal, from);
    if (end < 0) return -1;
    const typed = parts[index + 1];
    if (
      typeof parts[index] !== "string" ||
      typed === undefined ||
      typeof typed === "string" ||
      typed.type === null
    ) {
      return end;
    }
    if (typedEnd(typed.type, text, end + literal.length, parts[index + 2]) >= 0) return end;
    from = end + 1;
  }
}

/** End of a typed hole that starts at `at`: before the next literal, or as far as its characters go. */
function typedEnd(type: HoleType, text: string, at: number, next: string | Hole | undefined): number {
  const { chars, whole } = HOLE_TYPES[type];
  const limit = Math.min(text.length, at + MAX_TYPED_LENGTH);
  let run = at;
  while (run < limit && chars.test(text[run]!)) run += 1;
  if (typeof next === "string") {
    for (let end = text.indexOf(next, at + 1); end >= 0 && end <= run; end = text.indexOf(next, end + 1)) {
      if (whole.test(text.slice(at, end))) return end;
    }
    return -1;
  }
  // Punctuation that ends the sentence belongs to the text, not to the value.
  while (run > at && /[.,:;-]/.test(text[run - 1]!)) run -= 1;
  return run > at && whole.test(text.slice(at, run)) ? run : -1;
}

function lineEndAfter(text: FoldedText, at: number): number {
  for (const end of text.lineEnds) if (end >= at) return end;
  return text.text.length;
}

/** The message that the template prints for `values` (by capture name); a missing value prints as its hole. */
export function formatTemplate(template: Template, values: Record<string, string>): string {
  return template.parts
    .map((part) => (typeof part === "string" ? part : (values[part.name] ?? `{${part.expression}}`)))
    .join("");
}
