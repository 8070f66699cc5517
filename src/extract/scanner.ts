/**
 * One pass over the lines of a part: Markdown off, prefixes off, then each line to the readers.
 * All state is in `ScanState`, so that a text can come in pieces; `passLine` is for lines that no reader wants.
 */
import {
  announcedReader,
  classInsideReader,
  classLineReader,
  failureReader,
  levelReader,
  toolReader,
} from "./bare.ts";
import type { BlockState } from "./blocks.ts";
import { newBlockState, readBlockLine } from "./blocks.ts";
import { ignoredImportReader, isBoilerplate } from "./boilerplate.ts";
import { isUnprefixed, joinClass, joinRest, mayBreakClass } from "./broken.ts";
import { readClassAt } from "./class-name.ts";
import type { Finding, LineReader, Reading, ReadLine } from "./finding.ts";
import { MAX_MESSAGE_CHARS } from "./finding.ts";
import { httpReader, readHttpBody } from "./http.ts";
import { interpreterReader } from "./interpreter.ts";
import type { OpenMessage } from "./message.ts";
import { finishMessage, goesOn } from "./message.ts";
import { glogReader, nativeReader, readPanic } from "./native.ts";
import type { Prefixed } from "./prefix.ts";
import { readPrefix } from "./prefix.ts";
import { judgeBody, type OpenBody, openBody } from "./pretty-body.ts";
import { quotedAssertReader, quotedReader, rustQuoteReader, statusReader } from "./quoted.ts";
import type { Frame } from "./report.ts";
import { isSuspect } from "./suspect.ts";
import type { TraceState } from "./traceback.ts";
import { endTraces, expectThreads, newTraceState, readTraceLine } from "./traceback.ts";
import type { WidthState } from "./width.ts";
import { fillsTerminal, newWidthState } from "./width.ts";

/** In order: the first reader that knows the line's shape reads it. */
const READERS: readonly LineReader[] = [
  ignoredImportReader,
  interpreterReader,
  classLineReader,
  httpReader,
  rustQuoteReader,
  nativeReader,
  classInsideReader,
  quotedAssertReader,
  glogReader,
  toolReader,
  statusReader,
  levelReader,
  failureReader,
  announcedReader,
  quotedReader,
];

export interface ScanState {
  blocks: BlockState;
  traces: TraceState;
  /** Number of the latest line that belonged to a trace. */
  traced: number;
  message: OpenMessage | null;
  block: number;
  number: number;
  /** The last line of prose announces an error. */
  announced: boolean;
  /** Where a Rust thread panicked; the next line says why. */
  panic: Frame | null;
  /** A message of an error body printed over several lines; those below say whether it is one. */
  body: OpenBody | null;
  /** The latest `assert …` or `raise …` of a trace that shows no `File` line. */
  source: string | null;
  width: WidthState;
  /** Group of the line above if that fills the terminal; null otherwise. */
  broken: string | null;
  /** The line above, if the terminal may have broken the name of a class there: it waits for its rest. */
  held: ReadLine | null;
  /** The line above, if it fills the terminal and nobody knows it: with its rest somebody may. */
  unknown: ReadLine | null;
  findings: Finding[];
}

export function newScanState(): ScanState {
  return {
    blocks: newBlockState(),
    traces: newTraceState(),
    traced: 0,
    message: null,
    block: 0,
    number: 0,
    announced: false,
    panic: null,
    body: null,
    source: null,
    width: newWidthState(),
    broken: null,
    held: null,
    unknown: null,
    findings: [],
  };
}

const ANNOUNCES = /error|exception|fail|crash|raise|throw|报错|错误|异常|失败/i;

function trimEnd(text: string): string {
  return text.trimEnd();
}

function toReadLine(raw: string, shown: string, prefixed: Prefixed, state: ScanState): ReadLine {
  const text = trimEnd(prefixed.text);
  const body = text.trimStart();
  return {
    raw,
    number: state.number,
    shown,
    text,
    body,
    indent: text.length - body.length,
    group: prefixed.group,
    rank: prefixed.rank,
    level: prefixed.level,
    stamped: prefixed.stamped,
    glog: prefixed.glog,
    time: prefixed.time,
    code: false,
    language: "",
    environment: false,
    table: false,
    block: 0,
    full: false,
    announced: state.announced,
  };
}

/**
 * Nothing is open: a line in which the gate finds nothing changes no more than `passLine` does. A class line
 * counts as open, since a traceback that is upside down begins with it.
 */
