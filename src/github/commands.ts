/** What people ask of the bot in a comment: one command a comment, at the start of a plain line. */
import { plainLines } from "./plain-lines.ts";

export type Command =
  /** Read the issue again, other people's logs and old issues included. */
  | { verb: "again" }
  | { verb: "explain" }
  | { verb: "wrong"; reason: string }
  | { verb: "as"; slug: string }
  | { verb: "silence" }
  | { verb: "help" }
  | { verb: "unknown"; word: string };

/** Longer words name nothing of ours, and are repeated in an answer. */
const MAX_WORD = 60;
const MAX_REASON = 500;

const NAME = "/triage";

/** The first command of a comment; null for the many without one. Pure and linear in the text. */
export function commandIn(text: string): Command | null {
  // Reading Markdown is for the few comments that could hold one.
  if (!/^ {0,3}\/triage(?=\s|$)/m.test(text)) return null;
  const line = plainLines(text).find((it) => /^ {0,3}\/triage(?=\s|$)/.test(it));
  if (line === undefined) return null;
  const words = line.trim().slice(NAME.length).trim();
  const space = words.search(/\s/);
  const verb = space < 0 ? words : words.slice(0, space);
  const rest = space < 0 ? "" : words.slice(space).trim();
  switch (verb.toLowerCase()) {
    case "":
      return { verb: "again" };
    case "explain":
    case "silence":
    case "help":
      return { verb: verb.toLowerCase() as "explain" | "silence" | "help" };
    case "wrong":
      return { verb: "wrong", reason: rest.slice(0, MAX_REASON) };
    case "as":
      return { verb: "as", slug: rest.split(/\s/)[0]!.replaceAll("`", "").slice(0, MAX_WORD) };
    default:
      return { verb: "unknown", word: verb.slice(0, MAX_WORD) };
  }
}
