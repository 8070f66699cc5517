/**
 * Errors that stand alone on a line: a class without its traceback, in code or in mid-sentence;
 * command-line tools, pip, log lines at level ERROR, and lines that the reporter announces as the error.
 */
import type { ClassSpan } from "./class-name.ts";
import {
  findClassInside,
  isErrorName,
  isSpecificErrorName,
  readClassAt,
  readDottedName,
} from "./class-name.ts";
import type { LineReader, Reading, ReadLine } from "./finding.ts";

/** Marks that people put around an error: emphasis, code spans, quotes, list bullets. */
const OPENING = new Set(["*", "`", "_", '"', "'", "“", "”", "【", "(", "-", "•", "·", "#", ":", "："]);
const CLOSING = new Set(["*", "`", '"', "”", "】"]);

/** Takes such marks (at most a dozen) off both ends. */
export function peel(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && start < 12 && (OPENING.has(text.charAt(start)) || text.charCodeAt(start) === 32))
    start += 1;
  if (start === 0) return text;
  const opened = text.slice(0, start);
  while (end > start && text.length - end < 12) {
    const mark = text.charAt(end - 1);
    if (mark === " ") end -= 1;
    else if (CLOSING.has(mark) && opened.includes(mark === "”" ? "“" : mark === "】" ? "【" : mark)) end -= 1;
    else break;
  }
  return text.slice(start, end);
}

/** Words in front of a class that make it code, not an error. */
const CODE_BEFORE =
  /\b(?:raise|except|print|return|class|import|assert|catch|throw|def)\b|logger\.|f"|f'|=> /;

function cutAtMark(message: string, before: string): string {
  // "… got `KeyError: 'x'` when loading": the message ends where its code span or emphasis does.
  const mark = before.endsWith("`") ? "`" : before.endsWith("**") ? "**" : before.endsWith('"') ? '"' : "";
  if (mark === "") return message;
  const end = mark === '"' ? message.lastIndexOf(mark) : message.indexOf(mark);
  return end > 0 ? message.slice(0, end).trim() : message;
}

/** In a table, a message ends with its cell. */
function cutAtCell(message: string, line: ReadLine): string {
  const end = line.table ? message.indexOf("|") : -1;
  return end === -1 ? message : message.slice(0, end).trim();
}

/** "RuntimeError in llava image encoding: …": code that catches an error and prints where. */
function readClassWithPlace(text: string): ClassSpan | null {
  const span = readDottedName(text, 0);
  if (span === null || !isSpecificErrorName(span.name) || !text.startsWith(" in ", span.end)) return null;
  const colon = text.indexOf(": ", span.end);
  if (colon === -1 || colon - span.end > 60 || text.slice(span.end, colon).includes(".")) return null;
  return { ...span, end: colon };
}

/** `ValueError: …` at the line's start, marks around it allowed. */
export const classLineReader: LineReader = {
  shape: "class-line",
  read(line) {
    const text = peel(line.body);
    const span = readClassAt(text, 0) ?? readClassWithPlace(text);
    if (span === null) return null;
    const message = cutAtCell(text.slice(span.end + 1).trim(), line);
    // A class alone in prose is a mention; alone in a log it is the error.
    if (message === "" && !(line.code && isErrorName(span.name))) return null;
    // "Exception: …" in prose is a word like any other.
    if (!line.code && !line.stamped && !line.announced && !isSpecificErrorName(span.name)) return null;
    if (message === "" && text.length === span.end && !line.code) return null;
    return { errorClass: span.name, message, shape: "class-line", strength: "named", continues: true };
  },
};

/** "Error message: `KeyError: 'x'`", "… failed with RuntimeError: …". */
export const classInsideReader: LineReader = {
  shape: "class-inside",
  read(line) {
    const text = line.body;
    if (!text.includes(":")) return null;
    const span = findClassInside(text);
    if (span === null || (!line.code && !isSpecificErrorName(span.name))) return null;
    const before = text.slice(Math.max(0, span.start - 160), span.start);
    if (isCode(line, before)) return null;
    const message = cutAtCell(cutAtMark(text.slice(span.end + 1).trim(), before), line);
    if (message === "") return null;
    const strength = line.code || line.stamped ? "named" : "mentioned";
    return { errorClass: span.name, message, shape: "class-inside", strength, continues: line.code };
  },
};

function isCode(line: ReadLine, before: string): boolean {
  if (/[("'{<]$/.test(before) && !/[:：\s]["']$/.test(before)) return true;
  if (!line.code)
    return CODE_BEFORE.test(before) && !/(?:raise[sd]?|throws?|return)[^\w(]{1,4}$/.test(before);
  return CODE_BEFORE.test(before) || /^\s*(?:#|\/\/)/.test(before);
}

const TOOL_ERROR = /^[\w./-]{1,80}: error: /;

/** argparse and compilers' drivers (`prog: error: …`), pip and docker (`ERROR: …`). */
export const toolReader: LineReader = {
  shape: "tool-error",
  read(line) {
    const text = line.body;
    if (text.startsWith("ERROR: ") || text.startsWith("ERROR - ")) {
      return {
        errorClass: null,
        message: text.slice(7).trim(),
        shape: "tool-error",
        strength: "named",
        continues: line.code,
      };
    }
    if (text.includes(": error: ") && TOOL_ERROR.test(text)) {
      const message = text.slice(text.indexOf(": error: ") + 9);
      return { errorClass: null, message, shape: "argparse", strength: "named" };
    }
    if (line.code || line.announced || !line.environment) {
      const peeled = peel(text);
      const plain = /^(?:Error|error): {1,4}/.exec(peeled);
      if (plain !== null) {
        const message = peeled.slice(plain[0].length).trim();
        if (message !== "") return { errorClass: null, message, shape: "plain-error", strength: "stated" };
      }
    }
    return null;
  },
};

/** A log record at level ERROR or worse. */
export const levelReader: LineReader = {
  shape: "log-level",
  read(line) {
    if (line.level !== "error" || !line.stamped || line.glog || line.body === "") return null;
    return { errorClass: null, message: line.body, shape: "log-level", strength: "stated" };
  },
};

const FAILURE_START =
  /^(?:Error |Failed to |Failed: |Cannot |Can't |Could not |Unable to |Unsupported |No module named |Invalid |Unknown |Missing )/;

/** A log record that begins with words of failure, whatever its level; or the shell's "Killed". */
export const failureReader: LineReader = {
  shape: "log-failure",
  read(line): Reading | null {
    const failed = line.stamped && line.level !== "debug" && FAILURE_START.test(line.body);
    if (!failed && !(line.code && line.body === "Killed")) return null;
    return {
      errorClass: null,
      message: line.body,
      shape: failed ? "log-failure" : "killed",
      strength: "stated",
      role: failed ? "root" : "consequence",
    };
  },
};

/** The first line of a fence that the prose above announces ("it shows the following error:"). */
export const announcedReader: LineReader = {
  shape: "announced",
  read(line): Reading | null {
    if (!line.announced || !line.code || line.stamped) return null;
    if (!FAILURE_START.test(line.body)) return null;
    return { errorClass: null, message: line.body, shape: "announced", strength: "stated" };
  },
};
