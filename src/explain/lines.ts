/** An explanation as text for a terminal. */
import { makeVisible } from "../reply/invisible.ts";
import type { Candidate, ExplainedError, Explanation } from "./explain.ts";

const MAX_WIDTH = 200;

/** Lines without their ends; what the reporter wrote is cut and free of control characters. */
export function explanationLines(explanation: Explanation): string[] {
  const { decision, reason, confidence, thresholds, errors, dropped } = explanation;
  return [
    `Decision: ${decision}, ${reason}`,
    `Confidence ${confidence.toFixed(2)}; a comment takes ${thresholds.reply}, a label ${thresholds.label}.`,
    ...errors.flatMap((error, place) => ["", ...errorLines(error, place)]),
    ...(errors.length > 0
      ? []
      : dropped.length === 0
        ? ["", "No line has a word of failure."]
        : [
            "",
            "Looked at, and no error came of it:",
            ...dropped.flatMap(({ part, lineNumber, line, why }) => [
              `  ${place(part, lineNumber)}: ${shown(line)}`,
              `    ${why}`,
            ]),
          ]),
  ];
}

function errorLines(error: ExplainedError, number: number): string[] {
  const wraps = error.wraps === null ? "" : ` of error ${error.wraps + 1}`;
  const times = error.count > 1 ? `, seen ${error.count} times` : "";
  const innermost = error.frames.at(-1);
  return [
    `Error ${number + 1}: ${place(error.part, error.lineNumber)}, ${error.role}${wraps}, read as ${error.shape}${times}`,
    `  ${shown(error.line)}`,
    ...(innermost === undefined
      ? []
      : [
          `  ${error.frames.length} frames, the innermost ${shown(`${innermost.function ?? "?"} in ${innermost.file}`)}`,
        ]),
    `  ${error.standing}`,
    ...(error.candidates.length === 0
      ? ["  Nothing in the catalog fits."]
      : error.candidates.flatMap(candidateLines)),
    ...error.near.map(
      ({ slug, matcher, misses }) => `  near  ${slug} (matcher ${matcher}): ${shown(misses.join("; "))}`,
    ),
  ];
}

function candidateLines(candidate: Candidate): string[] {
  const { kind, name, id, backgroundTag, generic, score, confidence, outcome, why } = candidate;
  const what = kind === "entry" ? `${name} [${backgroundTag}]` : `raise site ${id} "${shown(name)}"`;
  return [
    `  ${outcome.padEnd(5)} ${what}${generic ? ", generic" : ""}: ${why}`,
    ...candidate.evidence.map(
      ({ name: kindOf, weight, detail }) => `        ${signed(weight)}  ${kindOf}: ${shown(detail)}`,
    ),
    `        ${signed(score)}  score, confidence ${confidence.toFixed(2)}`,
  ];
}

function place(part: string, lineNumber: number): string {
  if (part === "title" || lineNumber === 0) return "title";
  return part === "body" ? `line ${lineNumber}` : `line ${lineNumber} of ${part}`;
}

function signed(weight: number): string {
  return `${weight < 0 ? "-" : "+"}${Math.abs(weight).toFixed(2)}`;
}

function shown(text: string): string {
  // Cut before and after: making characters visible costs, and may lengthen.
  const line = makeVisible(text.slice(0, MAX_WIDTH * 2))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line;
}
