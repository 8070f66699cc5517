/**
 * Where a line of an issue stands in GitHub's Markdown: fence, quote, `<pre>`, comment, heading, table.
 * A line scanner with explicit state; it looks at each character a bounded number of times.
 */

/** Which heading of the bug form (or its likes) a line stands under. */
type Section = "" | "checklist" | "description" | "reproduction" | "environment" | "motivation";

/** A line with its Markdown markup taken off. */
export interface BlockLine {
  /** Behind quotes and fence marks; indentation is kept. */
  text: string;
  /** Inside a fence, a `<pre>` or a multi-line code span: nothing is markup there. */
  code: boolean;
  /** The fence's info word, lower case ("python", "mermaid"); "" where none is given. */
  language: string;
  section: Section;
  /** Changes whenever a fence opens or closes: what is open before ends there. */
  block: number;
  heading: boolean;
  /** A row of a Markdown table. */
  table: boolean;
  /** A task of a checklist ("- [x] 1. I have searched …"). */
  task: boolean;
  /** Nothing a reader sees: a comment, a fence mark, an empty row. */
  hidden: boolean;
}

export interface BlockState {
  fenceMark: number;
  fenceLength: number;
  /** Columns the opening mark is indented by: so much white space is no part of the lines inside. */
  fenceIndent: number;
  language: string;
  section: Section;
  block: number;
  comment: boolean;
  pre: boolean;
  /** A single back-tick opened on an earlier line of this paragraph. */
  span: boolean;
}

export function newBlockState(): BlockState {
  return {
    fenceMark: 0,
    fenceLength: 0,
    fenceIndent: 0,
    language: "",
    section: "",
    block: 0,
    comment: false,
    pre: false,
    span: false,
  };
}

const SECTIONS: [string, Section][] = [
  ["checklist", "checklist"],
  ["describe the bug", "description"],
  ["description", "description"],
  ["reproduction", "reproduction"],
  ["reproduce", "reproduction"],
  ["to reproduce", "reproduction"],
  ["environment", "environment"],
  ["motivation", "motivation"],
  ["related resources", "motivation"],
];

function sectionOf(heading: string): Section | null {
  const words = heading.toLowerCase();
  for (const [word, section] of SECTIONS) if (words.startsWith(word)) return section;
  return null;
}

/** The form's own headings end an unclosed fence: people forget the closing mark, not the heading. */
const FORM_HEADING =
  /^ {0,3}#{2,3} {1,3}(Checklist|Describe the bug|Reproduction|Environment|Motivation|Related resources)\s{0,8}$/;

function leadingSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1;
  return at;
}

/** Length of the run of `code` at `at`. */
function run(text: string, at: number, code: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) === code) end += 1;
  return end - at;
}

/** Takes the marks of block quotes off the front. */
function unquote(text: string): string {
  let at = 0;
  for (;;) {
    const probe = leadingSpaces(text, at);
    if (probe - at > 3 || text.charCodeAt(probe) !== 62) break;
    at = probe + 1;
    if (text.charCodeAt(at) === 32) at += 1;
  }
  return at === 0 ? text : text.slice(at);
}

function openFence(state: BlockState, text: string, at: number, length: number, out: BlockLine): void {
  state.fenceMark = text.charCodeAt(at);
  state.fenceLength = length;
  state.fenceIndent = at;
  state.block += 1;
  const info = text.slice(at + length).trim();
  // "```RuntimeError: …": the fence opens on the error's own line; an info string is one word.
  const isText = info.includes(" ") || info.includes(":");
  state.language = isText ? "" : info.toLowerCase();
  out.block = state.block;
  out.code = true;
  out.language = state.language;
  out.text = isText ? text.slice(at + length) : "";
  out.hidden = !isText;
}

function closeFence(state: BlockState): void {
  state.fenceMark = 0;
  state.language = "";
  state.block += 1;
}

/** Languages of drawings: the words in them are labels. */
const DRAWINGS = new Set(["mermaid", "plantuml", "dot", "graphviz"]);

/** Does a reader of the issue see the lines as text: no comment, no drawing? */
export function showsText(state: BlockState): boolean {
  return !state.comment && !DRAWINGS.has(state.language);
}

function readCode(state: BlockState, text: string, out: BlockLine): void {
  out.code = true;
  out.language = state.language;
  const at = leadingSpaces(text, 0);
  out.text = text.slice(Math.min(at, state.fenceIndent));
  out.hidden = DRAWINGS.has(state.language);
  if (text.charCodeAt(at) === state.fenceMark) {
    const length = run(text, at, state.fenceMark);
    if (length >= state.fenceLength && leadingSpaces(text, at + length) === text.length) {
      out.hidden = true;
      out.text = "";
      closeFence(state);
      return;
    }
  }
  // "… 'embed_tokens.weight'```": GitHub leaves such a fence open, its writer meant it closed.
  if (state.fenceMark === 96 && text.endsWith("```") && text.length > state.fenceLength) {
    const cut = text.length - 3;
    if (text.charCodeAt(cut - 1) !== 96 && text.indexOf("```") === cut) {
      out.text = text.slice(Math.min(at, state.fenceIndent), cut);
      closeFence(state);
    }
  }
}