export function isCalm(state: ScanState): boolean {
  const { blocks, traces } = state;
  return (
    state.message === null &&
    traces.open.size === 0 &&
    !state.announced &&
    state.panic === null &&
    state.body === null &&
    state.source === null &&
    state.held === null &&
    state.unknown === null &&
    state.broken === null &&
    !blocks.comment &&
    !blocks.pre &&
    traces.reversed.open === null &&
    !traces.reversed.recent.some((line) => readClassAt(line.body, 0) !== null)
  );
}

/** Passes over a line that no reader wants. */
export function passLine(state: ScanState): void {
  state.number += 1;
  state.traces.reversed.recent.length = 0;
}

/** Reads the next line of a part, without its line end. */
export function scanLine(state: ScanState, raw: string): void {
  state.number += 1;
  const block = readBlockLine(state.blocks, raw);
  if (block.block !== state.block) {
    endBlock(state);
    state.block = block.block;
    state.width = newWidthState();
    state.broken = null;
  }
  if (block.hidden || block.task || block.section === "checklist") return;
  const line = toReadLine(raw, block.text, readPrefix(block.text), state);
  line.code = block.code;
  line.language = block.language;
  line.environment = block.section === "environment";
  line.table = block.table;
  line.block = block.block;
  const rest = state.broken !== null && isUnprefixed(line);
  if (rest) line.group = state.broken ?? "";
  // In prose only what stands behind a log's prefix was copied from a terminal.
  line.full = fillsTerminal(state.width, block.text.length) && (block.code || rest || !isUnprefixed(line));
  state.broken = line.full ? line.group : null;
  readHeld(state, line);
  if (!block.code && line.body !== "") {
    state.announced = /[:：]\W{0,4}$/.test(line.body.slice(-8)) && ANNOUNCES.test(line.body.slice(-300));
  } else if (block.code && line.body !== "") state.announced = false;
}

/** Reads a line, or keeps it back until the next one shows whether it makes the name of a class whole. */
function readHeld(state: ScanState, line: ReadLine): void {
  const { held } = state;
  state.held = null;
  const joined = held === null ? null : joinClass(held, line);
  if (joined !== null) {
    readLine(state, joined);
    return;
  }
  if (held !== null) readUnknown(state, held);
  if (mayBreakClass(line)) state.held = line;
  else readUnknown(state, line);
}

/** Reads a line, together with the one above if that fills the terminal and nobody knew it. */
function readUnknown(state: ScanState, line: ReadLine): void {
  const { unknown } = state;
  state.unknown = null;
  const joined = unknown === null ? null : joinRest(unknown, line);
  if (joined !== null && readAlone(state, joined, null)) return;
  if (!readLine(state, line) && line.full) state.unknown = joined ?? line;
}

/** A line that is so far away from what is still open is no part of it. */
const MAX_AWAY = 1_000;
/** Writers whose latest error is remembered. */
const MAX_WRITERS = 256;

/** Ends what was left open for good, so that state stays bounded and lines are passed over again. */
function endStale(state: ScanState): void {
  const { message, traces } = state;
  if (message !== null && state.number - message.finding.lineNumber > MAX_AWAY) closeMessage(state);
  if (traces.open.size > 0 && state.number - state.traced > MAX_AWAY)
    for (const cut of endTraces(traces)) state.findings.push(cut);
  for (const writers of [traces.last, traces.current, traces.chained])
    for (const oldest of writers.keys()) {
      if (writers.size <= MAX_WRITERS) break;
      writers.delete(oldest);
    }
}

function endBlock(state: ScanState): void {
  if (state.held !== null) readUnknown(state, state.held);
  state.held = null;
  state.unknown = null;
  state.body = null;
  closeMessage(state);
  for (const cut of endTraces(state.traces)) state.findings.push(cut);
}

/** Findings wait until there are so many: then those that are complete are taken out. */
const MAX_WAITING = 64;

/** Findings that no later line changes, in reading order; mostly none. */
export function takeSettled(state: ScanState): Finding[] {
  if (state.findings.length < MAX_WAITING) return [];
  const open = new Set([...state.traces.open.values()].map(({ finding }) => finding));
  const first = state.findings.findIndex(
    (finding) => finding === state.message?.finding || open.has(finding),
  );
  return state.findings.splice(0, first === -1 ? state.findings.length : first);
}

/** Ends the part: messages and traces that are still open are finished. The findings not taken yet. */
export function endScan(state: ScanState): Finding[] {
  endBlock(state);
  return state.findings;
}

