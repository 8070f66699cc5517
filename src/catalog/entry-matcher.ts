/** The part of an entry's schema that says which errors it is about. */
import { z } from "zod";
import { parseTemplate, TemplateError } from "./template.ts";

export const templateText = z.string().superRefine((text, context) => {
  try {
    parseTemplate(text);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    context.addIssue({ code: "custom", message: error.message });
  }
});

const oneOrMore = z.union([z.string(), z.array(z.string()).min(1)]);

const frameSchema = z.strictObject({
  file: z
    .string()
    .min(3)
    .optional()
    .describe(
      'End of the path, at a folder boundary ("sglang/srt/models/llama.py"), or a folder with "/" at its end.',
    ),
  function: oneOrMore.optional().describe("Name of the function, or several of which one must fit."),
  source: templateText
    .optional()
    .describe('The echoed source line, as a template ("assert self.quant_method is not None").'),
  where: z
    .enum(["innermost", "anywhere"])
    .default("anywhere")
    .describe("`innermost`: the last frame of the traceback. `anywhere`: any frame of it."),
});

export const matcherSchema = z
  .strictObject({
    class: oneOrMore
      .optional()
      .describe(
        'Class names without module ("RuntimeError" fits "torch.RuntimeError"), or dotted for exactly that one.',
      ),
    message: templateText
      .nullable()
      .optional()
      .describe(
        "Template of the message: literals and holes, {name} or {name:type} with a type of int, number, ident, " +
          "name, weight, path, version, hex, word; a literal brace is doubled. Null where the message says nothing.",
      ),
    start: z
      .boolean()
      .default(false)
      .describe("True: the message must begin with the template; false: something else may stand before it."),
    frames: z
      .array(frameSchema)
      .default([])
      .describe("Frames of the traceback; every one of these must be found."),
    origin: z
      .string()
      .optional()
      .describe('Package whose file the innermost frame is in ("torch", "sglang", "flashinfer").'),
    also: z
      .array(templateText)
      .default([])
      .describe("Further text that must stand in the message; each is a template."),
    not: z
      .array(templateText)
      .default([])
      .describe("Text that must not stand in the message; each is a template."),
  })
  .refine((matcher) => matcher.message != null || matcher.frames.length > 0, {
    message: "a matcher needs a message or a frame: a class alone says too little",
  });
