/**
 * What the catalog does not know yet: errors of many issues without an entry, the same ones together, the
 * most frequent first. It is the work list for the next entries.
 */
import { DEFAULT_POLICY } from "../decide.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { ReportedError } from "../extract/report.ts";
import { maskMessage } from "../match/mask.ts";
import type { Match } from "../match/match.ts";
import type { ListedIssue } from "./issue-lines.ts";

/** What is known instead of an entry of its own. */
export type Known = "nothing" | "raise site" | "generic entry";

export interface UncoveredGroup {
  errorClass: string | null;
  /** What the reports have in common: the message with numbers, paths and the like replaced by marks. */
  maskedMessage: string;
  /** The innermost frame of a known project: "python/sglang/srt/x.py in load". */
  frame: string | null;
  /** Distinct issues that show it, in the order of the corpus. */
  issues: { name: string; answered: boolean }[];
  known: Known;
  /** Slug of the generic entry that fits it. */
  generic: string | null;
  site: UncoveredSite | null;
}

/** The raise site that makes the message. */
export interface UncoveredSite {
  id: string;
  file: string;
  /** First line of the statement. */
  line: number;
  /** Null: the newest commit known. */
  release: string | null;
  guard: string | null;
}

/** Path in a project's repository of a frame's file; null for files of no known project. */
export type ProjectPath = (file: string) => string | null;

export interface Coverage {
  /** Issues looked at. */
  issues: number;
  /** Root errors in them, each once an issue. */
  errors: number;
  /** Those that an entry of their own fits. */
  covered: number;
  /** The most frequent first. */
  groups: UncoveredGroup[];
}

export interface CoverageCounter {
  add(issue: ListedIssue, diagnosis: Diagnosis): void;
  result(): Coverage;
}

/** Counts issue by issue, so that a corpus of any length needs the memory of its groups alone. */
export function countCoverage(projectPath: ProjectPath): CoverageCounter {
  const groups = new Map<string, UncoveredGroup>();
  const counts = { issues: 0, errors: 0, covered: 0 };
  return {
    add({ name }, diagnosis) {
      counts.issues += 1;
      const seen = new Set<string>();
      for (const { error, match } of diagnosis.errors) {
        // Wrappers and consequences follow from an error that counts by itself.
        if (error.role !== "root") continue;
        const made = groupOf(error, match, projectPath);
        const key = keyOf(made);
        if (seen.has(key)) continue;
        seen.add(key);
        counts.errors += 1;
        if (match?.entry != null && !match.entry.generic) {
          counts.covered += 1;
          continue;
        }
        const group = groups.get(key) ?? made;
        groups.set(key, group);
        group.issues.push({ name, answered: diagnosis.decision === "reply" });
        group.site ??= made.site;
      }
    },
    result: () => ({ ...counts, groups: withoutFrameless(groups).sort(mostFrequent) }),
  };
}

function groupOf(error: ReportedError, match: Match | null, projectPath: ProjectPath): UncoveredGroup {
  const site = siteOf(match);
  const generic = match?.entry?.slug ?? null;
  return {
    errorClass: error.errorClass?.split(".").at(-1) ?? null,
    maskedMessage: maskMessage(error.message === "" ? statementOf(error) : error.message),
    frame: innermostFrame(error, projectPath),
    issues: [],
    known: generic !== null ? "generic entry" : site !== null ? "raise site" : "nothing",
    generic,
    site,
  };
}

/** What a bare class says is the statement that raised it, where the traceback shows it. */
function statementOf({ frames }: ReportedError): string {
  const source = frames.at(-1)?.source ?? "";
  return /^(?:assert|raise)\b/.test(source) ? source : "";
}

function innermostFrame({ frames }: ReportedError, projectPath: ProjectPath): string | null {
  for (const frame of frames.toReversed()) {
    const file = projectPath(frame.file);
    if (file !== null) return frame.function === null ? file : `${file} in ${frame.function}`;
  }
  return null;
}

/** A site whose message merely resembles the error's would send people to the wrong place. */
function siteOf(match: Match | null): UncoveredSite | null {
  if (match?.site == null || match.place === null) return null;
  if (match.confidence < DEFAULT_POLICY.replyConfidence) return null;
  const { file, firstLine, release } = match.place;
  return { id: match.site.id, file, line: firstLine, release, guard: match.site.guard };
}

function keyOf({ frame, ...group }: UncoveredGroup): string {
  return JSON.stringify([messageKey(group), frame]);
}

function messageKey({
  errorClass,
  maskedMessage,
}: Pick<UncoveredGroup, "errorClass" | "maskedMessage">): string {
  return JSON.stringify([errorClass, maskedMessage]);
}

/** A report without its traceback joins the largest group of its message that shows one. */
function withoutFrameless(groups: Map<string, UncoveredGroup>): UncoveredGroup[] {
  const framed = new Map<string, UncoveredGroup>();
  const all = [...groups.values()].map((group) => ({ ...group, issues: [...group.issues] }));
  for (const group of all) {
    const largest = framed.get(messageKey(group));
    if (group.frame !== null && (largest === undefined || group.issues.length > largest.issues.length))
      framed.set(messageKey(group), group);
  }
  return all.filter((group) => {
    const into = group.frame === null ? framed.get(messageKey(group)) : undefined;
    if (into === undefined) return true;
    into.issues.push(...group.issues.filter(({ name }) => into.issues.every((one) => one.name !== name)));
    return false;
  });
}

/** How many of a group's issues have no answer. */
export function unanswered({ issues }: UncoveredGroup): number {
  return issues.filter(({ answered }) => !answered).length;
}

function mostFrequent(a: UncoveredGroup, b: UncoveredGroup): number {
  return (
    b.issues.length - a.issues.length ||
    unanswered(b) - unanswered(a) ||
    (a.maskedMessage < b.maskedMessage ? -1 : a.maskedMessage > b.maskedMessage ? 1 : 0)
  );
}
