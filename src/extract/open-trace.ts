/** Traces of which the last line has not come yet: one per writer, so that ranks which interleave do not mix. */
import { isErrorName } from "./class-name.ts";
import type { Finding, ReadLine } from "./finding.ts";
import type { Frame } from "./report.ts";
import type { ReversedState } from "./reversed.ts";
import { newReversedState } from "./reversed.ts";

export interface OpenTrace {
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
export const MAX_STRANGERS = 12;

export function newTraceState(): TraceState {
  return {
    open: new Map(),
    current: new Map(),
    last: new Map(),
    chained: new Map(),
    reversed: newReversedState(),
  };
}

export function keyOf(state: TraceState, line: ReadLine): string {
  if (line.rank !== "") return `${line.group}|${line.rank}`;
  return state.current.get(line.group) ?? `${line.group}|`;
}

export function openTrace(
  state: TraceState,
  key: string,
  line: ReadLine,
  kind: OpenTrace["kind"],
): OpenTrace {
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

export function finish(
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
export function cutTrace(state: TraceState, key: string, trace: OpenTrace): Finding | null {
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
export function goesWith(trace: OpenTrace, line: ReadLine): boolean {
  return trace.stamped || !line.stamped;
}
