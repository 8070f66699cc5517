/**
 * What a report says: the records that extraction makes and matching reads.
 * Pure data; nothing here knows the catalog.
 */

/** A piece of an issue that a person wrote, in thread order. */
export interface Part {
  kind: "body" | "comment" | "attachment";
  /** Stable within the issue: "body", or the comment's or attachment's own id. */
  id: string;
  /** Login of the author, or "" where it is unknown (command line, pages). */
  author: string;
  text: string;
}

/** A stack frame of a traceback or of a native trace. */
export interface Frame {
  /** As printed; site-packages and home prefixes included. "" where only the source line was shown. */
  file: string;
  /** Counted from 1; null where the trace shows none. */
  line: number | null;
  function: string | null;
  /** The source line Python echoes below the frame, trimmed; null where none is shown. */
  source: string | null;
}

/**
 * What an error is to the others of its report.
 * `root`: looks like the cause. `wrapper`: quotes or re-raises another one.
 * `consequence`: follows from another one (teardown, other ranks, signals).
 */
export type ErrorRole = "root" | "wrapper" | "consequence";

/** One extracted error. */
export interface ReportedError {
  /** Id of the part it stands in; "title" for the title. */
  part: string;
  /** The text's line `lineNumber`, unchanged, without its line end. */
  line: string;
  /** Counted from 1 within the part; 0 is the title. */
  lineNumber: number;
  /** As printed, dotted prefix included ("torch.OutOfMemoryError"); null where the shape has none. */
  errorClass: string | null;
  /** Without class, rank and log prefixes, ANSI codes; continuation lines joined by "\n". "" for a bare class. */
  message: string;
  /** Outermost first, innermost last; empty where no trace is shown. */
  frames: Frame[];
  role: ErrorRole;
  /** Which reader found it ("python-traceback", "cuda-assert", "http-body" …): shown by explain. */
  shape: string;
  /** How often the same error was seen in this part (ranks, retries); at least 1. */
  count: number;
  /**
   * Of a wrapper: index in `Report.errors` of the error that it quotes, re-raises or frames.
   * Absent where that error is not shown, and for roots and consequences.
   */
  wraps?: number;
}

/** What the report says of the reporter's machine. Null or empty: not said. */
export interface Environment {
  /** Release of SGLang without a leading v or local suffix ("0.4.6.post5"). */
  sglang: string | null;
  /** Commit of SGLang when the reporter runs a checkout. */
  commit: string | null;
  python: string | null;
  torch: string | null;
  cuda: string | null;
  rocm: string | null;
  driver: string | null;
  triton: string | null;
  flashinfer: string | null;
  transformers: string | null;
  sglKernel: string | null;
  vllm: string | null;
  os: string | null;
  /** Model names as printed, one element a device when the list shows each ("NVIDIA H100 80GB HBM3"). */
  gpus: string[];
  /** "nvidia" | "amd" | "ascend" | "intel" | "apple" | "cpu" | null */
  vendor: string | null;
  /** Docker image with tag. */
  image: string | null;
  /** Model path or name of the launch command. */
  model: string | null;
  /** Flags of the launch command, with their values ("" for a switch). */
  flags: Record<string, string>;
}

/** A whole report: title and parts read once. */
export interface Report {
  /** Ranked: what a maintainer looks at first stands first. */
  errors: ReportedError[];
  environment: Environment;
}
