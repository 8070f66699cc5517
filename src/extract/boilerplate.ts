/**
 * What must never win. `DROPPED` lines are no errors and go before any ranking;
 * `DEMOTED` ones are errors that only follow from others, or quote them.
 */
import { className } from "./class-name.ts";
import type { Finding, LineReader, Reading, ReadLine } from "./finding.ts";
import { cutAtMark, findInside } from "./inside.ts";
import { isShownByRust } from "./quoted.ts";
import type { ErrorRole } from "./report.ts";
import { findWords } from "./words.ts";

interface Boilerplate {
  /** A literal the line holds. */
  text: string;
  /** What goes wrong without this row. */
  why: string;
  /** The literal must begin the line's text. */
  start?: boolean;
}

export const DROPPED: readonly Boilerplate[] = [
  { text: "CUDA kernel errors might be asynchronously", why: "a hint printed below every CUDA error" },
  { text: "HIP kernel errors might be asynchronously", why: "a hint printed below every HIP error" },
  { text: "For debugging consider passing", why: "a hint printed below every CUDA error" },
  { text: "to enable device-side assertions", why: "a hint printed below every CUDA error" },
  { text: "NCCL INFO ", why: "NCCL's chatter names missing optional plugins as failures" },
  { text: "Unable to register cu", why: "TensorFlow registers its plugins twice; harmless" },
  { text: "Attempting to register factory", why: "TensorFlow registers its plugins twice; harmless" },
  { text: "computation placer already registered", why: "TensorFlow again" },
  {
    text: "operation scheduled before its operands",
    why: "Triton prints it, SGLang says that it can be ignored",
  },
  { text: "RX errors ", why: "ifconfig's counters" },
  { text: "TX errors ", why: "ifconfig's counters" },
  { text: "Uncorr. ECC", why: "a column of nvidia-smi" },
  { text: "init state: init ok", why: "says that a process started well" },
  { text: "init_state: init ok", why: "says that a process started well" },
  { text: "Module Not Found", why: "check_env's word for an optional package" },
  { text: "Exception in ASGI application", why: "uvicorn's heading of a traceback" },
  { text: "hit an exception", why: "the scheduler's heading of a traceback" },
  { text: "Received sigquit from a child proc", why: "follows from the child's own error" },
  { text: "SIGQUIT received", why: "follows from the child's own error" },
  { text: "Child process unexpectedly failed", why: "follows from the child's own error" },
  { text: "Exception ignored in:", why: "a destructor that fails after the error" },
  { text: "terminate called after throwing", why: "what() on the next line says what was thrown" },
  { text: "terminate called without an active exception", why: "a process that ends while its threads run" },
  { text: "Exception raised from ", why: "where a C++ error was made; the line above says which" },
  { text: "Exception in thread ", why: "a heading of a traceback" },
  { text: "An exception was raised from a task of operator", why: "Ray's heading of a traceback" },
  { text: "Ignored the following yanked versions", why: "pip's list of versions, not its failure" },
  { text: "does not have a stable CLI interface", why: "apt's warning" },
  { text: "Some NCCL operations have failed or timed out", why: "printed after the watchdog's own line" },
  { text: "we are taking the entire process down", why: "printed after the watchdog's own line" },
  {
    text: "Exception (either an error or timeout) detected by watchdog",
    why: "the watchdog says which one on a later line",
  },
  { text: "Timeout at NCCL work", why: "printed beside the watchdog's own line" },
  { text: "Producer process has been terminated", why: "teardown of shared tensors" },
  { text: "error originates from a subprocess", why: "pip's frame around the subprocess's own error" },
  { text: "Subprocess exited with error", why: "pip's frame around the subprocess's own error" },
  { text: "yield errors", why: "transformers' warning of a model type" },
  { text: "result in indexing errors", why: "transformers' warning of a long prompt" },
  { text: "already exists and is not an empty directory", why: "git says that the checkout is there" },
  { text: "#[error(", why: "Rust source" },
  { text: "suppress_errors", why: "advice printed below a dynamo error" },
  { text: "For further information visit", why: "the link below a validation error", start: true },
  { text: "health check is pending with error", why: "the router still waits for its workers" },
  { text: "Error: error sending request for url", why: "the router still waits for its workers" },
  { text: "Error: Worker", why: "the router still waits for its workers" },
  { text: "Failed to read commit hash", why: "a warning of a package built from source" },
  { text: "Failed to import from vllm", why: "a package that SGLang can do without" },
  { text: "truncation: ", why: "a setting of rollout scripts", start: true },
  { text: "Pyspy failed to dump", why: "the watchdog's own line above says what hangs" },
  { text: "ERROR: test_", why: "unittest's heading of a traceback", start: true },
  { text: "Please see the error messages above", why: "points at the error, is none" },
];

