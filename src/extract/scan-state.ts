/** What is open between two lines of a part. */
import type { BlockState } from "./blocks.ts";
import { newBlockState } from "./blocks.ts";
import { readClassAt } from "./class-name.ts";
import type { Finding, ReadLine } from "./finding.ts";
import type { OpenMessage } from "./message.ts";
import type { TraceState } from "./open-trace.ts";
import { newTraceState } from "./open-trace.ts";
import type { OpenBody } from "./pretty-body.ts";
import type { Frame } from "./report.ts";
import type { WidthState } from "./width.ts";
import { newWidthState } from "./width.ts";

export interface ScanState {
  blocks: BlockState;
  traces: TraceState;
  /** Number of the latest line that belonged to a trace. */
  traced: number;
  /** Messages that may go on, by group: ranks print theirs at the same time. */
  messages: Map<string, OpenMessage>;
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
    messages: new Map(),
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

/**
 * Nothing is open: a line in which the gate finds nothing changes no more than `passLine` does. A class line
 * counts as open, since a traceback that is upside down begins with it.
 */
export function isCalm(state: ScanState): boolean {
  const { blocks, traces } = state;
  return (
    state.messages.size === 0 &&
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
