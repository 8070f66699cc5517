/** Errors in mid-line: which names of classes in a sentence are sightings, where their messages end, how many there are. */
import type { ClassSpan } from "./class-name.ts";
import { findClassInside, isSpecificErrorName } from "./class-name.ts";
import type { Reading, ReadLine } from "./finding.ts";

/** Words in front of a class that make it code, not an error. */
const CODE_BEFORE =
  /\b(?:raise|except|print|return|class|import|assert|catch|throw|def)\b|logger\.|f"|f'|=> /;

/** Names looked at in one line; more is a list of errors, not a report. */
const MAX_NAMES = 6;
const MAX_FURTHER = 3;

/** The message up to where the code span, the emphasis or the quotes end that opened right `before` its class. */
export function cutAtMark(message: string, before: string): string {
  const mark = before.endsWith("`") ? "`" : before.endsWith("**") ? "**" : before.endsWith('"') ? '"' : "";
  if (mark === "") return message;
  const end = mark === '"' ? message.lastIndexOf(mark) : message.indexOf(mark);
  return end > 0 ? message.slice(0, end).trim() : message;
}

/** "Exception" is a word like any other, unless marks or the words before it make it a sighting. */
const SIGHTED =
  /`$|\*\*$|(?:error|got|get|with|raise[sd]?|says?|said|throws?|gives?|following|then|another)[:：]? ?["“]?$/i;

function isCode(line: ReadLine, before: string): boolean {
  if (/[("'{<]$/.test(before) && !/[:：\s]["']$/.test(before)) return true;
  if (!line.code)
    return CODE_BEFORE.test(before) && !/(?:raise[sd]?|throws?|return)[^\w(]{1,4}$/.test(before);
  return CODE_BEFORE.test(before) || /^\s*(?:#|\/\/)/.test(before) || (!line.stamped && /\s# /.test(before));
}

/** The first name at or after `from` that stands for an error which was met. */
export function findInside(line: ReadLine, text: string, from: number): ClassSpan | null {
  let span = findClassInside(text, from);
  for (let turn = 0; span !== null && turn < MAX_NAMES; turn += 1) {
    const before = text.slice(Math.max(0, span.start - 160), span.start);
    const specific =
      line.code ||
      isSpecificErrorName(span.name) ||
      (SIGHTED.test(before) && text.charCodeAt(span.end + 1) !== 42);
    if (specific) return isCode(line, before) ? null : span;
    span = findClassInside(text, span.end + 1);
  }
  return null;
}

/** "…, later `X: …`", "… and then X: …": what stands before a further error of a sentence. */
const SEPARATED =
  /(?:[,;.，；。、`"*)]|\s(?:and|then|later|or|also|by|→|->))\W{0,4}(?:[\w']{1,12}\W{1,4}){0,5}$/;
const OWN_MARK = /(?:`|\*\*|["“])$/;
const TAIL = /(?:[,;，；]|\s(?:and|then|later|or|also|followed by|→|->))[^,;，；]{0,40}$/;

/**
 * Further errors of a sentence ("First `KeyError: 'x'`, later `RuntimeError: …`"), and where the message of the
 * one before them ends. None in code: there a second class is what the first one's message quotes.
 */
export function furtherErrors(
  line: ReadLine,
  text: string,
  from: number,
): { readings: Reading[]; cut: number } {
  const out: { readings: Reading[]; cut: number } = { readings: [], cut: text.length };
  if (line.code || line.table || line.stamped) return out;
  const spans: ClassSpan[] = [];
  let end = from;
  while (spans.length < MAX_FURTHER) {
    const span = findInside(line, text, end + 1);
    if (span === null) break;
    const between = text.slice(Math.max(end + 1, span.start - 80), span.start);
    if (between.length > 4 && (OWN_MARK.test(between) || SEPARATED.test(between))) spans.push(span);
    end = span.end;
  }
  const cuts = [...spans.map((span) => endBefore(text, span.start)), text.length];
  out.cut = cuts[0] ?? text.length;
  spans.forEach((span, index) => {
    const before = text.slice(Math.max(0, span.start - 4), span.start);
    const message = cutAtMark(text.slice(span.end + 1, cuts[index + 1]).trim(), before);
    if (message === "") return;
    out.readings.push({ errorClass: span.name, message, shape: "class-inside", strength: "mentioned" });
  });
  return out;
}

/** Where the sentence before a further error ends: at its last comma or "then", if one stands near. */
function endBefore(text: string, start: number): number {
  const from = Math.max(0, start - 60);
  const tail = TAIL.exec(text.slice(from, start));
  return tail === null ? start : from + tail.index;
}
