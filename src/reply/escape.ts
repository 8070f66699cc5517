/**
 * Puts text into Markdown so that it stays text.
 *
 * What a reporter wrote is shown as code and never otherwise: inside code GitHub makes no mention,
 * reference, link, image or HTML. Prose of the catalog is ours, but it is plain text too: what
 * Markdown or GitHub would read as something else becomes code or is escaped.
 */
import { makeVisible } from "./invisible.ts";
import { redact } from "./redact.ts";

/** Takes secrets out; see redactorFor for one that knows more. */
export type Redactor = (text: string) => string;

/** Cuts a text at `max` characters and says how many are missing. */
export function bounded(text: string, max: number): string {
  if (text.length <= max) return text;
  // Not between the halves of a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[max - 1]!) ? max - 1 : max;
  return `${text.slice(0, end)} ⟨${text.length - end} more characters⟩`;
}

/** User text: redacted, then made visible, then cut. In this order a cut cannot hide a token from redaction. */
export function safeText(text: string, max: number, redactor: Redactor = redact): string {
  return bounded(makeVisible(redactor(text)), max);
}

/** Inline code on one line; back-ticks of the text cannot end it. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return "`⟨empty⟩`";
  const ticks = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return ticks + pad + line + pad + ticks;
}

/** A fenced block of its own lines; the fence is longer than any run of back-ticks in the text. */
export function fence(text: string, language: "text" | "python" | "bash" = "text"): string {
  const ticks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const { length } of text.match(/`+/g) ?? []) longest = Math.max(longest, length);
  return longest;
}

/**
 * A paragraph of the catalog as Markdown. Names, flags, paths and commands become code, and so does
 * whatever GitHub would turn into a mention, a reference or a link; back-ticks of the author are kept.
 */
export function prose(text: string, max = 4_000): string {
  const plain = bounded(makeVisible(text), max);
  return plain
    .split(/\n{2,}/)
    .map((paragraph) => proseLine(paragraph.replace(/\s+/g, " ").trim()))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** The same for a text that has to stay on one line. */
export function proseLine(text: string): string {
  const pieces = text.replace(/\s+/g, " ").split("`");
  // An odd number of back-ticks: they are no code spans of the author.
  const spans = pieces.length % 2 === 1;
  const words = pieces.map((piece, index) => {
    if (spans && index % 2 === 1) return codeSpan(piece);
    return withValues(piece.split(" ")).map(word).join(" ");
  });
  return escapeStart(words.join(spans ? "" : "\\`"));
}

/** A flag and the number behind it are one piece of code. */
function withValues(words: string[]): string[] {
  return words.flatMap((text, index) => {
    if (isFlag(words[index - 1]) && isNumber(text)) return [];
    return isFlag(text) && isNumber(words[index + 1]) ? [`${text} ${words[index + 1]}`] : [text];
  });
}

function isFlag(text: string | undefined): boolean {
  return text !== undefined && /^--[a-z][\w-]*$/.test(text);
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^\d+(?:\.\d+)?[,.;:)]{0,2}$/.test(text);
}

const OPENING = /^[([{"'“‘]*/;
const CLOSING = /[)\]}"'”’.,;:!?…]*$/;

function word(text: string): string {
  const head = OPENING.exec(text)![0];
  const rest = text.slice(head.length);
  const tailLength = CLOSING.exec(rest.slice(-8))![0].length;
  let core = rest.slice(0, rest.length - tailLength);
  let tail = rest.slice(core.length);
  // "check()" and "list[int]" keep the brackets that belong to them.
  for (const [open, close] of BRACKETS) {
    if (core.includes(open) && tail.startsWith(close) && !core.includes(close)) {
      core += close;
      tail = tail.slice(1);
    }
  }
  return escapeMarkdown(head) + (isCode(core) ? codeSpan(core) : escapeMarkdown(core)) + escapeMarkdown(tail);
}

const BRACKETS = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
] as const;

const CODE_SHAPES = [
  /^--?[a-z][\w-]*/i,
  // Identifiers with underscores, dotted names, calls.
  /\w_\w|^_+\w|\w_+$/,
  /^[a-z]\w*(?:\.[a-z_]\w*)+$/i,
  /\(\)$/,
  // Files and folders.
  /^[~.]?\/\w|\w\/\w[\w./-]*\.\w+$|\w\.(?:py|json|yml|yaml|toml|so|cu|cuh|cpp|h|sh|txt|safetensors)$/,
  // What GitHub would make more of: mentions, references, commits, links, addresses.
  /@|#\d|\bGH-\d|:\/\/|^www\./i,
  /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}$/,
  /[=<>*$|{}]./,
];

function isCode(core: string): boolean {
  return core !== "" && CODE_SHAPES.some((shape) => shape.test(core));
}

/** Escapes what Markdown reads as markup anywhere in a line. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~&$]/g, "\\$&");
}

/** Escapes what Markdown reads as a block at the start of a line. */
function escapeStart(line: string): string {
  if (/^[-+=]/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
