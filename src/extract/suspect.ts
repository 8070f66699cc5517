/**
 * The gate before the readers: almost every line of a log is none of their business.
 * Each word here is part of what some reader looks for; a line without any is passed over at once.
 */
import { findWords } from "./words.ts";

export const SUSPECT_WORDS = [
  "rror",
  "xcept",
  "ail",
  "RROR",
  "atal",
  "ssert",
  "annot",
  "message",
  "status",
  "WARN ",
  "panicked",
  "out of ",
  "upported",
  "what()",
  "atchdog",
  "ault",
  "ndefined",
  "nvalid",
  "NVSHMEM",
  "too many",
  "leak ",
  "hit config",
  "9999: ",
  "signal ",
  "in use",
  "Timeout ",
  "OutOf",
  "Interrupt",
  "Exit",
  "StopIter",
  "The system",
  "ERR0",
  "Offline",
  "Disconnected",
  '"detail"',
  '"msg"',
  "No solution",
  "curl: (",
  "Killed",
  "not compatible",
  "fallen off",
  "build stopped",
  "Unable to",
  "Could not",
  "o module",
  "ot found",
  "can't ",
  "NIXL_ERR",
  "STATUS_",
  "no parent",
  "initialization: ",
  "Root cause",
  "core dumped",
  "run successfully",
  "ecause ",
  "conflict is",
  "NVRM",
  "FATAL: kernel",
] as const;

/** What Chinese reports write in front of a message; a program's own message may hold none of the words above. */
export const SAID_IN_CHINESE = ["报错", "错误"] as const;

const FINDER = findWords(SUSPECT_WORDS);

/** May some reader know the line? */
export function isSuspect(body: string): boolean {
  return FINDER.within(body) || SAID_IN_CHINESE.some((words) => body.includes(words));
}
