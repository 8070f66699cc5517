/** The diagnosis: what is decided about a report. */
import type { Environment, ReportedError } from "./extract/report.ts";
import type { Advice } from "./match/advice.ts";
import type { Match } from "./match/match.ts";

/** `reply`: comment and label. `label`: label alone. `silent`: nothing. */
export type Decision = "reply" | "label" | "silent";

/** What stands before a background tag in a label, where a repository's settings say nothing else. */
export const DEFAULT_LABEL_PREFIX = "error/";

/** Why nothing is said: the kind of reason, for counters and tables. */
export type Silence =
  | "no-error"
  | "consequence-only"
  | "no-entry"
  | "title-only"
  | "no-report"
  | "site-only"
  | "generic-only"
  | "tie"
  | "unsure";

export interface Diagnosis {
  decision: Decision;
  /** Null when something is said. */
  silence: Silence | null;
  /** Why, in a few words fit for logs and the explain view. */
  reason: string;
  /** Of the primary match; 0 without one. */
  confidence: number;
  primary: Match | null;
  /** What to say about the primary match; null without an entry. */
  advice: Advice | null;
  /** Other errors of the report with an entry of another cause, best first; shown folded. */
  secondary: Match[];
  /** Every error, ranked, with its best match where there is one. */
  errors: { error: ReportedError; match: Match | null }[];
  environment: Environment;
  /** Background tags to label with, without prefix. */
  tags: string[];
}
