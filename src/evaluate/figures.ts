/** The figures by which extraction, matching and decisions are judged on labelled issues. */
import type { Diagnosis } from "../diagnosis.ts";
import type { ReportedError } from "../extract/report.ts";
import type { LabelledIssue } from "./corpus.ts";

/** What was diagnosed of one labelled issue. */
export interface EvaluatedIssue {
  issue: LabelledIssue;
  diagnosis: Diagnosis;
  /** Whether one of its primary lines, diagnosed alone, gives a record. */
  covered: boolean;
}

export interface Figure {
  name: string;
  /** What one of `of` is: "lines that were extracted", "replies" … */
  counts: string;
  /** Share, 0 to 1; null when nothing counts for it. */
  value: number | null;
  hits: number;
  of: number;
  /** Numbers of the issues that fell short. */
  short: number[];
}

type Row = { number: number; hit: boolean };

/**
 * All figures, in the order they are reported. For `noise`, `false extraction` and `false reply` a hit
 * is the fault, so their lists name the issues where the fault was seen.
 */
export function figuresOf(evaluated: EvaluatedIssue[]): Figure[] {
  const errors = evaluated.filter(({ issue }) => issue.label.kind === "error");
  const others = evaluated.filter(({ issue }) => issue.label.kind !== "error");
  const noErrors = evaluated.filter(({ issue }) => issue.label.kind === "no-error");
  const wanted = errors.filter(({ issue }) => issue.label.reply === "yes");
  const replied = errors.filter(({ diagnosis }) => diagnosis.decision === "reply");
  const versioned = evaluated.filter(({ issue }) => issue.label.version !== null);
  const wrongIsHit = true;
  return [
    figure(
      "lines exact",
      "lines extracted as errors",
      evaluated.flatMap((it) => it.diagnosis.errors.map(({ error }) => row(it, isExact(error, it.issue)))),
    ),
    figure(
      "extraction recall",
      "reports of an error",
      errors.map((it) =>
        row(
          it,
          it.diagnosis.errors.some(({ error }) => isPrimary(error, it.issue)),
        ),
      ),
    ),
    figure(
      "top-1",
      "reports of an error",
      errors.map((it) =>
        row(
          it,
          it.diagnosis.errors.slice(0, 1).some(({ error }) => isPrimary(error, it.issue)),
        ),
      ),
    ),
    figure("noise", "lines labelled as noise", evaluated.flatMap(noiseRows), wrongIsHit),
    figure(
      "false extraction",
      "reports without an error",
      noErrors.map((it) => row(it, it.diagnosis.errors.length > 0)),
      wrongIsHit,
    ),
    figure(
      "answered",
      "reports worth an answer",
      wanted.map((it) => row(it, it.diagnosis.decision === "reply")),
    ),
    figure(
      "answered of covered",
      "of those, reports whose line alone is known",
      wanted.filter(({ covered }) => covered).map((it) => row(it, it.diagnosis.decision === "reply")),
    ),
    figure(
      "right line",
      "replies",
      replied.map((it) => row(it, isPrimary(it.diagnosis.primary!.error, it.issue))),
    ),
    figure(
      "tag in set",
      "replies",
      replied.map((it) => row(it, tagInSet(it))),
    ),
    figure(
      "false reply",
      "reports without an error line",
      others.map((it) => row(it, it.diagnosis.decision !== "silent")),
      wrongIsHit,
    ),
    figure(
      "version",
      "reports that state a version",
      versioned.map((it) =>
        row(it, normalVersion(it.diagnosis.environment.sglang) === normalVersion(it.issue.label.version)),
      ),
    ),
  ];
}

function figure(name: string, counts: string, rows: Row[], wrongIsHit = false): Figure {
  const hits = rows.filter(({ hit }) => hit).length;
  const short = rows.filter(({ hit }) => hit === wrongIsHit).map(({ number }) => number);
  return {
    name,
    counts,
    value: rows.length === 0 ? null : hits / rows.length,
    hits,
    of: rows.length,
    short: [...new Set(short)],
  };
}

function row({ issue }: EvaluatedIssue, hit: boolean): Row {
  return { number: issue.number, hit };
}

/** The line of the text that an error says it stands on; null when there is none of that number. */
function textLine(error: ReportedError, issue: LabelledIssue): string | null {
  if (error.lineNumber === 0) return issue.title;
  const line = (issue.body ?? "").split("\n")[error.lineNumber - 1];
  return line === undefined ? null : line.replace(/\r$/, "");
}

function isExact(error: ReportedError, issue: LabelledIssue): boolean {
  return textLine(error, issue) === error.line;
}

function holds(line: string, labelled: string): boolean {
  return fold(line).includes(fold(labelled));
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Whether the error stands on a line that the label names. */
export function isPrimary(error: ReportedError, issue: LabelledIssue): boolean {
  return isExact(error, issue) && issue.label.primary.some(({ line }) => holds(error.line, line));
}

function noiseRows(it: EvaluatedIssue): Row[] {
  return it.issue.label.noise.map((noise) => {
    const line = typeof noise === "string" ? noise : noise.line;
    return row(
      it,
      it.diagnosis.errors.some(({ error }) => isExact(error, it.issue) && holds(error.line, line)),
    );
  });
}

/** Whether the reply's line and tag are both among the labelled ones. */
export function isReplyRight(it: EvaluatedIssue): boolean {
  return it.issue.label.kind === "error" && isPrimary(it.diagnosis.primary!.error, it.issue) && tagInSet(it);
}

function tagInSet({ issue, diagnosis }: EvaluatedIssue): boolean {
  const entry = diagnosis.primary?.entry;
  return entry != null && isLabelledTag(entry.backgroundTag, issue);
}

export function isLabelledTag(tag: string, { label }: LabelledIssue): boolean {
  return label.tags.includes(tag) || label.tag === tag;
}

function normalVersion(version: string | null): string | null {
  return version?.trim().toLowerCase().replace(/^v/, "").replace(/\+.*$/, "") ?? null;
}
