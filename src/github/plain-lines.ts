/**
 * The lines of a comment that are its writer's own plain words: outside code, quotes, lists, HTML and what is
 * folded. The block structure of CommonMark, one pass, linear. Where a text is too odd to be sure, it has none:
 * a line that is missed is written again, one that was only quoted must never count.
 */
import { plainLinesOf, type TagDepths, tagDepths } from "./plain-paragraph.ts";

/** Deeper nesting is no comment of a person, and would make the cost of a line grow with it. */
const MAX_DEPTH = 16;

type Container = { kind: "quote" } | { kind: "item"; offset: number };

type Leaf =
  | { kind: "paragraph"; lines: string[]; top: boolean }
  | { kind: "fence"; mark: string; length: number }
  /** `end` null: until a blank line. */
  | { kind: "html"; end: RegExp | null };

interface Reading {
  containers: Container[];
  leaf: Leaf | null;
  depths: TagDepths;
  found: string[];
  /** The line before stood in a quote or list: parsers do not agree whether the next one, without a mark, does too. */
  enclosed: boolean;
  /** Set where the structure cannot be told for sure: nothing after it counts. */
  unsure: boolean;
}

const HTML_ENDS: [start: RegExp, end: RegExp | null][] = [
  [/^<(?:script|pre|style|textarea)(?:\s|>|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [
    /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
    null,
  ],
];
/** A whole tag alone on its line, which does not interrupt a paragraph. */
const LONE_TAG =
  /^<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?)>\s*$/;

/** @returns the lines, without their line ends, in order */
export function plainLines(text: string): string[] {
  const reading: Reading = {
    containers: [],
    leaf: null,
    depths: tagDepths(),
    found: [],
    enclosed: false,
    unsure: false,
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    readLine(reading, expandTabs(line));
    if (reading.unsure) return reading.found;
    reading.enclosed = reading.containers.length > 0 && line.trim() !== "";
  }
  closeLeaf(reading);
  return reading.found;
}

function readLine(reading: Reading, line: string): void {
  let { matched, rest } = matchContainers(reading, line);
  const whole = matched === reading.containers.length;
  if (whole && continueLeaf(reading, rest)) return;
  const lazy = reading.leaf?.kind === "paragraph";
  if (!whole && !lazy) closeLeaf(reading);

  let opened = false;
  for (;;) {
    const open = openContainer(rest, whole && !opened && lazy);
    if (open === null) break;
    if (!opened) closeDownTo(reading, matched);
    opened = true;
    reading.containers.push(open.container);
    rest = open.rest;
    matched = reading.containers.length;
    // Parsers do not agree how far an item without text reaches, and where a list may begin that does not begin with 1.
    const odd = open.empty || (open.late && whole);
    if (matched > MAX_DEPTH || odd) reading.unsure = true;
    if (reading.unsure) return;
  }
  readLeaf(reading, rest, matched, opened);
}

/** Which of the open containers the line goes on with, and what is left of it inside them. */
function matchContainers({ containers }: Reading, line: string): { matched: number; rest: string } {
  let rest = line;
  let matched = 0;
  for (const container of containers) {
    if (container.kind === "quote") {
      const mark = /^ {0,3}> ?/.exec(rest);
      if (mark === null) break;
      rest = rest.slice(mark[0].length);
    } else if (rest.trim() !== "") {
      if (indentOf(rest) < container.offset) break;
      rest = rest.slice(container.offset);
    }
    matched += 1;
  }
  return { matched, rest };
}

/** @returns whether the line belongs to the fence or the HTML that is open */
function continueLeaf(reading: Reading, rest: string): boolean {
  const { leaf } = reading;
  if (leaf?.kind === "fence") {
    const close = /^ {0,3}(`{3,}|~{3,}) *$/.exec(rest)?.[1];
    if (close?.startsWith(leaf.mark) && close.length >= leaf.length) reading.leaf = null;
    return true;
  }
  if (leaf?.kind !== "html") return false;
  readHtml(reading, leaf.end, rest);
  return true;
}

function readHtml(reading: Reading, end: RegExp | null, rest: string): void {
  const comment = end?.source === "-->";
  if (!comment && rest.includes("<!--")) reading.unsure = true;
  // An element that is opened in a quote or list ends with it.
  if (!comment && reading.containers.length === 0) reading.depths.html(rest);
  const over = end === null ? rest.trim() === "" : end.test(rest);
  reading.leaf = over ? null : { kind: "html", end };
}

function openContainer(
  rest: string,
  inParagraph: boolean,
): { container: Container; rest: string; empty: boolean; late: boolean } | null {
  const quote = /^ {0,3}> ?/.exec(rest);
  if (quote !== null)
    return { container: { kind: "quote" }, rest: rest.slice(quote[0].length), empty: false, late: false };
  if (isBreak(rest)) return null;
  const item = /^( {0,3})([-+*]|(\d{1,9})[.)])( +|$)/.exec(rest);
  if (item === null) return null;
  const [marker, indent, mark, number, spaces] = item;
  const empty = rest.slice(marker.length).trim() === "";
  const late = number !== undefined && Number(number) !== 1;
  if (inParagraph && (empty || late)) return null;
  const gap = empty || spaces!.length > 4 ? 1 : spaces!.length;
  const offset = indent!.length + mark!.length + gap;
  return { container: { kind: "item", offset }, rest: rest.slice(offset), empty, late };
}

function readLeaf(reading: Reading, rest: string, matched: number, opened: boolean): void {
  const text = rest.trimStart();
  const blank = text === "";
  const indent = indentOf(rest);
  const unfinished = matched < reading.containers.length;
  const paragraph = !opened && reading.leaf?.kind === "paragraph" ? reading.leaf : null;
  if (!blank && indent <= 3) {
    const fence = /^(`{3,})[^`]*$|^(~{3,})/.exec(text);
    const html = HTML_ENDS.find(([start]) => start.test(text));
    const lone = paragraph === null && LONE_TAG.test(text);
    if (fence !== null || html !== undefined || lone || isHeading(text) || isBreak(rest)) {
      closeDownTo(reading, matched);
      closeLeaf(reading);
      const marks = fence?.[1] ?? fence?.[2];
      if (marks !== undefined) reading.leaf = { kind: "fence", mark: marks[0]!, length: marks.length };
      else if (html !== undefined || lone) readHtml(reading, html?.[1] ?? null, text);
      return;
    }
  }
  if (paragraph !== null && !unfinished && indent <= 3 && /^(?:=+|-+) *$/.test(text)) {
    closeLeaf(reading);
    return;
  }
  // A paragraph goes on behind a quote mark or an indentation that its next line leaves away.
  if (paragraph !== null && !blank) {
    paragraph.lines.push(rest);
    return;
  }
  if (unfinished) closeDownTo(reading, matched);
  if (blank) closeLeaf(reading);
  if (blank || indent > 3) return;
  reading.leaf = {
    kind: "paragraph",
    lines: [rest],
    top: reading.containers.length === 0 && !reading.enclosed,
  };
}

function closeDownTo(reading: Reading, depth: number): void {
  if (reading.containers.length === depth && reading.leaf?.kind !== "paragraph") return;
  closeLeaf(reading);
  reading.containers.length = depth;
}

function closeLeaf(reading: Reading): void {
  const { leaf } = reading;
  reading.leaf = null;
  if (leaf?.kind !== "paragraph") return;
  const { lines, certain } = plainLinesOf(leaf.lines, leaf.top ? reading.depths : tagDepths());
  if (leaf.top) reading.found.push(...lines);
  if (!certain) reading.unsure = true;
}

function isHeading(text: string): boolean {
  return /^#{1,6}(?: |$)/.test(text);
}

/** A line of three or more of one mark. */
function isBreak(line: string): boolean {
  const marks = line.replaceAll(" ", "");
  return indentOf(line) <= 3 && /^(?:\*{3,}|-{3,}|_{3,})$/.test(marks);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Tabs stop at every fourth column, as Markdown counts them. */
function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  for (const piece of line.split(/(\t)/)) {
    expanded += piece === "\t" ? " ".repeat(4 - (expanded.length % 4)) : piece;
  }
  return expanded;
}
