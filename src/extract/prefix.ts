/**
 * What stands before a message: log time stamps, ranks, containers, test runners, progress bars.
 * Each kind is one small eater behind one first-character switch; they run in turns until none fits,
 * because real lines carry several ("2025-…Z 2025-… - sglang - INFO - IndexError: …").
 */
import { openJsonLog, stripAnsi } from "./terminal.ts";

/** What the prefixes of a line say, and the text behind them. */
export interface Prefixed {
  /** The line's text behind the prefixes; its indentation is kept. */
  text: string;
  /** Who wrote the line when every line of that writer carries the mark ("rank0", "pid=616"); "" otherwise. */
  group: string;
  /** The rank mark of SGLang's own stamp ("DP0 TP1"): only the first line of a message carries it. */
  rank: string;
  /** Level the prefix names. */
  level: Level;
  /** A log stamp stands before the text, so a new log record begins here. */
  stamped: boolean;
  /** Time of the stamp as printed, fit for comparing within one log; "" where none is. */
  time: string;
  /** The stamp is glog's ("E0528 06:32:54.247906 735017 tcp_transport.cpp:136] "). */
  glog: boolean;
}

type Level = "" | "debug" | "info" | "warn" | "error";

const LEVELS: Record<string, Level> = {
  DEBUG: "debug",
  INFO: "info",
  NOTICE: "info",
  WARN: "warn",
  WARNING: "warn",
  ERROR: "error",
  CRITICAL: "error",
  FATAL: "error",
  SEVERE: "error",
  E: "error",
  F: "error",
  W: "warn",
  I: "info",
};

/** Prefixes stand at the front: no eater looks further than this. */
const REACH = 240;
const MAX_PREFIXES = 10;

interface Step {
  /** Where the text behind this prefix begins. */
  end: number;
  group?: string;
  rank?: string;
  level?: Level;
  stamped?: boolean;
  time?: string;
  glog?: boolean;
}

const ISO_STAMP = /\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/y;
const CLOCK = /\d\d:\d\d:\d\d(?:[.,]\d{1,9})?/y;
const SHORT_STAMP = /\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,9})?/y;
const BUILD_SECONDS = /\d{1,6}\.\d{1,3} /y;
const NAME_LEVEL = /(?: - [\w.:/-]{1,80}){0,3} - (DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)(?: -|:) ?/y;
const PIPED_LEVEL =
  / ?\| {0,3}(DEBUG|INFO|SUCCESS|WARNING|ERROR|CRITICAL) {0,8}\| {0,3}(?:stderr \| |stdout \| |[\w.<>]{1,80}:[\w<>]{1,80}:\d{1,6} - )?/y;
const PLAIN_LEVEL =
  /(?: {1,4}[\w.]{1,60}(?: \d{1,8})?)? {1,4}(DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)(?:: | {1,8})(?:[\w./-]{1,80}\.(?:py|rs|cc|cpp):\d{1,6}(?:\]| --) ?)?/y;
