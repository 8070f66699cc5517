/** Lines that are errors by themselves, whatever stands above; and the message that may go on below. */
import {
  announcedReader,
  classInsideReader,
  classLineReader,
  failureReader,
  levelReader,
  toolReader,
} from "./bare.ts";
import { ignoredImportReader, isBoilerplate } from "./boilerplate.ts";
import type { Finding, LineReader, Reading, ReadLine } from "./finding.ts";
import { MAX_MESSAGE_CHARS } from "./finding.ts";
import { httpReader, readHttpBody } from "./http.ts";
import { interpreterReader } from "./interpreter.ts";
import { finishMessage } from "./message.ts";
import { glogReader, nativeReader, readPanic } from "./native.ts";
import { judgeBody, type OpenBody, openBody } from "./pretty-body.ts";
import { quotedAssertReader, quotedReader, rustQuoteReader, statusReader } from "./quoted.ts";
import type { Frame } from "./report.ts";
import type { ScanState } from "./scan-state.ts";
import { isSuspect } from "./suspect.ts";
import { expectThreads } from "./traceback.ts";

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

/**
 * Asks the readers of single lines.
 *
 * @param source the latest `assert …` or `raise …` above
 * @returns whether one of them knows the line
 */
export function readAlone(state: ScanState, line: ReadLine, source: string | null): boolean {
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
export function endBody(state: ScanState, body: OpenBody, line: ReadLine): void {
  const reading = judgeBody(body, line);
  if (reading === "open") return;
  state.body = null;
  const finding = reading === null ? null : toFinding(body.line, reading);
  if (finding !== null) keep(state, finding, false, body.line);
}

/** The line below "thread '…' panicked at …" is the message. */
export function endPanic(state: ScanState, place: Frame, line: ReadLine): void {
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

export function keep(state: ScanState, finding: Finding, continues: boolean, line: ReadLine): void {
  if (finding.message.length > MAX_MESSAGE_CHARS)
    finding.message = finding.message.slice(0, MAX_MESSAGE_CHARS);
  openMessage(finding);
  state.findings.push(finding);
  closeMessage(state, line.group);
  if ((continues || line.full) && finding.lineNumber === line.number) {
    state.messages.set(line.group, {
      finding,
      lines: [finding.message],
      chars: finding.message.length,
      gap: false,
      full: line.full,
      above: line.shown,
      single: !continues,
    });
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

/** The message that a writer's lines could still go on with has ended. */
export function closeMessage(state: ScanState, group: string): void {
  const message = state.messages.get(group);
  if (message === undefined) return;
  state.messages.delete(group);
  finishMessage(message);
  // The terminal may have broken a body, which is whole only now.
  openMessage(message.finding);
}
