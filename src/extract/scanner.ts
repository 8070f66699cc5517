/**
 * One pass over the lines of a part: Markdown off, prefixes off, then each line to the readers.
 * All state is in `ScanState`, so that a text can come in pieces; `passLine` is for lines that no reader wants.
 */
import { readBlockLine } from "./blocks.ts";
import { isUnprefixed, joinClass, joinRest, mayBreakClass } from "./broken.ts";
import type { Finding, ReadLine } from "./finding.ts";
import { closeMessage, endBody, endPanic, keep, readAlone } from "./lone-line.ts";
import { goesOn } from "./message.ts";
import type { Prefixed } from "./prefix.ts";
import { readPrefix } from "./prefix.ts";
import type { ScanState } from "./scan-state.ts";
import { endTraces, readTraceLine } from "./traceback.ts";
import { fillsTerminal, newWidthState } from "./width.ts";

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
  // In prose only what stands behind a log's prefix or in a traceback was copied from a terminal.
  const copied = block.code || rest || !isUnprefixed(line) || state.traces.open.size > 0;
  line.full = fillsTerminal(state.width, block.text.length) && copied;
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
/** Messages open at once: as many as a node has ranks. */
const MAX_MESSAGES = 16;
/** Writers whose latest error is remembered. */
const MAX_WRITERS = 256;

/** Ends what was left open for good, so that state stays bounded and lines are passed over again. */
function endStale(state: ScanState): void {
  const { messages, traces } = state;
  for (const [group, { finding }] of messages) {
    if (state.number - finding.lineNumber <= MAX_AWAY && messages.size <= MAX_MESSAGES) break;
    closeMessage(state, group);
  }
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
  for (const group of state.messages.keys()) closeMessage(state, group);
  for (const cut of endTraces(state.traces)) state.findings.push(cut);
}

/** Findings wait until there are so many: then those that are complete are taken out. */
const MAX_WAITING = 64;

/** Findings that no later line changes, in reading order; mostly none. */
export function takeSettled(state: ScanState): Finding[] {
  if (state.findings.length < MAX_WAITING) return [];
  const open = new Set(
    [...state.traces.open.values(), ...state.messages.values()].map(({ finding }) => finding),
  );
  const first = state.findings.findIndex((finding) => open.has(finding));
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
  if (trace.found !== null) keep(state, trace.found, true, line);
  if (trace.taken) {
    if (trace.found === null) closeMessage(state, line.group);
    return true;
  }
  const message = state.messages.get(line.group);
  if (message !== undefined) {
    if (goesOn(message, line)) return true;
    closeMessage(state, line.group);
  }
  const source = state.source;
  state.source = line.code && /^(?:assert|raise) /.test(line.body) ? line.body : null;
  return readAlone(state, line, source);
}
