/**
 * Python tracebacks: plain, chained, in exception groups, IPython's layout, faulthandler's dumps;
 * with a header, in mid-line, without one, and without a last line; each line is looked at once.
 */
import type { Finding, ReadLine } from "./finding.ts";
import { readFileLine } from "./frames.ts";
import { cutTrace, keyOf, openTrace, type TraceState } from "./open-trace.ts";
import { takeFault, takeIpython } from "./other-traces.ts";
import { takePython } from "./python-trace.ts";
import { newReversedState, readReversed } from "./reversed.ts";

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
