/** The order of a report's errors: what a maintainer looks at first stands first. */
import { roleOf, saysArchitectureUnknown } from "./boilerplate.ts";
import { className } from "./class-name.ts";
import type { Finding } from "./finding.ts";
import type { ReportedError } from "./report.ts";
import { REVERSED_SHAPE } from "./reversed.ts";
import type { Linked } from "./wrappers.ts";
import { demoteFollowers, frameCompilers, linkRootCauses, linkWrappers } from "./wrappers.ts";

/** A finding with where it stands in the thread. */
export interface Placed {
  finding: Finding;
  part: string;
  /** Place in reading order; the title comes last. */
  order: number;
}

interface Folded extends Placed, Linked {
  masked: string;
  count: number;
  /** Stands in the title, too: the reporter names it. */
  titled: boolean;
}

const ROLE_ORDER = { root: 0, wrapper: 1, consequence: 2 } as const;
const STRENGTH_ORDER = { trace: 0, named: 0, mentioned: 1, stated: 2 } as const;
/** Errors kept of one report: later ones are repetitions nobody reads. */
const MAX_ERRORS = 100;
/** Distinct errors that are told apart before ranking: more is a list of words, and work must stay bounded. */
const MAX_DISTINCT = 400;

/** The message's first line with what differs between ranks and retries masked. */
function mask(message: string): string {
  const end = message.indexOf("\n");
  return (end === -1 ? message : message.slice(0, end))
    .slice(0, 600)
    .replace(/0x[0-9a-fA-F]+|[0-9a-f]{16,}|\d+/g, "0")
    .replace(/\s+/g, " ")
    .trim();
}

function frameKey(finding: Finding): string {
  const inner = finding.frames.at(-1);
  return inner === undefined ? "" : `${inner.file}:${inner.function ?? ""}`;
}

/** Folds what is the same error seen again; the fullest sighting stands for all. */
function fold(placed: Placed[]): Folded[] {
  const byKey = new Map<string, Folded[]>();
  const out: Folded[] = [];
  for (const one of placed) {
    const { finding } = one;
    const masked = mask(finding.message);
    const key = `${className(finding)}\n${masked.slice(0, 12)}`;
    const same = byKey.get(key)?.find((other) => isSame(other, finding, masked));
    if (same !== undefined) {
      // Two readers may see one line: that is one sighting.
      if (one.part !== same.part || finding.lineNumber !== same.finding.lineNumber) same.count += 1;
      if (one.part === "title") same.titled = true;
      if (isFuller(finding, same.finding)) {
        same.finding = finding;
        same.masked = masked;
        same.part = one.part;
      }
      continue;
    }
    if (out.length >= MAX_DISTINCT) continue;
    const role = isRemoteCopy(finding) ? "wrapper" : roleOf(finding);
    const folded: Folded = { ...one, masked, count: 1, role, wraps: null, titled: one.part === "title" };
    out.push(folded);
    const list = byKey.get(key);
    if (list === undefined) byKey.set(key, [folded]);
    else if (list.length < 16) list.push(folded);
  }
  return out;
}

function isSame(a: Folded, b: Finding, right: string): boolean {
  const left = a.masked;
  if (left !== right && !left.startsWith(right) && !right.startsWith(left)) return false;
  if (left !== right && Math.min(left.length, right.length) < 12) return false;
  const frameA = frameKey(a.finding);
  const frameB = frameKey(b);
  return frameA === "" || frameB === "" || frameA === frameB;
}

/** A sighting in code says more than one in a sentence, one with frames more than one without. */
function isFuller(a: Finding, b: Finding): boolean {
  if (b.frames.length > 0) return false;
  if (a.frames.length > 0) return true;
  return !b.code && a.code && a.message.length >= b.message.length;
}

