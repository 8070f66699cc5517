/** What a comment says besides the answer, or instead of one: to those who gave a command. */
import type { Diagnosis } from "../diagnosis.ts";
import { bounded, codeSpan, safeText } from "./escape.ts";
import { writeMarker } from "./marker.ts";
import { proseLine } from "./prose.ts";

/** Asked for by a command, or the answer to one that cannot be done. */
export type Note =
  | { kind: "help" }
  | {
      kind: "failed";
      why: "unknown-command" | "unknown-entry" | "no-answer";
      /** The writer's own. */
      word: string;
      /** Slugs that may have been meant. */
      near: string[];
    };

const COMMANDS: [command: string, does: string][] = [
  ["/triage", "read the issue again, other people's logs included (also for the author)"],
  ["/triage explain", "show why this answer was given, or none"],
  [
    "/triage wrong [reason]",
    "take the answer and its label back and remember that it was wrong (also for the author)",
  ],
  ["/triage as SLUG", "answer with that entry of the list of known errors"],
  ["/triage silence", "say nothing more here"],
  ["/triage help", "show this list (also for the author)"],
];

export function noteText(note: Note): string {
  if (note.kind === "help") return helpText();
  switch (note.why) {
    case "no-answer":
      return "There is no answer here that could be wrong.";
    case "unknown-command":
      return `${codeSpan(safeText(`/triage ${note.word}`, 80))} is no command.\n\n${helpText()}`;
    case "unknown-entry": {
      const named =
        note.word === "" ? "A slug is missing" : `No entry is called ${codeSpan(safeText(note.word, 80))}`;
      const near = note.near.map((slug) => codeSpan(slug)).join(", ");
      return `${named}.${near === "" ? "" : ` Did you mean ${near}?`}`;
    }
  }
}

function helpText(): string {
  const rows = COMMANDS.map(([command, does]) => `- ${codeSpan(command)}: ${does}`);
  return [
    "**Commands**, at the start of a line of a comment, outside code and quotes, one a comment, for the triage role and above:",
    rows.join("\n"),
  ].join("\n\n");
}

const MAX_EVIDENCE = 8;
const MAX_ERRORS = 5;

/** Why the answer is what it is: the decision, the evidence, and what else was found. */
export function explanation(diagnosis: Diagnosis): string {
  const { primary, reason, confidence, errors } = diagnosis;
  const evidence = (primary?.evidence ?? [])
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MAX_EVIDENCE)
    .map(({ name, weight }) => `- ${proseLine(name)}: ${weight > 0 ? "+" : ""}${weight.toFixed(2)}`);
  const found = errors.slice(0, MAX_ERRORS).map(({ error, match }, index) => {
    const known = match === null ? "nothing known" : (match.entry?.slug ?? "a raise site alone");
    const place = error.part === "title" ? "title" : `line ${error.lineNumber}`;
    return `${index + 1}. ${place}, ${proseLine(error.role)}: ${codeSpan(bounded(known, 100))}${
      match === null ? "" : ` (confidence ${percent(match.confidence)})`
    }`;
  });
  return [
    `**Explanation**: ${proseLine(bounded(reason, 300))}${primary === null ? "" : `, confidence ${percent(confidence)}`}.`,
    evidence.length === 0 ? null : `Evidence, in log-odds:\n\n${evidence.join("\n")}`,
    found.length === 0 ? null : `Errors found, in their order:\n\n${found.join("\n")}`,
  ]
    .filter((part) => part !== null)
    .join("\n\n");
}

function percent(confidence: number): string {
  return `${Math.round(confidence * 100)} %`;
}

/** A comment that holds no answer. */
export function renderAsides(asides: string[]): string {
  return `${writeMarker([])}\n${[...asides, "---", "<sub>Written automatically.</sub>"].join("\n\n")}\n`;
}