/** Rust's tracing: " ERROR sglang_router_rs::server: src/server.rs:830: ". */
const TRACING = / {1,4}(DEBUG|INFO|WARN|ERROR|TRACE) [\w:]{1,100}: (?:[\w./-]{1,100}\.rs:\d{1,6}: )?/y;
/** Ascend: "[ERROR] 2025-09-19-14:34:08 (PID:5625, Device:0, RankID:-1) ". */
const ASCEND_STAMP = /\d{4}-\d\d-\d\d-\d\d:\d\d:\d\d(?:[.\d]{0,12}) \(PID:[^)]{1,60}\) ?/y;
const STREAM_MARK = / (?:stderr|stdout) [FP] /y;
const GLOG = /\[?([EWIF])(\d{3,4}) \d\d:\d\d:\d\d\.\d{1,9}(?: {1,4}\d{1,9})? [\w./-]{1,120}:\d{1,6}\] ?/y;
const JOURNALD =
  /[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d [\w.-]{1,80}(?: [\w.@/-]{1,80})?(?:\[\d{1,8}\])?: /y;
const MPI_STAMP =
  /[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4}\[\d{1,5},\d{1,5}\]<std(?:err|out)>:/y;
const COMPOSE = /[\w.-]{1,60} {1,30}\| /y;
const LEVEL_STAMP =
  /(DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)(?::|) {1,4}(?=\d)(?:\d{4}-)?\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z?(?: {1,3}\[?[\w./-]{1,80}\.py:\d{1,6}\])?:? ?/y;
/** Python's own layout: "WARNING:sglang.srt.models.registry:". */
const LEVEL_NAME = /(DEBUG|INFO|WARNING|ERROR|CRITICAL):[A-Za-z_][\w.]{0,100}:(?=\S)/y;
const PROGRESS_TAIL = /\d{1,8}\/\d{1,8} \[[^\]]{0,60}\]/y;
const RANKS = /\b(?:(?:TP|DP|PP|EP|ATTN_TP|MOE_TP)\d{1,4} ?){1,6}/;
const RAY = /\((?:[\w.:<>[\], -]{0,100} )?pid=\d{1,9}(?:, ip=[\w.:-]{1,60})?(?:, [^)]{0,80})?\) ?/y;
const BRACKET_RANK = /\[(rank ?\d{1,5}|\d{1,5})\]: ?/y;
const BRACKET_LEVEL = /\[ ?(DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL) ?\]:? ?/y;
const PROCESS_GROUP = /\[(?:PG ID [^\]]{1,120}|Rank \d{1,5})\]:? /y;
const ADDRESS = /\[address=[^\]]{1,80}\] ?/y;
const BUILD_STEP = /#\d{1,4} (?:\d{1,6}\.\d{1,3} )?/y;
const GITHUB_LOG = /##\[error\]/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** "[2025-08-14 17:50:07 DP0 TP4] ", "[19:01:01 TP0] ", "[2025-… file.py:427 ERROR] ". */
function bracketStamp(text: string, at: number): Step | null {
  const stamp = match(ISO_STAMP, text, at + 1) ?? match(CLOCK, text, at + 1);
  if (stamp === null) return null;
  const close = text.indexOf("]", at + 1 + stamp[0].length);
  if (close === -1 || close - at > 120) return null;
  const rest = text.slice(at + 1 + stamp[0].length, close);
  let level: Level = "";
  const lastWord = rest.slice(rest.lastIndexOf(" ") + 1);
  if (Object.hasOwn(LEVELS, lastWord)) level = LEVELS[lastWord] ?? "";
  const rank = RANKS.exec(rest)?.[0].trim() ?? "";
  let end = close + 1;
  if (text.charCodeAt(end) === 32) end += 1;
  const named = /(DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL): {1,8}/y;
  const uvicorn = match(named, text, end);
  if (uvicorn !== null) {
    end += uvicorn[0].length;
    level = LEVELS[uvicorn[1] ?? ""] ?? level;
  }
  return { end, rank, level, stamped: true, time: stamp[0] };
}

function bracket(text: string, at: number): Step | null {
  const next = text.charCodeAt(at + 1);
  const rank = match(BRACKET_RANK, text, at);
  if (rank !== null) return { end: at + rank[0].length, group: (rank[1] ?? "").replace(" ", "") };
  if (next >= 48 && next <= 57) return bracketStamp(text, at);
  const glog = match(GLOG, text, at);
  if (glog !== null) {
    return { end: at + glog[0].length, level: LEVELS[glog[1] ?? ""] ?? "", stamped: true, glog: true };
  }
  const group = match(PROCESS_GROUP, text, at) ?? match(ADDRESS, text, at);
  if (group !== null) return { end: at + group[0].length };
  const level = match(BRACKET_LEVEL, text, at);
  if (level !== null)
    return { end: at + level[0].length, level: LEVELS[level[1] ?? ""] ?? "", stamped: true };
  if (text.startsWith("[Router (Rust)] ", at)) return { end: at + 16, stamped: true };
  return null;
}

function digits(text: string, at: number): Step | null {
  const stamp = match(ISO_STAMP, text, at) ?? match(SHORT_STAMP, text, at) ?? match(CLOCK, text, at);
  if (stamp !== null) {
    const end = at + stamp[0].length;
    const stream = match(STREAM_MARK, text, end);
    if (stream !== null) return { end: end + stream[0].length, stamped: false, time: stamp[0] };
    for (const pattern of [TRACING, NAME_LEVEL, PIPED_LEVEL, PLAIN_LEVEL]) {
      const found = match(pattern, text, end);
      if (found !== null) {
        const level = LEVELS[found[1] ?? ""] ?? "";
        return { end: end + found[0].length, level, stamped: true, time: stamp[0] };
      }
    }
    const after = text.charCodeAt(end);
    if (after === 58 && text.charCodeAt(end + 1) === 32)
      return { end: end + 2, stamped: true, time: stamp[0] };
    if (after === 32) return { end: end + 1, stamped: true, time: stamp[0] };
    return null;
  }
  const ascend = match(ASCEND_STAMP, text, at);
  if (ascend !== null) return { end: at + ascend[0].length, stamped: true };
  const seconds = match(BUILD_SECONDS, text, at);
  return seconds === null ? null : { end: at + seconds[0].length };
}

