/** Errors that prose quotes without their class: an assertion's source, a library's status name, a message in marks. */
import type { LineReader, Reading, ReadLine } from "./finding.ts";

const REACH = 2_000;
const MAX_SENTENCE = 480;
const CLOSED_BY: Record<string, string> = { "`": "`", '"': '"', "'": "'", "“": "”" };

/** The text between the mark at `at` and the one that closes it; null where no mark stands or none closes it. */
function marked(text: string, at: number): string | null {
  const close = CLOSED_BY[text.charAt(at)];
  if (close === undefined) return null;
  const end = text.indexOf(close, at + 1);
  return end === -1 ? null : text.slice(at + 1, end);
}

const ASSERTION =
  /\b(?:assert(?:ion)?(?: ?error| failed| failure)?|fail(?:s|ed)?|hits?|trips?|crash(?:es|ed)?)\W{0,4}(?:(?:at|on|in|from|of|with|by) )?(?:an? |the )?[`"“']assert /gi;

/** "an assert error will occur: assert self.x is not None.": no marks, but a comparison. */
const UNMARKED = /\b(?:assert(?:ion)? ?errors?|assert(?:ion)? failure)\b[\w ]{0,40}[:：] ?(?=assert \w)/i;
const COMPARES = / (?:is|in|[<>!=]=|[<>]) /;

function unmarkedAssert(text: string): string | null {
  const found = UNMARKED.exec(text);
  const source = found === null ? "" : text.slice(found.index + found[0].length).replace(/[.,。]$/, "");
  return COMPARES.test(source) ? source : null;
}

/** `fails with assertion error "assert self.x == torch.uint8"`: class without a message, its source shown. */
export const quotedAssertReader: LineReader = {
  shape: "quoted-assert",
  read(line): Reading | null {
    if (line.code || !line.body.includes("assert ")) return null;
    const text = line.body.slice(0, REACH);
    ASSERTION.lastIndex = 0;
    const found = ASSERTION.exec(text);
    const at = found === null ? 0 : found.index + found[0].length - "assert ".length - 1;
    const source = found === null ? unmarkedAssert(text) : marked(text, at);
    if (source === null || source.length > 300) return null;
    return {
      errorClass: "AssertionError",
      message: "",
      shape: "quoted-assert",
      strength: "mentioned",
      source: source.trim(),
    };
  },
};

/** How Rust shows a Python exception: `value: TypeError("…"), traceback: None`. */
const SHOWN_BY_RUST =
  /\b([A-Z]\w{2,60}(?:Error|Exception))\(\\?(["'])(.{1,600}?)\\?\2\), traceback: (?:None|Some)/;
const RUST_TRACE = "), traceback: ";

/** Is the `ValueError("…")` of the line no source, but what Rust makes of an exception? */
export function isShownByRust(text: string): boolean {
  return text.includes(RUST_TRACE) && SHOWN_BY_RUST.test(text.slice(0, REACH));
}

export const rustQuoteReader: LineReader = {
  shape: "rust-quote",
  read({ body, code }): Reading | null {
    const found = body.includes(RUST_TRACE) ? SHOWN_BY_RUST.exec(body.slice(0, REACH)) : null;
    if (found === null) return null;
    const message = found[3]!.replace(/\\(["'])/g, "$1");
    return { errorClass: found[1]!, message, shape: "rust-quote", strength: code ? "named" : "mentioned" };
  },
};

/** Status names of libraries that stand for the error: NIXL, cuBLAS, cuDNN, CUDA's driver and runtime, HIP. */
const STATUS =
  /(?<![\w.:])(?:NIXL_ERR_[A-Z_]{3,60}|HSA_STATUS_ERROR[A-Z_]{0,60}|CUBLAS_STATUS_[A-Z_]{3,60}|CUDNN_STATUS_[A-Z_]{3,60}|CUDA_ERROR_[A-Z_]{3,60}|(?:hip|cuda)Error[A-Z]\w{3,60})\b/;
const NO_FAILURE = /SUCCESS|NotReady|IN_PROG|NOT_READY/;

/** A status name in a sentence or a log line, with the text behind its colon. */
export const statusReader: LineReader = {
  shape: "status-name",
  read(line): Reading | null {
    const text = line.body.slice(0, REACH);
    if (!text.includes("_ERR") && !text.includes("_STATUS_") && !text.includes("Error")) return null;
    const found = STATUS.exec(text);
    if (found === null || NO_FAILURE.test(found[0])) return null;
    const end = found.index + found[0].length;
    const behind = text.slice(end);
    // Source names such constants in comparisons, calls and lists.
    if (
      line.code &&
      !line.stamped &&
      !/^(?::|\)?$|["'`]$|,? (?:error|status|on|in|for|from|at|when)\b)/.test(behind)
    )
      return null;
    const inside = marked(text, found.index - 1);
    const message = inside ?? (behind.startsWith(": ") ? text.slice(found.index) : found[0]);
    return {
      errorClass: null,
      message: message.trim(),
      shape: "status-name",
      strength: line.code || line.stamped || behind.startsWith(": ") ? "named" : "mentioned",
    };
  },
};

