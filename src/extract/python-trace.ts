/** The lines of a plain Python traceback, as the interpreter prints it and terminals break it. */
import { isUnprefixed } from "./broken.ts";
import { isErrorName, readClassAt } from "./class-name.ts";
import type { Finding, ReadLine } from "./finding.ts";
import { MAX_FRAMES } from "./finding.ts";
import { isCaretLine, readFileLine } from "./frames.ts";
import { cutTrace, finish, goesWith, MAX_STRANGERS, type OpenTrace, type TraceState } from "./open-trace.ts";

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

/** The spaces at the edge where a `File` line was broken are lost, or are the indentation of its rest. */
function spaced(fileLine: string): string {
  return fileLine.replace(/" ?, ?line ?(?=\d)/, '", line ').replace(/(\d) ?, ?in ?(?=[\w<])/, "$1, in ");
}

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

export function takePython(
  state: TraceState,
  key: string,
  trace: OpenTrace,
  line: ReadLine,
): { taken: boolean; found: Finding | null } {
  const wasBroken = trace.broken !== "";
  const body = wasBroken ? spaced(trace.broken + line.text) : line.body;
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