const DEMOTED: readonly { text: string; role: ErrorRole; why: string; class?: boolean }[] = [
  { text: "ActorDiedError", role: "consequence", why: "the actor's own error says why it died", class: true },
  { text: "RayActorError", role: "consequence", why: "the actor's own error says why it died", class: true },
  { text: "Ninja build failed", role: "wrapper", why: "the compiler's own line says why" },
  { text: "Error building extension", role: "wrapper", why: "the compiler's own line says why" },
  {
    text: "ProcessRaisedException",
    role: "wrapper",
    why: "multiprocessing's frame around a child's own traceback",
    class: true,
  },
  {
    text: "ProcessExitedException",
    role: "consequence",
    why: "a child ended because of its own error",
    class: true,
  },
  { text: "SystemExit", role: "consequence", why: "a process ends because of something else", class: true },
  { text: "KeyboardInterrupt", role: "consequence", why: "someone stopped it", class: true },
  {
    text: "CancelledError",
    role: "consequence",
    why: "a task is cancelled because another failed",
    class: true,
  },
  { text: "EOFError", role: "consequence", why: "the parent reads from a child that died", class: true },
  { text: "BrokenPipeError", role: "consequence", why: "the other side died", class: true },
  { text: "ConnectionResetError", role: "consequence", why: "the other side died", class: true },
  { text: "RemoteDisconnected", role: "consequence", why: "the server died", class: true },
  { text: "UserWarning", role: "consequence", why: "warns, does not fail", class: true },
  { text: "CalledProcessError", role: "wrapper", why: "the command's own output says why", class: true },
  { text: "Internal Triton PTX codegen error", role: "wrapper", why: "the assembler's own line says why" },
  { text: "BackendCompilerFailed", role: "wrapper", why: "quotes the compiler's own error", class: true },
  { text: "RayTaskError", role: "wrapper", why: "quotes the task's own error", class: true },
  { text: "UserCodeException", role: "wrapper", why: "quotes the task's own error", class: true },
  { text: "ExceptionGroup", role: "wrapper", why: "holds the errors that it counts", class: true },
  { text: "BaseExceptionGroup", role: "wrapper", why: "holds the errors that it counts", class: true },
  {
    text: "ChildFailedError",
    role: "wrapper",
    why: "torchrun's summary of a child's own error",
    class: true,
  },
  { text: "'/mp-", role: "consequence", why: "the resource tracker misses what a dead child owned" },
  { text: "/psm_", role: "consequence", why: "the resource tracker misses what a dead child owned" },
  { text: "Capture cuda graph failed", role: "wrapper", why: "quotes the error met while capturing" },
  { text: "Initialization failed", role: "wrapper", why: "the child's own error says why" },
  { text: "Rank 0 scheduler died", role: "consequence", why: "the scheduler's own error says why" },
  { text: "Fatal Python error: Aborted", role: "consequence", why: "abort() after a C++ error" },
  { text: "ncclUnhandledCudaError", role: "consequence", why: "explains the NCCL error above it" },
  { text: "ncclSystemError", role: "consequence", why: "explains the NCCL error above it" },
  { text: "ncclRemoteError", role: "consequence", why: "another rank failed first" },
  { text: "Connection closed by peer", role: "consequence", why: "another rank failed first" },
  { text: "Connection reset by peer", role: "consequence", why: "the other side died" },
  { text: "Empty reply from server", role: "consequence", why: "the server died" },
  { text: "Broken pipe", role: "consequence", why: "the other side died" },
  { text: "Connection refused", role: "consequence", why: "the server that should answer has failed" },
  { text: "Max retries exceeded", role: "consequence", why: "the server that should answer has failed" },
  { text: "No matching distribution found", role: "consequence", why: "pip's second sentence" },
  { text: "Internal Server Error", role: "consequence", why: "the server's own traceback says why" },
];

