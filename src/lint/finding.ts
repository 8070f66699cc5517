/** What the lint finds, and the one interface of its rules. */
import type { Entry } from "../catalog/entry.ts";
import type { LintContext } from "./context.ts";

export interface Finding {
  /** Path of the entry below the catalog folder, or the id of an imported record. */
  file: string;
  /** Path to the key it is about ("solutions[1]"). */
  key: string;
  /** What is wrong, with a did-you-mean where there is one. */
  reason: string;
}

/** One thing that must be so; the findings say where it is not. Pure: the context holds all it looks at. */
export type Rule = (entry: Entry, context: LintContext) => Finding[];