/** A progress bar glued in front: "Capturing batches: 30%|███   | 7/23 [00:56<00:51,  3.20s/it]". */
function progress(text: string, at: number): Step | null {
  const bar = text.indexOf("%|", at);
  if (bar === -1 || bar - at > 120) return null;
  const close = text.indexOf("| ", bar + 2);
  if (close === -1) return null;
  const tail = match(PROGRESS_TAIL, text, close + 2);
  if (tail === null) return null;
  return { end: close + 2 + tail[0].length };
}

function word(text: string, at: number): Step | null {
  const code = text.charCodeAt(at);
  if (code === 69 && text.startsWith("E   ", at)) return { end: at + 4 };
  if (code === 69 || code === 87 || code === 73 || code === 70) {
    const glog = match(GLOG, text, at);
    if (glog !== null) {
      return { end: at + glog[0].length, level: LEVELS[glog[1] ?? ""] ?? "", stamped: true, glog: true };
    }
  }
  if (code >= 65 && code <= 90) {
    const levelled = match(LEVEL_STAMP, text, at) ?? match(LEVEL_NAME, text, at);
    if (levelled !== null) {
      return { end: at + levelled[0].length, level: LEVELS[levelled[1] ?? ""] ?? "", stamped: true };
    }
    const system = match(MPI_STAMP, text, at) ?? match(JOURNALD, text, at);
    if (system !== null) return { end: at + system[0].length };
  }
  const compose = text.indexOf(" | ", at);
  if (compose !== -1 && compose - at < 80) {
    const found = match(COMPOSE, text, at);
    if (found !== null) return { end: at + found[0].length };
  }
  return null;
}

function eat(text: string, at: number): Step | null {
  const code = text.charCodeAt(at);
  if (code === 91) return bracket(text, at);
  if (code >= 48 && code <= 57) return digits(text, at) ?? word(text, at);
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return word(text, at);
  switch (code) {
    case 40: {
      const ray = match(RAY, text, at);
      if (ray === null) return null;
      const pid = /pid=\d+/.exec(ray[0]);
      return { end: at + ray[0].length, group: pid === null ? "" : pid[0] };
    }
    case 62: // "> " inside a fence, where Markdown's own quotes do not count
      return { end: text.charCodeAt(at + 1) === 32 ? at + 2 : at + 1 };
    case 124: // "| " of exception groups
    case 0x2502: // "│ " of terminal interfaces
      return text.charCodeAt(at + 1) === 32 ? { end: at + 2 } : null;
    case 60:
      return text.startsWith("<stderr>:", at) ? { end: at + 9 } : null;
    case 35: {
      const step = match(GITHUB_LOG, text, at) ?? match(BUILD_STEP, text, at);
      return step === null ? null : { end: at + step[0].length };
    }
    default:
      return null;
  }
}

/** Reads the prefixes of one line (without its line end). */
export function readPrefix(line: string): Prefixed {
  let text = stripAnsi(line);
  text = openJsonLog(text) ?? text;
  const carriage = text.lastIndexOf("\r");
  if (carriage !== -1) text = text.slice(carriage + 1);
  const out: Prefixed = { text, group: "", rank: "", level: "", stamped: false, time: "", glog: false };
  let at = 0;
  for (let turn = 0; turn < MAX_PREFIXES; turn += 1) {
    let probe = at;
    while (probe < text.length && probe - at < REACH && isSpace(text.charCodeAt(probe))) probe += 1;
    if (probe >= text.length) break;
    const step = eat(text, probe) ?? (text.charCodeAt(probe) < 128 ? progress(text, probe) : null);
    if (step === null || step.end > text.length) break;
    at = step.end;
    if (step.group) out.group = step.group;
    if (step.rank) out.rank = step.rank;
    if (step.level) out.level = step.level;
    if (step.stamped) out.stamped = true;
    if (step.glog) out.glog = true;
    if (step.time && !out.time) out.time = step.time;
  }
  if (at > 0) out.text = text.slice(at);
  return out;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0;
}