/** Source code that names errors: `raise X(…)`, `except X:`, `print("Error: …")`. */
const SOURCE_LINE =
  /^(?:raise |except\b|return |throw |if |elif |def |class |import |from |assert |print\(|logger\.|logging\.|self\.|warnings\.|#|\/\/|pub |fn |let |match |\.\w+\(|@|\/\*|\* )/;

/** `ValueError("…")` in a sentence names a line of source. */
const CONSTRUCTED = /[A-Z]\w{2,60}(?:Error|Exception)\(["'f]/;

const DROPPED_WORDS = findWords(DROPPED.map((row) => row.text));

/** True for a line that is no error whatever it looks like. */
export function isBoilerplate(line: ReadLine): boolean {
  if (DROPPED_WORDS.within(line.body)) {
    for (const row of DROPPED) {
      if (row.start ? line.body.startsWith(row.text) : line.body.includes(row.text)) return true;
    }
  }
  if (line.code) return SOURCE_LINE.test(line.body) && !line.stamped;
  // "[^6]: TypeError: …" is a footnote: a known error that the writer lists.
  return (
    line.body.startsWith("[^") ||
    (line.body.includes("Error(") && CONSTRUCTED.test(line.body.slice(0, 2_000)) && !isShownByRust(line.body))
  );
}

/** The role an error has by what it says; "root" where nothing tells otherwise. */
export function roleOf(finding: Finding): ErrorRole {
  const name = className(finding);
  for (const row of DEMOTED) {
    if (row.class) {
      if (name === row.text) return row.role;
    } else if (finding.message.includes(row.text)) return row.role;
  }
  return finding.role;
}

const IGNORED_IMPORT = "Ignore import error when loading";
/** SGLang's and transformers' words for an architecture that they do not have. */
const UNKNOWN_ARCHITECTURE =
  /are not supported for now|has no SGLang implementation|does not recognize this architecture|No processor registered for architecture|architecture is not supported/i;

/**
 * SGLang tries every model's module at start and logs which ones miss an optional package. Such a line is noise
 * in almost every report; `saysArchitectureUnknown` tells of the errors that make it the cause.
 *
 * @param text a line of a report
 */
export function isStartupNoise(text: string): boolean {
  return text.includes(IGNORED_IMPORT);
}

/** "… Ignore import error when loading sglang.srt.models.x: No module named 'y'": what was ignored is its message. */
export const ignoredImportReader: LineReader = {
  shape: "ignored-import",
  read(line) {
    const at = line.body.indexOf(IGNORED_IMPORT);
    if (at === -1) return null;
    const end = /^ [\w.]{1,200}[:.] /.exec(line.body.slice(at + IGNORED_IMPORT.length));
    const start = end === null ? at : at + IGNORED_IMPORT.length + end[0].length;
    const whole = line.body.slice(start).trim();
    const tick = line.code ? -1 : whole.indexOf("`");
    const message = tick === -1 ? whole : whole.slice(0, tick).trim();
    const ignored: Reading = { errorClass: null, message, shape: "ignored-import", strength: "mentioned" };
    return beforeIgnored(line, at, ignored) ?? ignored;
  },
};

/** "`ValueError: …` with `Ignore import error …`": the error that a sentence names in front of it comes first. */
function beforeIgnored(line: ReadLine, at: number, ignored: Reading): Reading | null {
  const text = line.body.slice(0, at);
  const span = line.code ? null : findInside(line, text, 0);
  if (span === null) return null;
  const message = cutAtMark(text.slice(span.end + 1).trim(), text.slice(0, span.start));
  if (message === "") return null;
  return { errorClass: span.name, message, shape: "class-inside", strength: "mentioned", more: [ignored] };
}

/** Does an error say that the model's architecture is unknown, so that a module which failed to load matters? */
export function saysArchitectureUnknown(message: string): boolean {
  return UNKNOWN_ARCHITECTURE.test(message.slice(0, 2_000));
}
