/**
 * Lines that a terminal broke at its edge. The rest of such a line has no prefix of its own: it belongs to the
 * writer of the line it goes on with, and the name of a class may stand on both.
 */
import { isErrorName, readClassAt } from "./class-name.ts";
import type { ReadLine } from "./finding.ts";

/** Nothing was taken off the line: no prefix, no Markdown. */
export function isUnprefixed(line: ReadLine): boolean {
  return line.group === "" && !line.stamped && line.body === line.raw.trim();
}

/** A line that fills the terminal and, behind its prefixes, is nothing but (the beginning of) a class's name. */
export function mayBreakClass(line: ReadLine): boolean {
  return line.full && line.body !== line.raw && /^[A-Za-z_][\w.]{2,160}$/.test(line.body);
}

/** Both lines as one, where they make the name of a class whole; null where they do not. */
export function joinClass(first: ReadLine, rest: ReadLine): ReadLine | null {
  if (rest.indent > 0 || rest.group !== first.group || rest.body !== rest.raw.trim()) return null;
  const body = first.body + rest.body;
  const span = readClassAt(body, 0);
  if (span === null || span.end < first.body.length || !isErrorName(span.name)) return null;
  return { ...first, text: first.text + rest.text, body, full: rest.full && !/\s$/.test(rest.raw) };
}
