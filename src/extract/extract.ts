/** Issue text in, report out: title and parts are read once, their errors ranked together. */
import type { EnvironmentReading } from "./environment.ts";
import {
  concludeEnvironment,
  endEnvironmentText,
  newEnvironmentReading,
  readEnvironmentLine,
} from "./environment.ts";
import type { Finding } from "./finding.ts";
import { type Folding, foldedErrors, foldIn, newFolding } from "./fold.ts";
import { rankErrors } from "./rank.ts";
import { endText, type LineWatcher, newTextReading, readBytes, readString } from "./read-text.ts";
import type { Part, Report } from "./report.ts";
import { newScanState } from "./scan-state.ts";
import { endScan, scanLine } from "./scanner.ts";
import { readTitleSentence } from "./title.ts";

/** A report that is being read: memory is bounded, however long its parts. */
export interface ReportReading {
  title: string;
  watcher: LineWatcher;
  environment: EnvironmentReading;
  folding: Folding;
  /** A part holds something else than white space. */
  hasText: boolean;
}

const NOBODY: LineWatcher = { phrases: [], see: () => {} };

export function newReportReading(title: string, watcher: LineWatcher = NOBODY): ReportReading {
  const environment = newEnvironmentReading();
  readEnvironmentLine(environment, oneLine(title));
  endEnvironmentText(environment);
  watcher.see(title, "title", 0);
  return { title, watcher, environment, folding: newFolding(), hasText: false };
}

/** Reads the next part. Never throws, whatever the text holds; linear in its length. */
export function readPart(reading: ReportReading, part: Pick<Part, "id" | "text">): void {
  const text = openText(reading, part.id);
  readString(text, part.text);
  reading.hasText ||= text.hasText;
}

/** Reads the next part from bytes in UTF-8; the same as `readPart` on the text that they make. */
export async function readStream(
  reading: ReportReading,
  id: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const text = openText(reading, id);
  for await (const chunk of chunks) readBytes(text, chunk);
  endText(text);
  reading.hasText ||= text.hasText;
}

function openText({ environment, watcher, folding }: ReportReading, part: string) {
  return newTextReading(part, environment, watcher, (finding) => foldIn(folding, finding, part));
}

/**
 * After the last part. `line` of each error equals line `lineNumber` of its part (split at "\n", without "\r"),
 * 0 and "title" for the title.
 */
export function concludeReport(reading: ReportReading): Report {
  const { title, folding } = reading;
  for (const finding of readTitle(title, folding.count === 0)) foldIn(folding, finding, "title");
  return {
    errors: rankErrors(foldedErrors(folding), title),
    environment: concludeEnvironment(reading.environment),
  };
}

/** Reads a whole report. Never throws, whatever the strings hold; linear in their length. */
export function extractReport(input: { title: string; parts: Part[] }): Report {
  const reading = newReportReading(input.title);
  for (const part of input.parts) readPart(reading, part);
  return concludeReport(reading);
}

/** A title is one line of prose. Its findings get line number 0. */
function readTitle(title: string, alone: boolean): Finding[] {
  const text = oneLine(title);
  const state = newScanState();
  scanLine(state, text);
  const findings = endScan(state);
  const sentence = alone && findings.length === 0 ? readTitleSentence(text) : null;
  if (sentence !== null) findings.push(sentence);
  for (const finding of findings) {
    finding.lineNumber = 0;
    finding.line = title;
  }
  return findings;
}

function oneLine(title: string): string {
  return title.replace(/[\r\n]+/g, " ");
}
