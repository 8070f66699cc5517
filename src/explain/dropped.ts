/** Lines that looked like errors and were none: what to look at when a report is said to show nothing. */
import { DROPPED, isStartupNoise } from "../extract/boilerplate.ts";
import type { Part } from "../extract/report.ts";
import { isSuspect } from "../extract/suspect.ts";

export interface DroppedLine {
  part: string;
  lineNumber: number;
  line: string;
  why: string;
}

const MAX_LINES = 10;

/** The first lines that the gate before the readers let through, at most ten. Linear in the text. */
export function droppedLines(parts: Part[]): DroppedLine[] {
  const found: DroppedLine[] = [];
  for (const { id, text } of parts) {
    let lineNumber = 0;
    for (const raw of text.split("\n")) {
      lineNumber += 1;
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (!isSuspect(line)) continue;
      found.push({ part: id, lineNumber, line, why: whyDropped(line) });
      if (found.length === MAX_LINES) return found;
    }
  }
  return found;
}

function whyDropped(line: string): string {
  const row = DROPPED.find(({ text, start }) => (start ? line.startsWith(text) : line.includes(text)));
  if (row !== undefined) return `boilerplate: ${row.why}`;
  if (isStartupNoise(line)) return "boilerplate: an optional module that SGLang tries at start";
  return "has a word of failure, but not the shape of an error";
}