/** Reads a line; true when it belongs to something. */
function readLine(state: ScanState, line: ReadLine): boolean {
  if (state.panic !== null && line.body !== "") {
    endPanic(state, state.panic, line);
    return true;
  }
  endStale(state);
  if (state.body !== null && line.body !== "") endBody(state, state.body, line);
  const trace = readTraceLine(state.traces, line);
  if (trace.taken) state.traced = line.number;
  if (trace.found !== null) {
    closeMessage(state);
    keep(state, trace.found, true, line);
  }
  if (trace.taken) {
    if (trace.found === null) closeMessage(state);
    return true;
  }
  if (state.message !== null && line.group === state.message.group) {
    if (goesOn(state.message, line)) return true;
    closeMessage(state);
  }
  const source = state.source;
  state.source = line.code && /^(?:assert|raise) /.test(line.body) ? line.body : null;
  return readAlone(state, line, source);
}

/**
 * Asks the readers of single lines.
 *
 * @param source the latest `assert …` or `raise …` above
 * @returns whether one of them knows the line
 */
function readAlone(state: ScanState, line: ReadLine, source: string | null): boolean {
  if (line.body === "" || (line.level !== "error" && !line.announced && !isSuspect(line.body))) return false;
  state.panic = readPanic(line.body);
  if (state.panic !== null) return true;
  for (const reader of READERS) {
    const reading = reader.read(line);
    if (reading === null) continue;
    if (isBoilerplate(line)) return true;
    const finding = toFinding(line, reading);
    if (finding === null) return true;
    // Of a class without a message only the line above says which error it is.
    const quoted = reading.source ?? (finding.message === "" ? source : null);
    if (quoted !== null) finding.frames = [{ file: "", line: null, function: null, source: quoted }];
    keep(state, finding, reading.continues === true, line);
    for (const further of reading.more ?? []) {
      const another = toFinding(line, further);
      if (another !== null) keep(state, another, false, line);
    }
    if (reading.shape === "fatal-python") expectThreads(state.traces, line, finding);
    return true;
  }
  state.body = openBody(line);
  return state.body !== null;
}

/** A line below the message of an error body may say that it is one; it is read for itself in any case. */
function endBody(state: ScanState, body: OpenBody, line: ReadLine): void {
  const reading = judgeBody(body, line);
  if (reading === "open") return;
  state.body = null;
  const finding = reading === null ? null : toFinding(body.line, reading);
  if (finding !== null) keep(state, finding, false, body.line);
}

/** The line below "thread '…' panicked at …" is the message. */
function endPanic(state: ScanState, place: Frame, line: ReadLine): void {
  state.panic = null;
  const finding = toFinding(line, {
    errorClass: null,
    message: line.body,
    shape: "rust-panic",
    strength: "trace",
  });
  if (finding === null) return;
  finding.frames = [place];
  keep(state, finding, true, line);
}

function toFinding(line: ReadLine, reading: Reading): Finding | null {
  // The Environment section is full of words of failure; only a named exception counts there.
  if (line.environment && reading.strength === "stated") return null;
  return {
    line: line.raw,
    lineNumber: line.number,
    errorClass: reading.errorClass,
    message: reading.message,
    frames: [],
    shape: reading.shape,
    strength: reading.strength,
    role: reading.role ?? "root",
    time: line.time,
    code: line.code,
    table: line.table,
    environment: line.environment,
    follows: null,
  };
}

function keep(state: ScanState, finding: Finding, continues: boolean, line: ReadLine): void {
  if (finding.message.length > MAX_MESSAGE_CHARS)
    finding.message = finding.message.slice(0, MAX_MESSAGE_CHARS);
  openMessage(finding);
  state.findings.push(finding);
  closeMessage(state);
  if ((continues || line.full) && finding.lineNumber === line.number) {
    state.message = {
      finding,
      lines: [finding.message],
      chars: finding.message.length,
      group: line.group,
      gap: false,
      full: line.full,
      above: line.shown,
      single: !continues,
    };
  }
}

/** Of an error body that came over HTTP the inner message counts. */
function openMessage(finding: Finding): void {
  if (finding.shape === "http-body") return;
  const body = readHttpBody(finding.message);
  if (body === null) return;
  finding.message = body.message;
  finding.shape = "http-body";
}

function closeMessage(state: ScanState): void {
  const { message } = state;
  state.message = null;
  if (message === null) return;
  finishMessage(message);
  // The terminal may have broken a body, which is whole only now.
  openMessage(message.finding);
}
