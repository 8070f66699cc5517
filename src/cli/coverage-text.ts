/** The coverage report as people read it. What stands in it was written by strangers: it is made safe first. */
import { type Coverage, type UncoveredGroup, unanswered } from "../evaluate/coverage.ts";
import { bounded, codeSpan, safeText } from "../reply/escape.ts";

/** Issues named of a group; JSON names all. */
const SHOWN = 6;
const MAX_MESSAGE = 200;

export function coverageText(coverage: Coverage, limit: number): string {
  const shown = coverage.groups.slice(0, limit);
  return [summaryOf(coverage, shown.length), "", ...shown.map(paragraphOf)].join("\n");
}

export function coverageMarkdown(coverage: Coverage, limit: number): string {
  const shown = coverage.groups.slice(0, limit);
  return [
    summaryOf(coverage, shown.length),
    "",
    "| issues | without an answer | error | raised | known | examples |",
    "| ---: | ---: | --- | --- | --- | --- |",
    ...shown.map(rowOf),
    "",
  ].join("\n");
}

function summaryOf({ issues, errors, covered, groups }: Coverage, shown: number): string {
  const more = shown < groups.length ? `, ${shown} shown` : "";
  return `${issues} issues, ${errors} root errors, ${covered} of them with an entry; ${groups.length} ${groups.length === 1 ? "kind" : "kinds"} without one${more}`;
}

function paragraphOf(group: UncoveredGroup): string {
  const lines = [
    `${String(group.issues.length).padStart(4)}  ${messageOf(group)}`,
    ...(group.frame === null ? [] : [`in ${lineOf(group.frame)}`]),
    knownOf(group),
    `${examplesOf(group).join(" ")} (${unanswered(group)} without an answer)`,
  ];
  return `${lines.join("\n      ")}\n`;
}

function rowOf(group: UncoveredGroup): string {
  const cells = [
    String(group.issues.length),
    String(unanswered(group)),
    codeSpan(messageOf(group)),
    group.frame === null ? "" : codeSpan(lineOf(group.frame)),
    group.site === null && group.generic === null ? group.known : codeSpan(knownOf(group)),
    examplesOf(group).join(" "),
  ];
  // A bar ends a cell even inside code.
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function messageOf({ errorClass, maskedMessage }: UncoveredGroup): string {
  const text = [errorClass, maskedMessage].filter((part) => part !== null && part !== "").join(": ");
  return lineOf(text === "" ? "(no message)" : text);
}

function lineOf(text: string): string {
  return bounded(safeText(text, MAX_MESSAGE).replace(/\s+/g, " "), MAX_MESSAGE + 40);
}

function knownOf({ site, generic }: UncoveredGroup): string {
  if (generic !== null) return `only the generic entry ${generic} fits`;
  if (site === null) return "no raise site prints it";
  const guard = site.guard === null ? "" : `, behind ${site.guard}`;
  return lineOf(`raise site ${site.id}, ${site.file}:${site.line} at ${site.release ?? "head"}${guard}`);
}

/** An address of another's choosing is shown only where it can be nothing else. */
function examplesOf({ issues }: UncoveredGroup): string[] {
  const names = issues
    .slice(0, SHOWN)
    .map(({ name }) => (/^(?:#\d+|https:\/\/[\w./#-]+)$/.test(name) ? name : "(address)"));
  return issues.length > SHOWN ? [...names, `and ${issues.length - SHOWN} more`] : names;
}
