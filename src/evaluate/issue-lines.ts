/** Issues as lines of JSON: the labelled corpus, or any list with number or address, title, body and comments. */
import { z } from "zod";
import type { IssueText } from "../diagnose.ts";

const commentSchema = z.union([
  z.string(),
  z.object({ body: z.string().nullish(), id: z.union([z.string(), z.number()]).nullish() }),
]);

const issueSchema = z
  .object({
    number: z.number().int().nullish(),
    url: z.string().nullish(),
    title: z.string().nullish(),
    body: z.string().nullish(),
    comments: z.array(commentSchema).nullish(),
  })
  .refine(({ number, url }) => number != null || url != null, { message: "it has neither number nor url" });

export interface ListedIssue {
  /** Its address, or "#123" where it has none. */
  name: string;
  text: IssueText;
}

/** @returns what is wrong with the line, in words, where it is no issue */
export function readIssueLine(line: string): ListedIssue | { error: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { error: "not JSON" };
  }
  const checked = issueSchema.safeParse(value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const key = issue!.path.join(".");
    return { error: key === "" ? issue!.message : `${key}: ${issue!.message}` };
  }
  const { number, url, title, body, comments } = checked.data;
  const parts = (comments ?? []).map((comment, at) => ({
    kind: "comment" as const,
    id: typeof comment === "string" ? `comment ${at + 1}` : String(comment.id ?? `comment ${at + 1}`),
    author: "",
    text: typeof comment === "string" ? comment : (comment.body ?? ""),
  }));
  return {
    name: url ?? `#${number}`,
    text: {
      title: title ?? "",
      parts: [{ kind: "body", id: "body", author: "", text: body ?? "" }, ...parts],
    },
  };
}
