/**
 * Prose of the catalog. It is ours, but it is plain text: what Markdown or GitHub would read as
 * something else becomes code or is escaped, so that a flag stays a flag and "#12" no reference.
 */
import { bounded, codeSpan } from "./escape.ts";
import { makeVisible } from "./invisible.ts";

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
  return escapeStart(
    proseTokens(text)
      .map((token) => (token.code ? codeSpan(token.text) : escapeMarkdown(token.text)))
      .join(""),
  );
}

/** A title: words stay words, only what GitHub would make live becomes code. */
export function titleLine(title: string): string {
  return escapeStart(
    title
      .split(/(\s+)/)
      .map((part) => (LIVE_SHAPES.some((shape) => shape.test(part)) ? codeSpan(part) : escapeMarkdown(part)))
      .join(""),
  );
}

/** A piece of prose: running text, or something to be shown as code. */
export interface ProseToken {
  text: string;
  code: boolean;
}

/** One line of prose in its pieces; white space is folded. */
export function proseTokens(text: string): ProseToken[] {
  const pieces = text.replace(/\s+/g, " ").split("`");
  // Back-ticks without a partner, or side by side, are no code spans of the author.
  const spans = pieces.length % 2 === 1 && pieces.slice(1, -1).every((piece) => piece.trim() !== "");
  const tokens = pieces.flatMap((piece, index): ProseToken[] => {
    if (spans && index % 2 === 1) return [{ text: piece, code: true }];
    const own = withValues(wholeCalls(piece.split(" "))).flatMap((part, at) => [
      ...(at === 0 ? [] : [{ text: " ", code: false }]),
      ...word(part),
    ]);
    return spans || index === 0 ? own : [{ text: "`", code: false }, ...own];
  });
  return tokens.filter((token) => token.text !== "");
}

/** Words of one call that is written with spaces. */
const MAX_CALL_WORDS = 8;

/** "run(a, b)" is one piece of code, not two with a bracket each. */
function wholeCalls(words: string[]): string[] {
  const whole: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    let end = i;
    let call = words[i]!;
    if (/\w\(/.test(call)) {
      while (missing(call, "(", ")") > 0 && end + 1 < words.length && end - i < MAX_CALL_WORDS) {
        end += 1;
        call += ` ${words[end]}`;
      }
    }
    const closed = missing(call, "(", ")") === 0;
    whole.push(closed ? call : words[i]!);
    if (closed) i = end;
  }
  return whole;
}

/** How many closing brackets a text lacks. */
function missing(text: string, open: string, close: string): number {
  return text.split(open).length - text.split(close).length;
}

/** A flag and the number behind it are one piece of code. */
function withValues(words: string[]): string[] {
  return words.flatMap((text, index) => {
    if (isFlag(words[index - 1]) && isNumber(text)) return [];
    return isFlag(text) && isNumber(words[index + 1]) ? [`${text} ${words[index + 1]}`] : [text];
  });
}

function isFlag(text: string | undefined): boolean {
  return text !== undefined && /^--?[a-z][\w-]*$/.test(text);
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^-?\d+(?:\.\d+)?[a-zA-Z]{0,2}[,.;:)]{0,2}$/.test(text);
}

const OPENING = /^[([{"'“‘]*/;
const CLOSING = /[)\]}"'”’.,;:!?…]*$/;

function word(text: string): ProseToken[] {
  const head = OPENING.exec(text)![0];
  const rest = text.slice(head.length);
  const tailLength = CLOSING.exec(rest.slice(-8))![0].length;
  let core = rest.slice(0, rest.length - tailLength);
  let tail = rest.slice(core.length);
  // "check()", "run(...)" and "list[int]" keep the brackets that belong to them.
  for (const [open, close] of BRACKETS) {
    for (let lacking = missing(core, open, close); lacking > 0 && tail.includes(close); lacking -= 1) {
      const end = tail.indexOf(close) + 1;
      core += tail.slice(0, end);
      tail = tail.slice(end);
    }
  }
  return [
    { text: head, code: false },
    { text: core, code: isCode(core) },
    { text: tail, code: false },
  ];
}

const BRACKETS = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
] as const;

/** What GitHub would make more of: mentions, references, commits, links, addresses. */
const LIVE_SHAPES = [/@|#\d|\bGH-\d|:\/\/|^www\./i, /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}$/];

const CODE_SHAPES = [
  ...LIVE_SHAPES,
  /^--?[a-z][\w-]*/i,
  // Identifiers with underscores, dotted names, calls.
  /\w_\w|^_+\w|\w_+$/,
  /^[a-z]\w*(?:\.[a-z_]\w*)+$/i,
  /\w\(.*\)$/,
  // Files and folders.
  /^[~.]?\/\w|\w\/\w[\w./-]*\.\w+$|\w\.(?:py|json|yml|yaml|toml|so|cu|cuh|cpp|h|sh|txt|safetensors)$/,
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
