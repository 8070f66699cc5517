/** Issue text in, report out: title and parts are read once, their errors ranked together. */
import { readEnvironment } from "./environment.ts";
import type { Finding } from "./finding.ts";
import type { Placed } from "./rank.ts";
import { rankFindings } from "./rank.ts";
import type { Part, Report } from "./report.ts";
import { endScan, newScanState, scanLine } from "./scanner.ts";
import { readTitleSentence } from "./title.ts";

/** Findings of one part; linear in the text. */
function readPart(text: string): Finding[] {
  const state = newScanState();
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    scanLine(state, end === -1 ? text.slice(start) : text.slice(start, end));
    if (end === -1) break;
    start = end + 1;
  }
  return endScan(state);
}

/** A title is one line of prose. Its findings get line number 0. */
function readTitle(title: string, alone: boolean): Finding[] {
  const text = title.replace(/[\r\n]+/g, " ");
  const findings = readPart(text);
  const sentence = alone && findings.length === 0 ? readTitleSentence(text) : null;
  if (sentence !== null) findings.push(sentence);
  for (const finding of findings) {
    finding.lineNumber = 0;
    finding.line = title;
  }
  return findings;
}

/**
 * Reads a whole report. Never throws, whatever the strings hold; linear in their length.
 * `line` of each error equals line `lineNumber` of its part (split at "\n", without "\r"), 0 and "title" for the title.
 */
export function extractReport(input: { title: string; parts: Part[] }): Report {
  const placed: Placed[] = [];
  for (const part of input.parts) {
    for (const finding of readPart(part.text)) placed.push({ finding, part: part.id, order: placed.length });
  }
  for (const finding of readTitle(input.title, placed.length === 0))
    placed.push({ finding, part: "title", order: placed.length });
  return {
    errors: rankFindings(placed, input.title),
    environment: readEnvironment([input.title, ...input.parts.map((part) => part.text)]),
  };
}
