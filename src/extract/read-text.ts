/**
 * The road of a text's lines. Bytes come in, whole or in pieces; the gate says who wants a line; what nobody
 * wants is passed over without a string being made of it. The result does not depend on how the bytes are cut.
 */
import { showsText } from "./blocks.ts";
import type { EnvironmentReading } from "./environment.ts";
import { endEnvironmentText, isReadingCommand, readEnvironmentLine } from "./environment.ts";
import { speaksOfMachine } from "./environment-words.ts";
import type { Finding } from "./finding.ts";
import { makeGate, mayAnnounce, opensHeading, WANTS } from "./gate.ts";
import { isBlank, type NeedleFinder } from "./needles.ts";
import type { ScanState } from "./scan-state.ts";
import { isCalm, newScanState, passLine } from "./scan-state.ts";
import { endScan, scanLine, takeSettled } from "./scanner.ts";
import { mayFillTerminal } from "./width.ts";

/** Somebody who wants to see the lines in which one of some phrases stands, beside the readers. */
export interface LineWatcher {
  /** Words with single spaces for any white space, ASCII, the first one of at least three characters. */
  phrases: readonly string[];
  /** @param lineNumber counted from 1 within the part */
  see(line: string, part: string, lineNumber: number): void;
}

export interface TextReading {
  part: string;
  /** Null as long as the text is too short to be worth one. */
  gate: NeedleFinder | null;
  scan: ScanState;
  environment: EnvironmentReading;
  watcher: LineWatcher;
  /** Takes in a finding that is complete. */
  take: (finding: Finding) => void;
  /** Something else than white space stands in the text. */
  hasText: boolean;
  /** The beginning of a line whose end has not come yet. */
  rest: Buffer;
  /** `rest` is as long as a line may be: what follows up to the next line end is left out. */
  cut: boolean;
  /** How many bytes have been read. */
  read: number;
}

/** Making a gate takes as long as reading some hundred kilobytes without one; a text of this length may need none. */
export const SHORT_BYTES = 1 << 15;

/** Lines of a log that are longer are cut here, so that memory stays bounded; an issue has no such line. */
export const MAX_LINE_BYTES = 1 << 20;

const NEWLINE = 10;
const NO_REST = Buffer.alloc(0);
const LINE_END = Buffer.from("\n");
const WANTS_ENVIRONMENT = WANTS.version | WANTS.machine;
const WANTED_BY_ALL = WANTS.readers | WANTS_ENVIRONMENT | WANTS.watcher;

/** Lets every line pass. */
const NO_GATE: NeedleFinder = {
  end: 0,
  wants: WANTED_BY_ALL,
  readLine(bytes, start) {
    NO_GATE.end = bytes.indexOf(NEWLINE, start);
  },
};

/** Gates by the phrases that are watched for. */
const gates = new WeakMap<readonly string[], NeedleFinder>();

/** The gate of these phrases, made once. A text that comes later has it in front from its first line. */
export function gateFor(phrases: readonly string[]): NeedleFinder {
  const gate = gates.get(phrases) ?? makeGate(phrases);
  gates.set(phrases, gate);
  return gate;
}

export function newTextReading(
  part: string,
  environment: EnvironmentReading,
  watcher: LineWatcher,
  take: (finding: Finding) => void,
): TextReading {
  const gate = gates.get(watcher.phrases) ?? null;
  const scan = newScanState();
  return { part, gate, scan, environment, watcher, take, hasText: false, rest: NO_REST, cut: false, read: 0 };
}

/** Reads a whole text. Lines are slices of it, so that even half of a surrogate pair stays as it is. */
export function readString(reading: TextReading, text: string): void {
  const bytes = Buffer.from(`${text}\n`, "utf8");
  const isAscii = bytes.length === text.length + 1;
  readLines(reading, bytes, isAscii ? (start, end) => text.slice(start, end) : slicer(text));
  endText(reading);
}

/** Lines of a text whose characters and bytes are not the same number, found by their index. */
function slicer(text: string): SliceLine {
  let index = 0;
  let start = 0;
  return (_start, _end, wanted) => {
    for (; index < wanted; index += 1) start = text.indexOf("\n", start) + 1;
    const end = text.indexOf("\n", start);
    const line = end === -1 ? text.slice(start) : text.slice(start, end);
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  };
}

