import { z } from "zod";

/** Background tags are kebab-case words. */
export const TAG_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** GitHub cuts a label's description at 100 characters and refuses longer ones. */
const tagSchema = z.strictObject({
  /** Six hex digits, without "#", as GitHub's label API takes them. */
  color: z.string().regex(/^[0-9a-fA-F]{6}$/, "a colour is six hex digits without #"),
  definition: z.string().min(10).max(200),
  /** Tags that lose against this one where both fit. */
  over: z.array(z.string()).default([]),
});

export const tagsSchema = z.record(z.string().regex(TAG_NAME, "a tag is kebab-case"), tagSchema);

export type BackgroundTag = z.infer<typeof tagSchema>;
