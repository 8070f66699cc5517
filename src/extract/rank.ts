/** The order of a report's errors: what a maintainer looks at first stands first. */
import { saysArchitectureUnknown } from "./boilerplate.ts";
import { className } from "./class-name.ts";
import type { Folded } from "./fold.ts";
import type { ReportedError } from "./report.ts";
import { REVERSED_SHAPE } from "./reversed.ts";
import type { Linked } from "./wrappers.ts";
import { demoteFollowers, frameCompilers, linkRootCauses, linkWrappers } from "./wrappers.ts";

const ROLE_ORDER = { root: 0, wrapper: 1, consequence: 2 } as const;
const STRENGTH_ORDER = { trace: 0, named: 0, mentioned: 1, stated: 2 } as const;
/** Errors kept of one report: later ones are repetitions nobody reads. */
const MAX_ERRORS = 100;

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
function dropIgnoredImports(errors: Folded[], title: string): Folded[] {
  if (!errors.some((error) => error.finding.shape === "ignored-import")) return errors;
  const matters =
    saysArchitectureUnknown(title) ||
    errors.some(
      (error) =>
        saysArchitectureUnknown(error.finding.message) ||
        (error.titled && error.finding.shape === "ignored-import"),
    );
  return matters ? errors : errors.filter((error) => error.finding.shape !== "ignored-import");
}

/** Where something surer stands, a level or a word of failure counts no longer; a title is surer than no text's. */
function dropStated(errors: Folded[]): Folded[] {
  const sure = errors.filter((error) => error.finding.strength !== "stated" && error.role === "root");
  if (sure.length === 0) return errors;
  const inText = sure.some((error) => error.part !== "title");
  return errors.filter((error) => error.finding.strength !== "stated" || (!inText && error.part !== "title"));
}

/** A title sums up: what the text below it shows stands before it, what the text merely states behind. */
function proof({ part, finding }: Folded): number {
  if (part === "title") return 1;
  return finding.strength === "stated" ? 2 : 0;
}

/** What the issue forms put before titles of plans and of texts: such issues quote errors, they do not report them. */
const QUOTING_TITLE = /^\s*\[(?:docs?|documentation|rfc|roadmap|proposal)\b/i;

/**
 * Weighs and orders the errors of a report.
 *
 * @param folded its distinct errors, in reading order; the title's stand last
 * @param title the title: one that asks for documentation makes errors without a trace mere quotations
 */
export function rankErrors(folded: Folded[], title: string): ReportedError[] {
  let errors = dropIgnoredImports(folded, title);
  errors = dropStated(errors);
  if (QUOTING_TITLE.test(title)) {
    for (const error of errors) if (error.finding.frames.length === 0) error.role = "consequence";
  }
  linkWrappers(errors);
  demoteFollowers(errors);
  frameCompilers(errors);
  linkRootCauses(errors);
  demoteLateCudaErrors(errors);
  const backwards = runsBackwards(errors);
  const place = (error: Folded) => (backwards ? -error.order : error.order);
  errors.sort(
    (a, b) =>
      ROLE_ORDER[a.role] - ROLE_ORDER[b.role] ||
      proof(a) - proof(b) ||
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
