/** What the readers hand to the ranking: an error with what is needed to order it. */
import type { ErrorRole, Frame } from "./report.ts";

/**
 * How sure a reader is that its line is an error at all.
 * `trace`: a traceback or a native crash says so. `named`: an exception or a known failure is named.
 * `mentioned`: the same, inside a sentence of the reporter's.
 * `stated`: only a log level or a word of failure; dropped where anything surer stands.
 */
export type Strength = "trace" | "named" | "mentioned" | "stated";

export interface Finding {
  line: string;
  lineNumber: number;
  errorClass: string | null;
  message: string;
  frames: Frame[];
  shape: string;
  strength: Strength;
  role: ErrorRole;
  /** Log time of the record it stands in, for logs that run backwards; "" where none. */
  time: string;
  /** Stands in code (fence, `<pre>`), not in prose. */
  code: boolean;
  /** A row of a table. */
  table: boolean;
  /** Stands in the Environment section. */
  environment: boolean;
  /** The finding whose traceback this one follows ("During handling of the above exception …"). */
  follows: Finding | null;
}

/** Messages are bounded: what follows is a dump, and no template reaches so far. */
export const MAX_MESSAGE_LINES = 40;
export const MAX_MESSAGE_CHARS = 8_192;
export const MAX_FRAMES = 200;

/** What a single-line reader says of a line. */
export interface Reading {
  errorClass: string | null;
  message: string;
  shape: string;
  strength: Strength;
  role?: ErrorRole;
  /** Following lines may belong to the message. */
  continues?: boolean;
  /** The source line that raised, where the line quotes it. */
  source?: string;
  /** Further errors on the same line, in its order. */
  more?: Reading[];
}

/** A line as the readers see it. */
export interface ReadLine {
  /** The part's line, unchanged. */
  raw: string;
  number: number;
  /** Behind markup; prefixes and indentation are kept. */
  shown: string;
  /** Behind markup and prefixes, indentation kept, trimmed at the end. */
  text: string;
  /** `text` without indentation. */
  body: string;
  /** Columns of indentation of `text`. */
  indent: number;
  group: string;
  rank: string;
  level: "" | "debug" | "info" | "warn" | "error";
  stamped: boolean;
  glog: boolean;
  time: string;
  code: boolean;
  language: string;
  environment: boolean;
  table: boolean;
  block: number;
  /** As long as the longest lines of its block and as wide as a terminal: its end may stand on the next line. */
  full: boolean;
  /** The nearest line of prose above announces an error ("I get the following error:"). */
  announced: boolean;
}

/** One report shape that stands on one line. */
export interface LineReader {
  shape: string;
  read(line: ReadLine): Reading | null;
}