const ANNOUNCING =
  /(?:errors?|exception|bug|fail(?:s|ed)?|says|said|message|reports?|got|raised|报错|错误|异常)(?: (?:\w{2,12}ly|occurs|occurred|raised|thrown|shown|appears?|below))?(?: (?:with|that|message|of|is|was|like|saying|says))?\W{1,4}$/i;
const FAILING =
  /\b(?:not (?:found|installed|supported|available|allowed|implemented|enough|match|defined|divisible)|no (?:module|such|space|kernel)|fail(?:ed|s|ure)?|cannot|can't|could not|unable|invalid|unsupported|unexpected|out of (?:memory|range|resource)|exceed(?:s|ed)?|mismatch|must (?:be|have|match)|missing|requires?d?|unsatisfiable|timed? ?out)\b/i;

/** Is the text a message of a program: a few words, one of failure, no command and no code? */
export function soundsFailed(text: string): boolean {
  if (text.length < 12 || text.length > 600 || !text.includes(" ")) return false;
  return FAILING.test(text) && !/^(?:python|pip|docker|sglang|import|from|--|\$)|[{;]$/.test(text);
}

const HEADING = /^[A-Z]\w{1,30}(?: [\w-]{1,30}){1,4} (?:error|failed): \S/;

/** "Tool call parsing error: string indices must be integers": a few words that end in one of failure, and what it was. */
export function headsFailure(text: string): boolean {
  return HEADING.test(text);
}

/** A quote between a space and a letter; any other is an apostrophe. */
function opensWord(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === 32 && /\w/.test(text.charAt(at + 1));
}

/** "I get the error `kernel image 7 is not available`": believed where nothing surer stands. */
export const quotedReader: LineReader = {
  shape: "quoted",
  read(line: ReadLine): Reading | null {
    // Long paragraphs tell a story in which messages are named; a short one shows the error.
    if (line.code || line.table || line.body.length > MAX_SENTENCE) return null;
    const text = line.body;
    let turns = 0;
    for (let at = 0; at < text.length && turns < 12; at += 1) {
      const mark = text.charCodeAt(at);
      if (mark !== 96 && mark !== 34 && mark !== 0x201c && !(mark === 39 && opensWord(text, at))) continue;
      turns += 1;
      const message = marked(text, at);
      if (message === null) continue;
      const announced = ANNOUNCING.test(text.slice(Math.max(0, at - 40), at)) && soundsFailed(message);
      if (announced || (mark === 96 && headsFailure(message)))
        return { errorClass: null, message: message.trim(), shape: "quoted", strength: "stated" };
      at += message.length + 1;
    }
    return null;
  },
};
