/**
 * Python tracebacks: plain, chained, in exception groups, IPython's layout, faulthandler's dumps;
 * with a header, in mid-line, without one, and without a last line. One open trace per writer,
 * so that ranks which interleave do not mix; each line is looked at once.
 */
import { isUnprefixed } from "./broken.ts";
import { isErrorName, readClassAt } from "./class-name.ts";
import type { Finding, ReadLine } from "./finding.ts";
import { MAX_FRAMES } from "./finding.ts";
import { isCaretLine, readFileLine, readIpythonFrame } from "./frames.ts";
import type { Frame } from "./report.ts";
import type { ReversedState } from "./reversed.ts";
import { newReversedState, readReversed } from "./reversed.ts";

interface OpenTrace {
  kind: "python" | "ipython" | "fault";
  frames: Frame[];
  /** Indentation of the latest `File` line; the last line of the trace stands left of it. */
  fileIndent: number;
  /** The next line may be the source that Python echoes. */
  sourceDue: boolean;
  /** Its `File` lines carry a log stamp, so its last line does, too. */
  stamped: boolean;
  /** A `File` line that the terminal broke before its line number; "" where none is open. */
  broken: string;
  /** The latest `File` line fills the terminal: its function's name may end on the next line. */
  full: boolean;
  /** So does its source line. */
  sourceFull: boolean;
  /** Time of the record that the trace stands in: its first line carries it. */
  time: string;
  /** Lines since the last one that belonged to the trace. */
  strangers: number;
  /** The line of the latest `raise` or `assert`, for a trace whose last line is missing. */
  sourceLine: ReadLine | null;
  follows: Finding | null;
  /** faulthandler: the finding already made, and whether frames are being taken. */
  finding: Finding | null;
  taking: boolean;
}

export interface TraceState {
  open: Map<string, OpenTrace>;
  /** The trace that a line without a rank's mark continues, by group. */
  current: Map<string, string>;
  /** The latest finding of a writer, for "During handling of the above exception". */
  last: Map<string, Finding>;
  /** Set between the sentence that chains two traces and the second trace. */
  chained: Map<string, Finding>;
  reversed: ReversedState;
}

/** Writers whose traces are open at once; more are no real log, and memory stays bounded. */
const MAX_OPEN = 64;
/** Foreign lines inside a trace before it counts as cut off. */
const MAX_STRANGERS = 12;

export function newTraceState(): TraceState {
  return {
    open: new Map(),
    current: new Map(),
    last: new Map(),
    chained: new Map(),
    reversed: newReversedState(),
  };
}

function keyOf(state: TraceState, line: ReadLine): string {
  if (line.rank !== "") return `${line.group}|${line.rank}`;
  return state.current.get(line.group) ?? `${line.group}|`;
}

function openTrace(state: TraceState, key: string, line: ReadLine, kind: OpenTrace["kind"]): OpenTrace {
  if (state.open.size >= MAX_OPEN && !state.open.has(key)) {
    const oldest = state.open.keys().next().value;
    if (oldest !== undefined) state.open.delete(oldest);
  }
  const trace: OpenTrace = {
    kind,
    frames: [],
    fileIndent: Number.POSITIVE_INFINITY,
    sourceDue: false,
    stamped: false,
    broken: "",
    full: false,
    sourceFull: false,
    time: line.time,
    strangers: 0,
    sourceLine: null,
    follows: state.chained.get(key) ?? null,
    finding: null,
    taking: true,
  };
  state.chained.delete(key);
  state.open.set(key, trace);
  state.current.set(line.group, key);
  return trace;
}

function finish(
  state: TraceState,
  key: string,
  trace: OpenTrace,
  line: ReadLine,
  found: { errorClass: string | null; message: string },
  shape: string,
): Finding {
  const finding: Finding = {
    line: line.raw,
    lineNumber: line.number,
    errorClass: found.errorClass,
    message: found.message,
    frames: trace.frames,
    shape,
    strength: shape === "python-traceback-cut" ? "stated" : "trace",
    role: "root",
    time: line.time || trace.time,
    code: line.code,
    table: line.table,
    environment: line.environment,
    follows: trace.follows,
  };
  state.open.delete(key);
  state.last.set(key, finding);
  return finding;
}

/** A trace without its last line says by its last `raise` or `assert` what happened. */
function cutTrace(state: TraceState, key: string, trace: OpenTrace): Finding | null {
  state.open.delete(key);
  const at = trace.sourceLine;
  if (trace.kind !== "python" || at === null || trace.frames.length === 0) return null;
  const raised = at.body.startsWith("raise ") ? readRaise(at.body) : "AssertionError";
  if (raised === null) return null;
  return finish(state, key, trace, at, { errorClass: raised, message: "" }, "python-traceback-cut");
}

