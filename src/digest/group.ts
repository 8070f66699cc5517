/** Occurrences by what they are: known errors by record, unknown ones by fingerprint. */
import type { Occurrence, SeenIssue } from "./occurrence.ts";

export interface Group {
  /** Slug of the entry, or null for an unknown error. */
  slug: string | null;
  backgroundTag: string | null;
  errorClass: string | null;
  maskedMessage: string;
  /** Each issue once, newest first. */
  issues: SeenIssue[];
  /** Distinct authors: one person with five issues is one. */
  reporters: number;
}

/** Most reporters first, then most issues, then the newest. */
export function groupOccurrences(occurrences: Occurrence[]): Group[] {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    const key = occurrence.slug ?? occurrence.fingerprint;
    groups.set(key, [...(groups.get(key) ?? []), occurrence]);
  }
  return [...groups.values()].map(toGroup).sort(compareGroups);
}

function toGroup(occurrences: Occurrence[]): Group {
  const { slug, backgroundTag, errorClass, maskedMessage } = occurrences[0]!;
  const issues = [...new Map(occurrences.map(({ issue }) => [issue.number, issue])).values()];
  issues.sort((a, b) => b.number - a.number);
  const reporters = new Set(issues.map(({ author }) => author)).size;
  return { slug, backgroundTag, errorClass, maskedMessage, issues, reporters };
}

function compareGroups(a: Group, b: Group): number {
  return (
    b.reporters - a.reporters ||
    b.issues.length - a.issues.length ||
    b.issues[0]!.number - a.issues[0]!.number
  );
}
