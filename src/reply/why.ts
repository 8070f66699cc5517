/** The footer: why we think so, that it may be wrong, and how to say so. */
import type { Match } from "../match/match.ts";

/**
 * What each kind of evidence means to a reader, by the start of its name. The evidence's own detail
 * is for people who write entries and may quote the report: it is not shown.
 */
const REASONS: [start: string, words: string][] = [
  ["message", "the message has the known wording"],
  ["literal", "the message has the known wording"],
  ["class", "the class is the same"],
  ["frame", "the traceback passes through the code that raises it"],
  ["site", "the traceback passes through the code that raises it"],
  ["source", "the traceback shows the line that raises it"],
  ["origin", "it comes from the same package"],
  ["chain", "it stands first in the chain of errors"],
  ["position", "it stands first in the chain of errors"],
  ["role", "it stands first in the chain of errors"],
  ["release", "the release of the report has this check"],
  ["version", "the release of the report has this check"],
];

const MAX_REASONS = 3;

export function why(confidence: number, match: Match): string {
  const reasons = match.evidence
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ name }) => REASONS.find(([start]) => name.startsWith(start))?.[1] ?? []);
  const shown = joined([...new Set(reasons)].slice(0, MAX_REASONS));
  const because =
    match.evidence.length === 0
      ? "Named by a maintainer"
      : shown === ""
        ? "Found by its text"
        : `Why this answer: ${shown}`;
  return [
    "---",
    `<sub>${because} (confidence ${Math.round(confidence * 100)} %). Written automatically from a list of known errors, and it may be wrong: ` +
      "if it is, the issue's author or a maintainer takes it back with the comment `/triage wrong`, and a 👎 here counts too.</sub>",
  ].join("\n\n");
}

function joined(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
