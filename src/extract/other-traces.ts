/** The lines of IPython's tracebacks and of faulthandler's dumps of threads. */
import { readClassAt } from "./class-name.ts";
import type { Finding, ReadLine } from "./finding.ts";
import { MAX_FRAMES } from "./finding.ts";
import { readFileLine, readIpythonFrame } from "./frames.ts";
import { finish, MAX_STRANGERS, type OpenTrace, type TraceState } from "./open-trace.ts";

export function takeIpython(
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

export function takeFault(state: TraceState, key: string, trace: OpenTrace, line: ReadLine): boolean {
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
