/** Messages of several lines: which lines go on with one, and how they are joined. */
import { peel } from "./bare.ts";
import { isBoilerplate } from "./boilerplate.ts";
import { endsInSpace, isUnprefixed } from "./broken.ts";
import { readClassAt } from "./class-name.ts";
import type { Finding, ReadLine } from "./finding.ts";
import { MAX_MESSAGE_CHARS, MAX_MESSAGE_LINES } from "./finding.ts";
import { nativeReader } from "./native.ts";
import { isSuspect } from "./suspect.ts";
import { isTraceLine } from "./traceback.ts";
import { isUsualWidth } from "./width.ts";

/** A message that following lines may go on with. */
export interface OpenMessage {
  finding: Finding;
  lines: string[];
  chars: number;
  /** An empty line stood after the last one: the message goes on only if it asked for more. */
  gap: boolean;
  /** The last line fills the terminal. */
  full: boolean;
  /** The last line, behind markup. */
  above: string;
  /** It has one line: only what the terminal broke off goes on with it. */
  single: boolean;
}

/** Starts of lines that belong to what comes after an error, not to its message. */
const ENDS_MESSAGE =
  /^(?:\+-|"""|Killed|Aborted|Process |Exception |terminate called|frame #|Fatal |\*\*\*|---|===|\w+ init state|from user code|Set TORCH_LOGS|curl: |root@|\$ |>>> )/;

/** In prose, a new item, heading, image or tag begins something else. */
const NEW_PROSE = /^(?:#{1,6} |[-*] |\d{1,3}\. |!\[|<)/;

/** A native failure or a tool's "ERROR: " is no part of the message above it. */
function startsAnother(line: ReadLine): boolean {
  if (line.indent > 0 || !isSuspect(line.body)) return false;
  if (line.body.startsWith("ERROR: ")) return true;
  const native = nativeReader.read(line);
  if (native === null || isBoilerplate(line)) return false;
  return native.strength === "trace" || native.shape === "compiler" || native.shape === "linker";
}

/** huggingface_hub: "404 Client Error. (Request ID: Root=1-…)"; what was not found stands in the next paragraph. */
const REQUEST_ID = /\(Request ID: [^()\n]{0,160}\)$/;

/**
 * A message of several paragraphs: its class stands alone on the first line (sgl_kernel's "Could not load …"),
 * or its last line announces more.
 */
function asksForMore(open: OpenMessage): boolean {
  if (open.gap) return false;
  const last = open.lines.at(-1) ?? "";
  return (open.lines[0] === "" && open.lines.length > 1) || /[:!]$/.test(last) || REQUEST_ID.test(last);
}

/** "ImportError:" with nothing behind it: the message stands below, behind a stamp of its own if every line has one. */
function awaitsMessage({ lines, finding }: OpenMessage): boolean {
  return lines.length === 1 && lines[0] === "" && /:\s*$/.test(finding.line.slice(-8));
}

function ends(open: OpenMessage, line: ReadLine): boolean {
  return (
    line.body === "" ||
    (line.stamped && !awaitsMessage(open)) ||
    line.table ||
    open.finding.code !== line.code ||
    open.lines.length + (open.gap ? 1 : 0) >= MAX_MESSAGE_LINES ||
    open.chars + line.text.length + 2 > MAX_MESSAGE_CHARS ||
    ENDS_MESSAGE.test(line.body) ||
    isTraceLine(line.body) ||
    (line.indent === 0 && readClassAt(peel(line.body), 0) !== null) ||
    (!line.code && !isRest(open, line) && NEW_PROSE.test(line.body)) ||
    startsAnother(line)
  );
}

/** True when the line (of the same writer) goes on with the message: it is taken, no reader needs to see it. */
export function goesOn(open: OpenMessage, line: ReadLine): boolean {
  if (
    line.body === "" &&
    open.finding.code === line.code &&
    (line.code || isRequest(open)) &&
    asksForMore(open)
  ) {
    open.gap = true;
    return true;
  }
  if ((open.single && !isRest(open, line)) || ends(open, line)) return false;
  open.chars += line.text.length + (open.gap ? 2 : 1);
  if (isBroken(open, line)) open.lines.push((open.lines.pop() ?? "") + line.body);
  else if (open.gap) open.lines.push("", line.text);
  else open.lines.push(line.text);
  open.gap = false;
  open.full = line.full;
  open.above = line.shown;
  return true;
}

function isRequest(open: OpenMessage): boolean {
  return REQUEST_ID.test(open.lines.at(-1) ?? "");
}

function isRest(open: OpenMessage, line: ReadLine): boolean {
  return open.full && !open.gap && line.indent <= 1 && isUnprefixed(line);
}

/**
 * Does the line go on where the terminal broke the one before, in mid-word? A capital begins a sentence, unless the line before is
 * just as wide as terminals are and ends in a word.
 */
function isBroken(open: OpenMessage, line: ReadLine): boolean {
  if (!isRest(open, line) || line.indent > 0) return false;
  const before = open.above;
  if (endsInSpace(before)) return false;
  return !/^[A-Z]/.test(line.body) || (isUsualWidth(before.length) && /\w$/.test(before));
}

/** The code span that a line's last back-tick closes was opened before the message. */
function withoutOddTick(message: string): string {
  if (!message.endsWith("`")) return message;
  let ticks = 0;
  for (let at = message.indexOf("`"); at !== -1; at = message.indexOf("`", at + 1)) ticks += 1;
  return ticks % 2 === 1 ? message.slice(0, -1).trimEnd() : message;
}

/** Gives the finding its whole message. */
export function finishMessage(open: OpenMessage): void {
  open.finding.message = withoutOddTick(open.lines.join("\n").trim());
}
