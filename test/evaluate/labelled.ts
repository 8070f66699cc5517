/** Labelled issues and catalogs, small ones, to judge the judges with. */
import { type LabelledIssue, labelledIssueSchema } from "../../src/evaluate/corpus.ts";
import { catalogOf } from "../match/builders.ts";

let number = 0;

export function labelled(
  body: string,
  label: Record<string, unknown>,
  more: { title?: string; number?: number } = {},
): LabelledIssue {
  number += 1;
  return labelledIssueSchema.parse({
    number,
    title: "It fails",
    body,
    ...more,
    label: { kind: "error", primary: [], version: null, reply: "yes", ...label },
  });
}

const entry = (message: string, more: Record<string, unknown> = {}) => ({
  class: "ValueError",
  message,
  match: [{ class: "ValueError", message }],
  captures: {},
  ...more,
});

/** Two causes whose messages begin alike, and a near miss of one of them. */
export const PUMPS = catalogOf({
  dry: entry("The pump of the cellar runs dry since noon", {
    tag: "water",
    examples: {
      positive: ["ValueError: The pump of the cellar runs dry since noon"],
      nearMiss: ["ValueError: The pump of the cellar runs fine since noon"],
    },
  }),
  hot: entry("The pump of the cellar glows red in the dark", {
    tag: "heat",
    examples: {
      positive: ["ValueError: The pump of the cellar glows red in the dark"],
      nearMiss: ["ValueError: The lamp of the attic glows red"],
    },
  }),
});

export const DRY = "ValueError: The pump of the cellar runs dry since noon";
export const HOT = "ValueError: The pump of the cellar glows red in the dark";
