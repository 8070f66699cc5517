/** The part of an entry's schema that lets the values of a report speak: conditions and what follows from them. */
import { z } from "zod";
import { sentence } from "./sentence.ts";

const value = z.union([
  z.string(),
  z.number(),
  z.strictObject({ capture: z.string() }),
  z.strictObject({ flag: z.string() }),
]);

const otherList = z.strictObject({ capture: z.string() });

/** One condition; conditions are declarative and linear, never code. */
const conditionSchema = z
  .strictObject({
    capture: z.string().optional().describe("Look at a captured value, by its name."),
    environment: z
      .string()
      .optional()
      .describe(
        "Look at a field of the reporter's environment: sglang, torch, cuda, gpu, gpuCount, vendor, driver, image …",
      ),
    flag: z.string().startsWith("--").optional().describe('Look at a launch flag ("--tp-size").'),
    present: z.boolean().optional().describe("Whether the report shows it at all."),
    equals: value.optional().describe("A value, or another capture or flag; sizes compare by their units."),
    notEquals: value.optional(),
    oneOf: z
      .array(z.union([z.string(), z.number()]))
      .min(1)
      .optional(),
    contains: z.string().optional().describe("Text that stands in it, whatever its case."),
    lessThan: value.optional(),
    greaterThan: value.optional(),
    factor: z
      .number()
      .positive()
      .optional()
      .describe("The value looked at, times this, is what lessThan and greaterThan compare."),
    versionBelow: z.string().optional(),
    versionAtLeast: z.string().optional(),
    allEqual: z.boolean().optional().describe("For lists: every element is the same."),
    differsAtEndFrom: otherList
      .optional()
      .describe(
        "For two lists of one length: the first difference stands at or behind half of the list, and all behind it differ.",
      ),
    differsEverywhereFrom: otherList.optional().describe("For two lists of one length: every pair differs."),
  })
  .refine(
    (condition) =>
      [condition.capture, condition.environment, condition.flag].filter((it) => it !== undefined).length ===
      1,
    {
      message: "a condition looks at exactly one of capture, environment, flag",
    },
  );

export const caseSchema = z.strictObject({
  when: z
    .array(conditionSchema)
    .min(1)
    .describe("All must hold; one whose subject the report does not show does not hold."),
  say: sentence.describe("The sentence the reply shows first; may use {captures}."),
  first: z
    .array(z.number().int().positive())
    .default([])
    .describe("Numbers of the solutions that move to the front, counted from 1."),
  example: z
    .strictObject({
      message: z.string(),
      environment: z.record(z.string(), z.string()).default({}),
      flags: z.record(z.string(), z.string()).default({}),
    })
    .describe("A message, as printed, for which this case is chosen, with environment and flags it needs."),
});