/** Reads HTML comments and `<pre>`; true when the line is nothing else. */
function readHtml(state: BlockState, text: string, out: BlockLine): boolean {
  if (state.comment) {
    const end = text.indexOf("-->");
    if (end !== -1) state.comment = false;
    out.hidden = true;
    return true;
  }
  const at = leadingSpaces(text, 0);
  if (text.startsWith("<!--", at)) {
    out.hidden = true;
    state.comment = !text.includes("-->", at + 4);
    return true;
  }
  return false;
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

function readPre(state: BlockState, out: BlockLine): void {
  const open = out.text.indexOf("<pre");
  if (!state.pre && open !== -1) {
    const end = out.text.indexOf(">", open);
    state.pre = true;
    state.block += 1;
    out.block = state.block;
    out.text = end === -1 ? "" : out.text.slice(end + 1);
    if (out.text.startsWith("<code>")) out.text = out.text.slice(6);
  }
  if (!state.pre) return;
  out.code = true;
  const close = out.text.indexOf("</pre>");
  if (close !== -1) {
    out.text = out.text.slice(0, close);
    if (out.text.endsWith("</code>")) out.text = out.text.slice(0, -7);
    state.pre = false;
    state.block += 1;
  }
  if (out.text.includes("&"))
    out.text = out.text.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? _);
}

function readProse(state: BlockState, out: BlockLine): void {
  const text = out.text;
  const at = leadingSpaces(text, 0);
  const first = text.charCodeAt(at);
  if (first === 35 && at < 4) {
    const level = run(text, at, 35);
    if (level <= 6 && text.charCodeAt(at + level) === 32) {
      const heading = text.slice(at + level).trim();
      // Form headings are of level 3; a report's own sub-headings leave the section as it is.
      const section = sectionOf(heading.replace(/^\d{1,2}\. ?/, ""));
      if (section !== null) state.section = section;
      out.section = state.section;
      out.heading = true;
      state.span = false;
      state.block += 1;
      out.block = state.block;
      return;
    }
  }
  if (first === 124) out.table = text.indexOf("|", at + 1) !== -1;
  if (first === 45 || first === 42) {
    const box = leadingSpaces(text, at + 1);
    if (text.charCodeAt(box) === 91 && text.charCodeAt(box + 2) === 93) out.task = true;
  }
}

/** Reads the next line (without its line end) and moves the state on. */
export function readBlockLine(state: BlockState, line: string): BlockLine {
  const out: BlockLine = {
    text: line,
    code: false,
    language: "",
    section: state.section,
    block: state.block,
    heading: false,
    table: false,
    task: false,
    hidden: false,
  };
  if (state.fenceMark !== 0) {
    if (!FORM_HEADING.test(line)) {
      readCode(state, line.startsWith(">") ? unquoteFenceEnd(state, line) : line, out);
      return out;
    }
    closeFence(state);
    out.block = state.block;
  }
  if (!state.pre && readHtml(state, line, out)) return out;
  out.text = unquote(line);
  const at = leadingSpaces(out.text, 0);
  const first = out.text.charCodeAt(at);
  if (!state.pre && (first === 96 || first === 126)) {
    const length = run(out.text, at, first);
    const closesItself = first === 96 && out.text.indexOf("`", at + length) !== -1;
    if (length >= 3 && !closesItself) {
      openFence(state, out.text, at, length, out);
      return out;
    }
  }
  readPre(state, out);
  if (out.code) return out;
  readProse(state, out);
  if (!out.heading) readInlineFence(state, out);
  return out;
}

/** Inside a quoted fence the closing mark is quoted too. */
function unquoteFenceEnd(state: BlockState, line: string): string {
  const inner = unquote(line);
  const at = leadingSpaces(inner, 0);
  return inner.charCodeAt(at) === state.fenceMark && run(inner, at, state.fenceMark) >= state.fenceLength
    ? inner
    : line;
}

/** "Got this error: ```RuntimeError: …" opens what its writer takes for a fence in mid-line. */
function readInlineFence(state: BlockState, out: BlockLine): void {
  const open = out.text.indexOf("```");
  if (open === -1 || out.text.indexOf("```", open + 3) !== -1) return;
  const rest = out.text.slice(open + 3).trim();
  if (rest === "" || rest.startsWith("`")) return;
  state.fenceMark = 96;
  state.fenceLength = 3;
  state.fenceIndent = 0;
  state.language = "";
}
