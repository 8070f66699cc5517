/** Which errors of a report quote, re-raise or frame another one, and which one. */
import { className, simpleName } from "./class-name.ts";
import type { Finding } from "./finding.ts";
import type { ErrorRole } from "./report.ts";

/** An error while a report's errors are weighed. */
export interface Linked {
  finding: Finding;
  part: string;
  /** Place in reading order; the title comes last. */
  order: number;
  role: ErrorRole;
  /** The error that this wrapper stands around, where it is shown. */
  wraps: Linked | null;
}

/** Errors looked at for links: a report with more is a list, and the work must stay bounded. */
const MAX_OUTER = 60;
const MAX_INNER = 40;

function firstLine(text: string): string {
  const end = text.indexOf("\n");
  return end === -1 ? text : text.slice(0, end);
}

/** Native shapes whose message is another error's text. */
const QUOTING = new Set(["nccl-watchdog", "cxx-what", "glog", "log-level", "tool-error", "graph-failed"]);

function wrap(outer: Linked, inner: Linked): void {
  if (inner === outer || inner.wraps === outer) return;
  outer.role = "wrapper";
  outer.wraps ??= inner;
}

/** An error whose message repeats another one's wraps it; so does Ray's class that names the other one's. */
export function linkWrappers(errors: Linked[]): void {
  const inner = errors.filter((error) => error.finding.message.length >= 16).slice(0, MAX_INNER);
  for (const error of errors.slice(0, MAX_OUTER)) {
    if (error.role === "consequence") continue;
    const known = error.role === "wrapper";
    if (!known && error.finding.frames.length === 0 && !QUOTING.has(error.finding.shape)) continue;
    const quoted = inner.find((other) => isQuotedBy(error, other, known));
    if (quoted !== undefined) wrap(error, quoted);
    else if (known) linkNamed(error, errors);
  }
}

/** A root needs proof to become a wrapper: the inner error's own trace, and more text than the inner one's. */
function isQuotedBy(outer: Linked, inner: Linked, known: boolean): boolean {
  if (inner === outer || (!known && inner.finding.frames.length === 0)) return false;
  const quoted = firstLine(inner.finding.message);
  const message = outer.finding.message;
  const longer = known
    ? inner.role === "root" || message.length > inner.finding.message.length
    : message.length > quoted.length + 8;
  return longer && quoted.length >= 16 && message.includes(quoted);
}

/** Classes below which the errors they stand for are printed. */
const HEADINGS = /(?:ExceptionGroup|ProcessRaisedException)$/;

/** "RayTaskError(ValueError)", "… raised:", a group: the error that is named, or that is printed below. */
function linkNamed(outer: Linked, errors: Linked[]): void {
  const whole = outer.finding.errorClass ?? "";
  const bracket = whole.indexOf("(");
  const named = bracket === -1 ? "" : simpleName(whole.slice(bracket + 1, -1));
  const inner = errors.find(
    (other) =>
      other !== outer &&
      ((named !== "" && other.role === "root" && className(other.finding) === named) ||
        (other.part === outer.part &&
          other.order > outer.order &&
          (HEADINGS.test(whole) || isNextLine(outer, other)))),
  );
  if (inner !== undefined) wrap(outer, inner);
}

/** "backend='x' raised:", and the error on the next line. */
function isNextLine(outer: Linked, inner: Linked): boolean {
  const distance = inner.finding.lineNumber - outer.finding.lineNumber;
  return outer.finding.message.endsWith(":") && distance > 0 && distance <= 2;
}

/** Exceptions that steer a program (a queue is empty, a wait is over): without a message they tell nothing. */
const SIGNALS = new Set([
  "TimeoutError",
  "StopIteration",
  "StopAsyncIteration",
  "Empty",
  "Full",
  "KeyError",
  "QueueEmpty",
]);

/** Python prints the cause first: what follows "During handling …" came of it, unless that was a mere signal. */
export function demoteFollowers(errors: Linked[]): void {
  const byFinding = new Map(errors.map((error) => [error.finding, error]));
  for (const error of errors) {
    const before = error.finding.follows === null ? undefined : byFinding.get(error.finding.follows);
    if (before === undefined) continue;
    const name = className(before.finding);
    // "Command … returned non-zero exit status 1" says less than what is made of it.
    const silent = (before.finding.message === "" && SIGNALS.has(name)) || name === "CalledProcessError";
    if (silent && error.finding.message !== "") before.role = "consequence";
    else if (before.role !== "consequence" && error.role !== "consequence") wrap(error, before);
  }
}

/** Findings that a compiler, an assembler or a linker printed itself. */
const COMPILER_SHAPES = new Set(["compiler", "linker", "rust-compiler"]);
/** What stands around such a line: Triton's, ninja's, torch's and pip's words for "it did not compile". */
const AROUND_COMPILER =
  /Internal Triton PTX codegen error|Ninja build failed|Error building extension|ninja: build stopped|[Cc]ompilation failed|ld returned \d|returned non-zero exit status|[Ff]ailed (?:to )?(?:build|compile)|compilation terminated|compilation aborted/;

/** A compiler's first own line is the cause of all that says only that compiling failed. */
export function frameCompilers(errors: Linked[]): void {
  const own = errors.filter(({ finding }) => COMPILER_SHAPES.has(finding.shape) && !isFrame(finding));
  if (own.length === 0) return;
  for (const error of errors.slice(0, MAX_OUTER)) {
    if (!isFrame(error.finding)) continue;
    const inner = own.find((other) => other.part === error.part && other !== error);
    if (inner !== undefined) wrap(error, inner);
  }
}

function isFrame(finding: Finding): boolean {
  return (
    className(finding) === "CalledProcessError" ||
    finding.shape === "compile-failed" ||
    AROUND_COMPILER.test(finding.message.slice(0, 4_000))
  );
}

/** "- Root cause: …" says what the failure quoted on the line above comes from. */
export function linkRootCauses(errors: Linked[]): void {
  for (const inner of errors) {
    if (inner.finding.shape !== "root-cause") continue;
    const outer = errors.find(
      (other) =>
        other.part === inner.part &&
        other.finding.lineNumber < inner.finding.lineNumber &&
        inner.finding.lineNumber - other.finding.lineNumber <= 3,
    );
    if (outer !== undefined) wrap(outer, inner);
  }
}
