/** No advice that fits every error. */
import type { Finding, Rule } from "../finding.ts";
import { proseOf } from "../prose.ts";

/** Openings of sentences that leave the work to the reader. */
const BANNED = [
  "check your",
  "check that",
  "check whether",
  "check if",
  "check the logs",
  "check for",
  "ensure",
  "make sure",
  "verify",
  "validate",
  "contact",
  "review",
  "consider",
  "be sure",
  "double-check",
  "investigate",
  "look into",
  "please",
  "try to",
  "try again",
  "consult",
  "refer to",
  "read the documentation",
  "see the documentation",
  "confirm that",
  "debug",
  "you should",
  "you may want",
  "reach out",
  "ask for help",
  "search for",
  "follow best",
];
const ADVICE = /^(?:solutions|prevention)\[/;

export const platitudes: Rule = (entry) =>
  proseOf(entry).passages.flatMap(({ key, text }): Finding[] => {
    if (!ADVICE.test(key)) return [];
    const opening = text.trimStart().toLowerCase();
    const found = BANNED.find(
      (banned) => opening.startsWith(banned) && !/\w/.test(opening[banned.length] ?? " "),
    );
    return found === undefined
      ? []
      : [{ file: entry.path, key, reason: `it opens with "${found}": say what to do, and with what` }];
  });
