/**
 * The gate before the readers, for raw bytes: almost every line of a log is none of their business.
 * It may let a line pass that nobody wants; it never holds one back that somebody wants.
 * `read-text.ts` says what becomes of a line; here is what the line itself says.
 */
import { UNUSUAL_NAMES } from "./class-name.ts";
import { environmentNeedles } from "./environment-words.ts";
import { findNeedles, isBlank, isWordByte, type Needle, type NeedleFinder } from "./needles.ts";
import { SAID_IN_CHINESE, SUSPECT_WORDS } from "./suspect.ts";

/** Who wants a line. */
export const WANTS = { readers: 1, version: 2, machine: 4, watcher: 8 } as const;

/** Marks of Markdown that move the state of `blocks.ts`; headings are found by `opensHeading`. */
const BLOCK_MARKS = ["```", "~~~", "<!--", "<pre"];
/** Lines of tracebacks, and source lines that a class without a message is known by. */
const TRACE_MARKS = [
  "Traceback (most",
  'File "',
  '.py", line ',
  "During handling of",
  "The above exception",
  "raise ",
];
/** Levels that make a line an error whatever it says; "RROR" is a suspect by itself. */
const LEVELS = ["CRITICAL", "FATAL", "SEVERE"];
/** What `terminal.ts` takes out of a line or opens, so that the words in it are not those of the bytes. */
const WRAPPED = ['{"log":"', "1b[", "033["];

const DIGITS = [..."0123456789"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

/** "[31m", "[1;31m": a colour whose escape was lost. */
function isColour(bytes: Uint8Array, at: number): boolean {
  let end = at + 1;
  while (end < at + 4 && isDigit(bytes[end])) end += 1;
  return bytes[end] === 109 || bytes[end] === 59;
}

/** "E0528 06:32:54.247906": glog's stamp. */
function isGlogStamp(bytes: Uint8Array, at: number): boolean {
  const end = isDigit(bytes[at + 4]) ? at + 5 : at + 4;
  return isDigit(bytes[at + 3]) && bytes[end] === 32 && isDigit(bytes[end + 1]);
}

function readerNeedles(): Needle[] {
  const wants = WANTS.readers;
  // "[12:00:00 E]", "[…:00E]", "[…:00ZE]": a level of one letter at the end of a stamp.
  const letters = [" ", "Z", ...DIGITS].flatMap((before) => [`${before}E]`, `${before}F]`]);
  const colours = DIGITS.flatMap((a) => [...DIGITS, ";", "m"].map((b) => `[${a}${b}`));
  const stamps = DIGITS.flatMap((a) => DIGITS.flatMap((b) => [`E${a}${b}`, `F${a}${b}`]));
  const escapes = [...DIGITS, ";", "?", ...LETTERS].map((character) => `\u001b[${character}`);
  // A needle is bytes, one a character.
  const chinese = SAID_IN_CHINESE.map((words) => Buffer.from(words, "utf8").toString("latin1"));
  const words = [
    ...SUSPECT_WORDS,
    ...chinese,
    ...UNUSUAL_NAMES,
    ...TRACE_MARKS,
    ...BLOCK_MARKS,
    ...LEVELS,
    ...WRAPPED,
  ];
  return [
    ...[...words, ...escapes, ...letters].map((text): Needle => ({ text, wants })),
    ...colours.map((text): Needle => ({ text, wants, fits: isColour })),
    ...stamps.map((text): Needle => ({ text, wants, fits: isGlogStamp })),
  ];
}

/** @param phrases of a watcher: words with single spaces, ASCII, the first one of at least three characters */
export function makeGate(phrases: readonly string[]): NeedleFinder {
  return findNeedles([
    ...readerNeedles(),
    ...environmentNeedles(WANTS.version, WANTS.machine),
    ...phrases.map((text): Needle => ({ text, wants: WANTS.watcher, loose: true })),
  ]);
}

/** Does the line begin as a heading does, behind marks of quotes? Everybody wants those. */
export function opensHeading(bytes: Uint8Array, start: number): boolean {
  let at = start;
  while (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 62) at += 1;
  return bytes[at] === 35;
}

/** May the line, as prose, announce an error below it? Its last word has a colon behind it; letters of other scripts may be one. */
export function mayAnnounce(bytes: Uint8Array, start: number, end: number): boolean {
  let at = end - 1;
  while (at >= start && isBlank(bytes[at])) at -= 1;
  for (const last = at - 5; at >= start && at > last; at -= 1) {
    const byte = bytes[at]!;
    if (byte === 58 || byte >= 128) return true;
    if (isWordByte(byte)) return false;
  }
  return false;
}
