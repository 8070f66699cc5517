/**
 * Tracebacks upside down: log viewers that show the newest line first print class and message, then the frames
 * from the innermost to the outermost, each source line above its `File` line, and the header last.
 */
import { readClassAt } from "./class-name.ts";
import type { Finding, ReadLine } from "./finding.ts";
import { MAX_FRAMES } from "./finding.ts";
import { isCaretLine, readFileLine } from "./frames.ts";
import type { Frame } from "./report.ts";

/** Shape of what is read here: it also says that the log around it runs backwards. */
export const REVERSED_SHAPE = "reversed-traceback";

export interface ReversedState {
  /** The latest lines, newest first. */
  recent: ReadLine[];
  open: { last: ReadLine; found: { errorClass: string; message: string }; frames: Frame[] } | null;
}

/** Between class and first `File` line stand at most the source line and its carets. */
const REACH = 3;

export function newReversedState(): ReversedState {
  return { recent: [], open: null };
}

/** The class line above a `File` line, if only its source stands between them. */
function openAt(recent: ReadLine[], line: ReadLine): ReversedState["open"] {
  for (const above of recent) {
    if (above.indent > line.indent || isCaretLine(above.body)) continue;
    if (above === recent[0] || above.indent >= line.indent || above.group !== line.group) return null;
    const span = readClassAt(above.body, 0);
    if (span === null) return null;
    const message = above.body.slice(span.end + 1).trim();
    return { last: above, found: { errorClass: span.name, message }, frames: [] };
  }
  return null;
}

function sourceAbove(recent: ReadLine[], line: ReadLine): string | null {
  const source = recent.find((above) => !isCaretLine(above.body));
  return source !== undefined && source.indent > line.indent ? source.body : null;
}

function toFinding({ last, found, frames }: NonNullable<ReversedState["open"]>): Finding {
  return {
    line: last.raw,
    lineNumber: last.number,
    errorClass: found.errorClass,
    message: found.message,
    frames,
    shape: REVERSED_SHAPE,
    strength: "trace",
    role: "root",
    time: last.time,
    code: last.code,
    table: last.table,
    environment: last.environment,
    follows: null,
  };
}

/**
 * Reads the next line. `header`: it ends with Python's heading of a traceback.
 * @returns the error whose trace, read upwards, this heading begins; null for every other line
 */
export function readReversed(state: ReversedState, line: ReadLine, header: boolean): Finding | null {
  const { open, recent } = state;
  const file = line.body.startsWith('File "') ? readFileLine(line.body) : null;
  let finding: Finding | null = null;
  if (header) {
    if (open !== null && recent[0]?.body.startsWith('File "')) finding = toFinding(open);
    state.open = null;
  } else if (file !== null && !file.fault) {
    state.open ??= openAt(recent, line);
    if (state.open !== null && state.open.frames.length < MAX_FRAMES)
      state.open.frames.unshift({ ...file.frame, source: sourceAbove(recent, line) });
  } else if (open !== null && line.indent === 0) {
    state.open = null;
  }
  recent.unshift(line);
  if (recent.length > REACH) recent.pop();
  return finding;
}
