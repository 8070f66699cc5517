/** An occurrence: an error seen in an issue, and the record it matches, if any. */
import type { Diagnosis } from "../diagnosis.ts";
import { fingerprintOf, maskMessage } from "../match/mask.ts";

export interface SeenIssue {
  number: number;
  title: string;
  url: string;
  author: string;
  state: "open" | "closed";
  createdAt: string;
}

export interface Occurrence {
  issue: SeenIssue;
  /** Slug of the entry; null for an error nobody has written about. */
  slug: string | null;
  backgroundTag: string | null;
  /** Same for the same unknown error of two reporters. */
  fingerprint: string;
  errorClass: string | null;
  maskedMessage: string;
}

/** The occurrence of an issue: its primary error, or the first it shows; none without an error. */
export function occurrenceOf(issue: SeenIssue, diagnosis: Diagnosis): Occurrence | null {
  const shown = diagnosis.primary?.error ?? diagnosis.errors[0]?.error;
  if (shown === undefined) return null;
  const entry = diagnosis.primary?.entry ?? null;
  return {
    issue,
    slug: entry?.slug ?? null,
    backgroundTag: entry?.backgroundTag ?? null,
    fingerprint: fingerprintOf(shown),
    errorClass: shown.errorClass,
    maskedMessage: maskMessage(shown.message),
  };
}
