/**
 * Lines that a terminal broke at its edge. The rest of such a line has no prefix of its own: it belongs to the
 * writer of the line it goes on with, and the name of a class may stand on both.
 */
import { isErrorName, readClassAt } from "./class-name.ts";
import type { ReadLine } from "./finding.ts";
import { isUsualWidth } from "./width.ts";

/** Longer than any message that a terminal breaks. */
const MAX_JOINED = 4_000;

/** No prefix stands before the line: it may be the rest of the one above. */
export function isUnprefixed(line: ReadLine): boolean {
  return line.body === line.shown.trim();
}

/** A terminal that breaks between two words leaves the space at the end of a line or in front of the next one. */
export function endsInSpace(shown: string): boolean {
  return !/\S$/.test(shown);
}

/** A line that fills the terminal and, behind its prefixes, is nothing but (the beginning of) a class's name. */
export function mayBreakClass(line: ReadLine): boolean {
  return line.full && /^[A-Za-z_][\w.]{2,160}$/.test(line.body);
}

/** Both lines as one, where they make the name of a class whole; null where they do not. */
export function joinClass(first: ReadLine, rest: ReadLine): ReadLine | null {
  if (rest.indent > 0 || rest.group !== first.group || !isUnprefixed(rest)) return null;
  const body = first.body + rest.body;
  const span = readClassAt(body, 0);
  if (span === null || span.end < first.body.length || !isErrorName(span.name)) return null;
  return { ...first, text: first.text + rest.text, body, full: rest.full, shown: rest.shown };
}

/** A line that fills the terminal and the rest of it as one line; null where the second is no rest. */
export function joinRest(first: ReadLine, rest: ReadLine): ReadLine | null {
  if (rest.indent > 1 || rest.body === "" || rest.group !== first.group || !isUnprefixed(rest)) return null;
  // Lines of statistics are often of one length: only what is as wide as terminals are was broken by one.
  if (!isUsualWidth(first.shown.length)) return null;
  // The border of a drawn box ends a line; a class begins one.
  if (/[│┃|]$/.test(first.shown) || readClassAt(rest.body, 0) !== null) return null;
  const space = endsInSpace(first.shown) ? " " : "";
  const text = first.text + space + rest.text;
  if (text.length > MAX_JOINED) return null;
  return { ...first, text, body: text.trimStart(), full: rest.full, shown: rest.shown };
}