/** A kernel's own assertion or the allocator's own report explains the CUDA error that every later call returns. */
function demoteLateCudaErrors(errors: Folded[]): void {
  const asserted = errors.some((error) => error.finding.shape.endsWith("-assert"));
  const allocator = errors.some((error) => className(error.finding) === "OutOfMemoryError");
  if (!asserted && !allocator) return;
  for (const error of errors) {
    const { message } = error.finding;
    if (error.role !== "root" || !message.startsWith("CUDA error: ")) continue;
    const late =
      message.startsWith("CUDA error: device-side assert") ||
      message.startsWith("CUDA error: unspecified launch failure") ||
      message.startsWith("CUDA error: CUDA-capable device(s) is/are busy");
    if ((asserted && late) || (allocator && message.startsWith("CUDA error: out of memory")))
      error.role = "consequence";
  }
}

/** "rpyc…<locals>.Derived": the copy that another process made of an error which it was sent. */
function isRemoteCopy(finding: Finding): boolean {
  return (
    finding.errorClass !== null && (finding.errorClass.includes("<") || finding.errorClass.includes("/"))
  );
}

/** Logs copied from a viewer run backwards: their time stamps fall, not rise, or their tracebacks stand upside down. */
function runsBackwards(errors: Folded[]): boolean {
  if (errors.some((error) => error.finding.shape === REVERSED_SHAPE)) return true;
  let rising = 0;
  let falling = 0;
  let last = "";
  for (const error of errors) {
    const time = error.finding.time;
    if (time === "" || error.part === "title") continue;
    if (last !== "" && time.length === last.length) {
      if (time > last) rising += 1;
      else if (time < last) falling += 1;
    }
    last = time;
  }
  return falling > 0 && rising === 0;
}

/** Modules that failed to load matter only where the model's architecture is unknown, or where the title is about them. */
function dropIgnoredImports(errors: Folded[]): Folded[] {
  if (!errors.some((error) => error.finding.shape === "ignored-import")) return errors;
  const matters = errors.some(
    (error) =>
      saysArchitectureUnknown(error.finding.message) ||
      (error.titled && error.finding.shape === "ignored-import"),
  );
  return matters ? errors : errors.filter((error) => error.finding.shape !== "ignored-import");
}

/** What the issue forms put before titles of plans and of texts: such issues quote errors, they do not report them. */
const QUOTING_TITLE = /^\s*\[(?:docs?|documentation|rfc|roadmap|proposal)\b/i;

/**
 * Folds, weighs and orders the findings of a report.
 *
 * @param title the title: one that asks for documentation makes errors without a trace mere quotations
 */
export function rankFindings(placed: Placed[], title = ""): ReportedError[] {
  let errors = dropIgnoredImports(fold(placed));
  if (errors.some((error) => error.finding.strength !== "stated" && error.role === "root")) {
    errors = errors.filter((error) => error.finding.strength !== "stated");
  }
  if (QUOTING_TITLE.test(title)) {
    for (const error of errors) if (error.finding.frames.length === 0) error.role = "consequence";
  }
  linkWrappers(errors);
  demoteFollowers(errors);
  frameCompilers(errors);
  linkRootCauses(errors);
  demoteLateCudaErrors(errors);
  const backwards = runsBackwards(errors);
  const place = (error: Folded) => (backwards && error.part !== "title" ? -error.order : error.order);
  errors.sort(
    (a, b) =>
      ROLE_ORDER[a.role] - ROLE_ORDER[b.role] ||
      STRENGTH_ORDER[a.finding.strength] - STRENGTH_ORDER[b.finding.strength] ||
      place(a) - place(b),
  );
  errors = errors.slice(0, MAX_ERRORS);
  const places = new Map<Linked, number>(errors.map((error, index) => [error, index]));
  return errors.map((error) => toReported(error, error.wraps === null ? undefined : places.get(error.wraps)));
}

function toReported(error: Folded, wraps: number | undefined): ReportedError {
  const { finding } = error;
  const reported: ReportedError = {
    part: error.part,
    line: finding.line,
    lineNumber: finding.lineNumber,
    errorClass: finding.errorClass,
    message: finding.message,
    frames: finding.frames,
    role: error.role,
    shape: finding.shape,
    count: error.count,
  };
  if (wraps !== undefined && error.role === "wrapper") reported.wraps = wraps;
  return reported;
}
