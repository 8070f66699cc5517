/** The labelled corpus: one issue a line of JSON. */
import { z } from "zod";

const labelledLine = z.object({
  line: z.string(),
  class: z.string().nullish(),
  /** The package that raises it. */
  origin: z.string().nullish(),
});

export const labelledIssueSchema = z.object({
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullable(),
  label: z.object({
    /** `error`: a failure with an error line in the text; `error-no-line`: without one; `no-error`: none. */
    kind: z.enum(["error", "error-no-line", "no-error"]),
    primary: z.array(labelledLine),
    noise: z.array(z.union([z.string(), z.object({ line: z.string() })])).default([]),
    tag: z.string().nullable().default(null),
    /** The tag and its close neighbours. */
    tags: z.array(z.string()).default([]),
    version: z.string().nullable(),
    reply: z.enum(["yes", "maybe", "no"]),
  }),
});

export type LabelledIssue = z.infer<typeof labelledIssueSchema>;

export class CorpusError extends Error {
  override name = "CorpusError";
}

/** @throws CorpusError naming the line (counted from 1) and what is wrong with it */
export function parseCorpus(text: string): LabelledIssue[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const checked = labelledIssueSchema.safeParse(readJson(line, index + 1));
    if (checked.success) return [checked.data];
    const [issue] = checked.error.issues;
    throw new CorpusError(`line ${index + 1}: ${issue!.path.join(".")}: ${issue!.message}`);
  });
}

function readJson(line: string, lineNumber: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CorpusError(`line ${lineNumber}: not JSON`);
  }
}