function readRaise(source: string): string | null {
  const end = source.search(/[( ]/g);
  const bracket = source.indexOf("(", 6);
  const name = (bracket === -1 ? source.slice(6) : source.slice(6, bracket)).trim();
  return end !== -1 && isErrorName(name) && !name.includes(" ") ? name : null;
}

/** A line with a log stamp of its own is no part of a trace whose `File` lines have none; the other way round it may be. */
function goesWith(trace: OpenTrace, line: ReadLine): boolean {
  return trace.stamped || !line.stamped;
}

/** The last line of a trace: `Class: message`, or a class alone, left of the `File` lines. */
function readLastLine(trace: OpenTrace, line: ReadLine): { errorClass: string; message: string } | null {
  const span = readClassAt(line.body, 0, true);
  if (span === null) return null;
  const known = isErrorName(span.name);
  const colon = span.end < line.body.length;
  if (line.indent > trace.fileIndent) return null;
  if (!known) {
    // Frames show that this is a trace: a class without "Error" in its name counts when nothing else fits.
    if (trace.frames.length === 0 || !goesWith(trace, line)) return null;
    const dotted = span.name.includes(".");
    const last = span.name.charCodeAt(span.name.lastIndexOf(".") + 1);
    if (line.indent === trace.fileIndent && !(dotted && colon)) return null;
    if (!(last >= 65 && last <= 90) || !(dotted || colon)) return null;
  }
  return { errorClass: span.name, message: colon ? line.body.slice(span.end + 1).trim() : "" };
}

/** No path in real traces is longer, however many lines the terminal made of it. */
const MAX_BROKEN = 1_000;

/** A `File` line that the terminal broke before its function. */
function isBrokenFileLine(line: ReadLine, body: string, file: ReturnType<typeof readFileLine>): boolean {
  if (!line.full || !body.startsWith('File "') || body.length > MAX_BROKEN) return false;
  return file === null || file.frame.function === null;
}

/** The rest of a source line that filled the terminal. */
function takeRestOfSource(trace: OpenTrace, line: ReadLine): boolean {
  const frame = trace.frames.at(-1);
  if (!trace.sourceFull || frame === undefined || line.indent > 0 || !isUnprefixed(line)) return false;
  if (frame.source !== null) frame.source += line.body;
  trace.sourceFull = line.full;
  return true;
}

/** A function's name that goes on in the next line, because the terminal ended. */
function takeRestOfName(trace: OpenTrace, line: ReadLine): boolean {
  const frame = trace.frames.at(-1);
  if (!trace.full || !trace.sourceDue || frame === undefined || frame.function === null) return false;
  trace.full = false;
  if (line.indent > 0 || !/^\w{1,80}$/.test(line.body) || isErrorName(line.body)) return false;
  frame.function += line.body;
  return true;
}

function takePython(
  state: TraceState,
  key: string,
  trace: OpenTrace,
  line: ReadLine,
): { taken: boolean; found: Finding | null } {
  const wasBroken = trace.broken !== "";
  const body = trace.broken + line.body;
  trace.broken = "";
  const file = readFileLine(body);
  if (!wasBroken && body.startsWith('File "')) {
    trace.fileIndent = line.indent;
    trace.stamped = line.stamped;
  }
  if (isBrokenFileLine(line, body, file)) {
    trace.broken = body;
    return { taken: true, found: null };
  }
  if (file !== null) {
    if (trace.frames.length < MAX_FRAMES) trace.frames.push(file.frame);
    else trace.frames[MAX_FRAMES - 1] = file.frame;
    trace.sourceDue = true;
    trace.strangers = 0;
    trace.full = line.full;
    return { taken: true, found: null };
  }
  if (takeRestOfName(trace, line)) return { taken: true, found: null };
  const last = readLastLine(trace, line);
  if (last !== null) return { taken: true, found: finish(state, key, trace, line, last, "python-traceback") };
  if (trace.sourceDue && goesWith(trace, line)) {
    const frame = trace.frames.at(-1);
    if (frame !== undefined) frame.source = body;
    trace.sourceDue = false;
    trace.sourceFull = line.full;
    trace.strangers = 0;
    if (body.startsWith("raise ") || body.startsWith("assert ")) trace.sourceLine = line;
    return { taken: true, found: null };
  }
  if (takeRestOfSource(trace, line)) return { taken: true, found: null };
  trace.sourceFull = false;
  const marks = isCaretLine(body) || body.startsWith("[Previous line repeated");
  const source = line.indent > trace.fileIndent && goesWith(trace, line);
  if (marks || source) return { taken: true, found: null };
  trace.strangers += 1;
  if (trace.strangers > MAX_STRANGERS) return { taken: false, found: cutTrace(state, key, trace) };
  return { taken: false, found: null };
}

function takeIpython(
  state: TraceState,
  key: string,
  trace: OpenTrace,
  line: ReadLine,
): { taken: boolean; found: Finding | null } {
  const frame = line.indent === 0 ? readIpythonFrame(line.body) : null;
  if (frame !== null) {
    if (trace.frames.length < MAX_FRAMES) trace.frames.push(frame);
    return { taken: true, found: null };
  }
  if (line.indent === 0 && trace.frames.length > 0) {
    const span = readClassAt(line.body, 0);
    if (span !== null) {
      const message = line.body.slice(span.end + 1).trim();
      const found = finish(state, key, trace, line, { errorClass: span.name, message }, "ipython-traceback");
      return { taken: true, found };
    }
  }
  const source = trace.frames.at(-1);
  if (source !== undefined && line.body.startsWith("-->"))
    source.source = line.body.replace(/^-+> {0,8}\d{0,6} ?/, "");
  else if (source !== undefined && line.body.startsWith("---"))
    source.source = line.body.replace(/^-+> {0,8}\d{0,6} ?/, "");
  return { taken: true, found: null };
}

function takeFault(state: TraceState, key: string, trace: OpenTrace, line: ReadLine): boolean {
  const body = line.body;
  if (body.endsWith("(most recent call first):")) {
    // Without a "Current thread" nothing says which thread failed: the first one shown mostly waits for a lock.
    trace.taking = body.startsWith("Current thread");
    if (trace.taking) trace.frames.length = 0;
    return true;
  }
  const file = readFileLine(body);
  if (file !== null) {
    if (trace.taking && trace.frames.length < MAX_FRAMES) trace.frames.unshift(file.frame);
    return true;
  }
  trace.strangers += 1;
  if (trace.strangers > MAX_STRANGERS) state.open.delete(key);
  return false;
}

const HEADER = "Traceback (most recent call last)";

/** True for a line that can only belong to a Python trace. */
export function isTraceLine(body: string): boolean {
  return body.includes(HEADER) || body.startsWith('File "');
}

/**
 * Reads the next line. `taken`: the line belongs to a trace and no other reader needs to see it.
 * `found`: the error whose trace ends here (its line is not always this one: a cut trace shows itself late).
 */
export function readTraceLine(state: TraceState, line: ReadLine): { taken: boolean; found: Finding | null } {
  const key = keyOf(state, line);
  const body = line.body;
  const header = body.length >= HEADER.length && body.includes(HEADER);
  const reversed = readReversed(state.reversed, line, header);
  if (reversed !== null) {
    state.open.delete(key);
    return { taken: true, found: reversed };
  }
  if (header) {
    const open = state.open.get(key);
    const found = open === undefined ? null : cutTrace(state, key, open);
    openTrace(state, key, line, /^[\w.]{1,160} {4,400}Traceback/.test(body) ? "ipython" : "python");
    return { taken: true, found };
  }
  if (
    body.startsWith("During handling of the above") ||
    body.startsWith("The above exception was the direct cause")
  ) {
    const last = state.last.get(key);
    if (last !== undefined) state.chained.set(key, last);
    const open = state.open.get(key);
    return { taken: true, found: open === undefined ? null : cutTrace(state, key, open) };
  }
  const trace = state.open.get(key);
  if (trace === undefined) {
    const file = readFileLine(body);
    if (file === null || file.fault) return { taken: false, found: null };
    return takePython(state, key, openTrace(state, key, line, "python"), line);
  }
  if (body === "") return { taken: false, found: null };
  if (trace.kind === "fault") return { taken: takeFault(state, key, trace, line), found: null };
  if (trace.kind === "ipython") return takeIpython(state, key, trace, line);
  return takePython(state, key, trace, line);
}

/** `Fatal Python error: Aborted` was read as `finding`: the thread dumps below give its frames. */
export function expectThreads(state: TraceState, line: ReadLine, finding: Finding): void {
  const trace = openTrace(state, keyOf(state, line), line, "fault");
  trace.frames = finding.frames;
  trace.finding = finding;
}

/** A fence or the part ends: traces still open have lost their last line. */
export function endTraces(state: TraceState): Finding[] {
  const cut: Finding[] = [];
  for (const [key, trace] of [...state.open]) {
    const found = cutTrace(state, key, trace);
    if (found !== null) cut.push(found);
  }
  state.current.clear();
  state.chained.clear();
  state.reversed = newReversedState();
  return cut;
}