/** Reads the next bytes of a text in UTF-8, cut anywhere. */
export function readBytes(reading: TextReading, chunk: Buffer): void {
  const lastEnd = chunk.lastIndexOf(NEWLINE);
  if (lastEnd === -1) {
    keepRest(reading, chunk);
    return;
  }
  let start = 0;
  if (reading.rest.length > 0 || reading.cut) {
    start = chunk.indexOf(NEWLINE) + 1;
    keepRest(reading, chunk.subarray(0, start - 1));
    readRest(reading);
  }
  const whole = chunk.subarray(start, lastEnd + 1);
  readLines(reading, whole, (from, to) => whole.toString("utf8", from, to));
  keepRest(reading, chunk.subarray(lastEnd + 1));
}

/** The text ends: what is still open is finished. */
export function endText(reading: TextReading): void {
  if (reading.rest.length > 0) readRest(reading);
  for (const finding of endScan(reading.scan)) reading.take(finding);
  endEnvironmentText(reading.environment);
}

function keepRest(reading: TextReading, bytes: Buffer): void {
  const room = MAX_LINE_BYTES - reading.rest.length;
  reading.rest = Buffer.concat([reading.rest, bytes.subarray(0, room)]);
  reading.cut ||= bytes.length > room;
}

function readRest(reading: TextReading): void {
  const line = Buffer.concat([reading.rest, LINE_END]);
  reading.rest = NO_REST;
  reading.cut = false;
  readLines(reading, line, (start, end) => line.toString("utf8", start, end));
}

/** The characters of a line without its end, which stands at these bytes and is the text's line `index`, counted from 0. */
type SliceLine = (start: number, end: number, index: number) => string;

/** @param bytes lines, each with its end */
function readLines(reading: TextReading, bytes: Buffer, slice: SliceLine): void {
  reading.read += bytes.length;
  if (reading.read > SHORT_BYTES) reading.gate ??= gateFor(reading.watcher.phrases);
  const gate = reading.gate ?? NO_GATE;
  for (let start = 0; start < bytes.length; start = gate.end + 1) {
    gate.readLine(bytes, start, bytes.length);
    const end = bytes[gate.end - 1] === 13 && gate.end > start ? gate.end - 1 : gate.end;
    readLine(reading, gate.wants, bytes, start, end, slice);
  }
}

function readLine(
  reading: TextReading,
  found: number,
  bytes: Buffer,
  start: number,
  end: number,
  slice: SliceLine,
): void {
  const { scan, environment, watcher } = reading;
  const wants = whoWants(reading, found, bytes, start, end);
  if (wants === 0) {
    passLine(scan);
    reading.hasText ||= holdsText(bytes, start, end);
    return;
  }
  const line = slice(start, end, scan.number);
  reading.hasText ||= line.trim() !== "";
  if (wants & WANTS.readers) scanLine(scan, line);
  else passLine(scan);
  if (wants & WANTS_ENVIRONMENT) readEnvironmentLine(environment, line);
  if (wants & WANTS.watcher && showsText(scan.blocks)) watcher.see(line, reading.part, scan.number);
  for (const finding of takeSettled(scan)) reading.take(finding);
}

/** What the gate found in the line and what is open decide who wants it. */
function whoWants(reading: TextReading, found: number, bytes: Buffer, start: number, end: number): number {
  const { scan, environment } = reading;
  let wants = found;
  if (wants & WANTS.machine && !speaksOfMachine(bytes, start)) wants &= ~WANTS.machine;
  if (!isCalm(scan) || mayAnnounce(bytes, start, end) || mayFillTerminal(scan.width, end - start))
    wants |= WANTS.readers;
  if (isReadingCommand(environment)) wants |= WANTS_ENVIRONMENT;
  return opensHeading(bytes, start) ? wants | WANTS.readers | WANTS_ENVIRONMENT : wants;
}

function holdsText(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && isBlank(bytes[at])) at += 1;
  return at < end && (bytes[at]! < 128 || bytes.toString("utf8", at, end).trim() !== "");
}
