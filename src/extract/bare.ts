/**
 * Errors that stand alone on a line: a class without its traceback, in code or in mid-sentence;
 * command-line tools, pip, log lines at level ERROR, and lines that the reporter announces as the error.
 */
import type { ClassSpan } from "./class-name.ts";
import { isErrorName, isSpecificErrorName, readClassAt, readDottedName } from "./class-name.ts";
import type { LineReader, Reading, ReadLine } from "./finding.ts";
import { cutAtMark, findInside, furtherErrors } from "./inside.ts";
import { headsFailure } from "./quoted.ts";

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

/** In a table, a message ends with its cell. */
function cutAtCell(message: string, line: ReadLine): string {
  const end = line.table ? message.indexOf("|") : -1;
  return end === -1 ? message : message.slice(0, end).trim();
}

/** "RuntimeError in llava image encoding: …": code that catches an error and prints where; all of it is its message. */
function readClassWithPlace(text: string): ClassSpan | null {
  const span = readDottedName(text, 0);
  if (span === null || !isSpecificErrorName(span.name) || !text.startsWith(" in ", span.end)) return null;
  const colon = text.indexOf(": ", span.end);
  if (colon === -1 || colon - span.end > 60 || text.slice(span.end, colon).includes(".")) return null;
  return { ...span, end: -1 };
}

/** `ValueError: …` at the line's start, marks around it allowed. */
export const classLineReader: LineReader = {
  shape: "class-line",
  read(line) {
    const text = peel(line.body);
    const span = readClassAt(text, 0) ?? readClassWithPlace(text);
    if (span === null) return null;
    const more = furtherErrors(line, text, span.end);
    const opened = line.code ? "" : line.body.slice(0, line.body.indexOf(text));
    const whole = text.slice(span.end + 1, more.cut).trim();
    const message = cutAtCell(more.readings.length > 0 ? cutAtMark(whole, opened) : whole, line);
    // A class alone in prose is a mention; alone in a log it is the error.
    if (message === "" && !(line.code && isErrorName(span.name))) return null;
    if (message === "" && text.length === span.end && !line.code) return null;
    const reading: Reading = {
      errorClass: span.name,
      message,
      shape: "class-line",
      strength: "named",
      continues: true,
    };
    if (more.readings.length > 0) {
      reading.more = more.readings;
      reading.continues = line.code;
    }
    if (line.code || line.stamped || line.announced || isSpecificErrorName(span.name)) return reading;
    // "Exception: …" in prose may be a word like any other: "**Exception**: if the flag is set, …".
    if (!opened.includes("`") && !/^[^*_].{11}/.test(message)) return null;
    return { ...reading, strength: "mentioned" };
  },
};

/** "Error message: `KeyError: 'x'`", "… failed with RuntimeError: …". */
export const classInsideReader: LineReader = {
  shape: "class-inside",
  read(line) {
    const text = line.body;
    if (!text.includes(":")) return null;
    const span = findInside(line, text, 0);
    if (span === null) return null;
    const more = furtherErrors(line, text, span.end);
    const whole = text.slice(span.end + 1, more.cut).trim();
    const before = text.slice(Math.max(0, span.start - 160), span.start);
    const message = cutAtCell(cutAtMark(whole, before), line);
    if (message === "") return null;
    const strength = line.code || line.stamped ? "named" : "mentioned";
    const reading: Reading = {
      errorClass: span.name,
      message,
      shape: "class-inside",
      strength,
      continues: line.code,
    };
    if (more.readings.length > 0) reading.more = more.readings;
    return reading;
  },
};

/** The program's name in front of "error: ", at the line's start or, in a sentence, with an ending. */
const PROGRAM = /(?:^[\w./-]{1,80}|(?:^|[\s`"'(*])[\w./-]{1,80}\.(?:py|sh|exe)|__main__\.py)$/;
/** What argparse says, whoever's name stands before it. */
const ARGPARSE =
  /\berror: (?=unrecognized arguments: |argument -|the following arguments are required: |ambiguous option: )/;

/** "Error: …", "报错信息：…": what stands behind is the message; in Chinese only words of a program are, so not the reporter's own. */
const PLAIN =
  /^(?:(?:Error|error): {1,4}|(?:报错|错误)(?:信息|内容|提示|日志)?(?:[是为])?[:：] {0,4}(?=\W{0,3}[A-Za-z][\w'.:-]{1,80} [\w'"`([]))/;

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
    if (text.includes("error: ")) {
      const at = text.indexOf(": error: ");
      const program = at !== -1 && PROGRAM.test(text.slice(Math.max(0, at - 100), at));
      const argparse = program ? null : ARGPARSE.exec(text);
      const start = program ? at + 9 : argparse !== null ? argparse.index + 7 : -1;
      if (start !== -1) {
        const message =
          start > 9 && !line.code ? text.slice(start).replace(/[`"*)]{1,3}$/, "") : text.slice(start);
        const strength = line.code || at <= 80 ? "named" : "mentioned";
        return { errorClass: null, message, shape: "argparse", strength };
      }
    }
    if (line.code || line.announced || !line.environment) {
      const peeled = peel(text);
      const plain = PLAIN.exec(peeled);
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

/** SGLang's heading of the error that it answers a request with; older releases print nothing behind it. */
const REQUEST_HEADING = "Error in request:";

/**
 * A log record that begins with words of failure and has no level that says otherwise ("INFO Could not …, will try
 * …" is how programs tell of a second way); or the shell's "Killed".
 */
export const failureReader: LineReader = {
  shape: "log-failure",
  read(line): Reading | null {
    const { body } = line;
    if (body === REQUEST_HEADING) return null;
    const calm = line.level === "debug" || line.level === "info";
    const failed = line.stamped && !calm && (FAILURE_START.test(body) || headsFailure(body));
    if (!failed && !(line.code && body === "Killed")) return null;
    return {
      errorClass: null,
      message: body.startsWith(REQUEST_HEADING) ? body.slice(REQUEST_HEADING.length).trim() : body,
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
