/**
 * Reading the names of exception classes: "KeyError", "torch.OutOfMemoryError",
 * "pydantic_core._pydantic_core.ValidationError". Hand-written scans: each reads
 * a character once, whatever the text.
 */

/** Classes that real reports carry and whose names do not end in Error or Exception. */
export const UNUSUAL_NAMES = new Set([
  "OutOfResources",
  "KeyboardInterrupt",
  "SystemExit",
  "StopIteration",
  "StopAsyncIteration",
  "GeneratorExit",
  "BackendCompilerFailed",
  "OfflineModeIsEnabled",
  "RemoteDisconnected",
  "IncompleteRead",
  "Unsupported",
  "ExceptionGroup",
  "BaseExceptionGroup",
  "TimeoutExpired",
  "AuthenticationRequired",
  "TooManyRedirects",
  "ReadTimeout",
  "ConnectTimeout",
  "ConnectionTimeout",
  "BrokenProcessPool",
  "ProcessExitedException",
  "ProcessRaisedException",
  "UndefinedSymbol",
]);

/** No name of a class in real reports is longer; longer words are data. */
const MAX_NAME = 160;

/** A class name found in a text: `start` inclusive, `end` exclusive. */
export interface ClassSpan {
  start: number;
  end: number;
  name: string;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

/** The last segment of a dotted name, without what Ray adds in brackets. */
export function simpleName(dotted: string): string {
  const bracket = dotted.indexOf("(");
  const name = bracket === -1 ? dotted : dotted.slice(0, bracket);
  return name.slice(name.lastIndexOf(".") + 1);
}

/** The last segment of the class of an error; "" where it has none. */
export function className(error: { errorClass: string | null }): string {
  return error.errorClass === null ? "" : simpleName(error.errorClass);
}

/** True where a word ends before `index`: what stands before cannot belong to the name. */
function isBoundaryBefore(text: string, index: number): boolean {
  if (index === 0) return true;
  const code = text.charCodeAt(index - 1);
  return !isWordCode(code) && code !== 46 && code !== 47 && code !== 45;
}

/** Libraries whose classes begin with a small letter ("nixlBackendError"), met without their module. */
const SMALL_FAMILIES = /^nixl[A-Z]/;

/** Does the last segment of a dotted name say that it is an exception? */
export function isErrorName(dotted: string): boolean {
  const dot = dotted.lastIndexOf(".");
  const name = dotted.slice(dot + 1);
  if (!name.endsWith("Error") && !name.endsWith("Exception")) return UNUSUAL_NAMES.has(name);
  const bare = name.charCodeAt(0) === 95 ? name.replace(/^_+/, "") : name;
  const first = bare.charCodeAt(0);
  if (first >= 65 && first <= 90) return bare.length > 5;
  // "cudaError" and "window.onError" are no classes; "nixl_cu12._bindings.nixlBackendError" is one.
  const small = first >= 97 && first <= 122 && /[a-z\d](?:Error|Exception)$/.test(bare);
  return small && (dotted.indexOf(".") !== dot || SMALL_FAMILIES.test(bare));
}

/** Does the name carry a word that makes it an exception by itself ("ValueError", not "Exception")? */
export function isSpecificErrorName(dotted: string): boolean {
  return isErrorName(dotted) && !/(^|\.)(Base)?Exception$/.test(dotted);
}

/**
 * The dotted name at `start`, whether or not it looks like an exception: letters, digits, "_", ".",
 * and what remote-call libraries put into names ("<locals>", "/"). Null where none stands there.
 */
export function readDottedName(text: string, start: number): ClassSpan | null {
  const first = text.charCodeAt(start);
  if (!isWordCode(first) || (first >= 48 && first <= 57)) return null;
  let end = start + 1;
  const limit = Math.min(text.length, start + MAX_NAME);
  while (end < limit) {
    const code = text.charCodeAt(end);
    if (isWordCode(code) || code === 46 || code === 60 || code === 62 || code === 47) end += 1;
    else break;
  }
  if (text.charCodeAt(end - 1) === 46) return null;
  return { start, end, name: text.slice(start, end) };
}

/** Ray names the error that it wraps: "ray.exceptions.RayTaskError(ValueError): …". */
function takeInnerName(span: ClassSpan, text: string): void {
  if (text.charCodeAt(span.end) !== 40 || !isErrorName(span.name)) return;
  const inner = readDottedName(text, span.end + 1);
  if (inner === null || !text.startsWith("):", inner.end)) return;
  span.end = inner.end + 1;
  span.name = text.slice(span.start, span.end);
}

/**
 * An exception's name at `start` that is followed by a colon or by the end of the text:
 * the shape of a traceback's last line. `anyName` accepts names without Error or Exception in them.
 */
export function readClassAt(text: string, start: number, anyName = false): ClassSpan | null {
  const span = readDottedName(text, start);
  if (span === null) return null;
  if (!anyName && !isErrorName(span.name)) return null;
  takeInnerName(span, text);
  if (span.end === text.length) return span;
  if (text.charCodeAt(span.end) !== 58) return null;
  const next = span.end + 1;
  if (next === text.length || text.charCodeAt(next) === 32) return span;
  // "KeyError:'x'" is written by people who type errors off by hand.
  return isErrorName(span.name) && text.charCodeAt(next) !== 58 ? span : null;
}

/**
 * The first exception name inside `text` at or after `from` that a colon follows ("… got `KeyError: 'x'`").
 * Names without a colon are mentions, names followed by a bracket are code: neither is found.
 */
export function findClassInside(text: string, from = 0): ClassSpan | null {
  let lowest = from;
  for (let at = text.indexOf(":", from); at !== -1; at = text.indexOf(":", at + 1)) {
    const letter = text.charCodeAt(at - 1);
    // r: …Error, n: …Exception, s: OutOfResources, d: BackendCompilerFailed, p: ExceptionGroup, t: Interrupt
    if (
      letter === 114 ||
      letter === 110 ||
      letter === 115 ||
      letter === 100 ||
      letter === 112 ||
      letter === 116
    ) {
      let start = at;
      const limit = Math.max(lowest, at - MAX_NAME);
      while (start > limit) {
        const code = text.charCodeAt(start - 1);
        if (isWordCode(code) || code === 46) start -= 1;
        else break;
      }
      while (start < at && text.charCodeAt(start) === 46) start += 1;
      const name = text.slice(start, at);
      if (isErrorName(name) && isBoundaryBefore(text, start) && text.charCodeAt(at + 1) !== 58) {
        return { start, end: at, name };
      }
    }
    lowest = at + 1;
  }
  return null;
}
