/**
 * The entry: what a person writes about one kind of error. The schema is ours and strict: an
 * unknown key is an error, so that a misspelt one cannot be lost in silence.
 */
import { z } from "zod";
import { parseTemplate, TemplateError } from "./template.ts";

const sentence = z.string().trim().min(10);

const templateText = z.string().superRefine((text, context) => {
  try {
    parseTemplate(text);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    context.addIssue({ code: "custom", message: error.message });
  }
});

const frameSchema = z.strictObject({
  /** End of the path, at a folder boundary ("sglang/srt/models/llama.py"), or a folder with "/" at its end. */
  file: z.string().min(3).optional(),
  /** Name of the function, or several of which one must fit. */
  function: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  /** The echoed source line, as a template ("assert self.quant_method is not None"). */
  source: templateText.optional(),
  /** `innermost`: the last frame of the trace. Default: any frame. */
  where: z.enum(["innermost", "anywhere"]).default("anywhere"),
});

const matcherSchema = z
  .strictObject({
    /** Class names without module ("RuntimeError" fits "torch.RuntimeError"), or dotted for exactly that one. */
    class: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
    /** Template of the message; `null` for an error whose message says nothing. */
    message: templateText.nullable().optional(),
    /** Must fit in order; the message may begin with something else unless `start` is true. */
    start: z.boolean().default(false),
    /** Every one must be found. */
    frames: z.array(frameSchema).default([]),
    /** Package whose file the innermost frame is in ("torch", "sglang", "flashinfer"). */
    origin: z.string().optional(),
    /** Further text that must stand in the message; each is a template. */
    also: z.array(templateText).default([]),
    /** Text that must not stand in the message; each is a template. */
    not: z.array(templateText).default([]),
  })
  .refine((matcher) => matcher.message != null || matcher.frames.length > 0, {
    message: "a matcher needs a message or a frame: a class alone says too little",
  });

/** What a condition looks at: exactly one of the three. */
const subject = {
  /** Name of a captured value. */
  capture: z.string().optional(),
  /** Field of the environment ("sglang", "torch", "cuda", "gpu", "gpuCount", "vendor", "driver", "image"). */
  environment: z.string().optional(),
  /** Launch flag ("--tp-size"). */
  flag: z.string().startsWith("--").optional(),
};

const value = z.union([
  z.string(),
  z.number(),
  z.strictObject({ capture: z.string() }),
  z.strictObject({ flag: z.string() }),
]);

/** One condition; conditions are declarative and linear, never code. Sizes compare by their units. */
const conditionSchema = z
  .strictObject({
    ...subject,
    present: z.boolean().optional(),
    equals: value.optional(),
    notEquals: value.optional(),
    oneOf: z
      .array(z.union([z.string(), z.number()]))
      .min(1)
      .optional(),
    contains: z.string().optional(),
    lessThan: value.optional(),
    greaterThan: value.optional(),
    /** The subject, times this factor, is less than the value given as `lessThan` or `greaterThan`. */
    factor: z.number().positive().optional(),
    versionBelow: z.string().optional(),
    versionAtLeast: z.string().optional(),
    /** For lists: every element is the same. */
    allEqual: z.boolean().optional(),
    /** For two lists of one length: the first difference stands at or behind half of the list, and the last elements differ. */
    differsAtEndFrom: z.strictObject({ capture: z.string() }).optional(),
    /** For two lists: every pair differs. */
    differsEverywhereFrom: z.strictObject({ capture: z.string() }).optional(),
  })
  .refine(
    (condition) =>
      [condition.capture, condition.environment, condition.flag].filter((it) => it !== undefined).length ===
      1,
    {
      message: "a condition looks at exactly one of capture, environment, flag",
    },
  );

const caseSchema = z.strictObject({
  /** All must hold; one whose subject is unknown does not hold. */
  when: z.array(conditionSchema).min(1),
  /** The sentence the reply shows first; may use {captures}. */
  say: sentence,
  /** Numbers of the solutions that move to the front, counted from 1. */
  first: z.array(z.number().int().positive()).default([]),
  /** A message, as printed, for which this case is chosen (with environment and flags where it needs them). */
  example: z.strictObject({
    message: z.string(),
    environment: z.record(z.string(), z.string()).default({}),
    flags: z.record(z.string(), z.string()).default({}),
  }),
});

const exampleSchema = z.union([
  z.string().min(3),
  /** With the frames of its traceback, for entries known by a frame. */
  z.strictObject({ text: z.string().min(3) }),
]);

const releaseName = z.string().regex(/^\d+\.\d+[\w.]*$/, "a release is written without v, such as 0.5.9");

export const SEVERITIES = ["critical", "error", "warning", "info"] as const;

export const ERROR_TYPES = [
  "exception",
  "validation",
  "assertion",
  "log",
  "http",
  "argument",
  "exit",
  "native",
  "build",
] as const;

export const entrySchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/, "an id is 16 hex digits"),
  /** Class shown for the entry, without module; null where the shape has none (native lines). */
  class: z.string().nullable(),
  /** The message's template, as the reply's heading shows it. */
  message: templateText,
  type: z.enum(ERROR_TYPES),
  httpStatus: z.number().int().min(400).max(599).nullable().default(null),
  severity: z.enum(SEVERITIES),
  /** Package that raises it: "sglang", "torch", "python", "cuda", "nccl", "triton", "flashinfer" … */
  origin: z.string(),
  tags: z.array(z.string()).min(1),
  /** True for a family ("KeyError in load_weights"): a more specific entry wins, alone it gives no reply. */
  generic: z.boolean().default(false),
  /** Where the code raises it, in SGLang's source; the first is the record's. */
  sites: z
    .array(
      z.strictObject({
        project: z.string().default("sgl-project/sglang"),
        file: z.string(),
        /** Qualified ("CommonKVManager.prepare_dcp_token_item_lens"); null for module level. */
        function: z.string().nullable(),
        /** Template of the site where it is not the entry's own. */
        message: z.string().optional(),
        /** For errors Python raises implicitly: the line at `commit` that raises. */
        line: z.number().int().positive().optional(),
        /** Full id of the commit that `line` was read at. */
        commit: z
          .string()
          .regex(/^[0-9a-f]{40}$/)
          .optional(),
      }),
    )
    .default([]),
  /** Pinned link to the raising line of a package below SGLang, where one is known. */
  sourceUrl: z.url().nullable().default(null),
  match: z.array(matcherSchema).min(1),
  /** What each captured value means. */
  captures: z.record(z.string(), z.string()).default({}),
  documentation: sentence.min(60),
  triggers: sentence,
  situations: z.array(sentence).min(1),
  solutions: z.array(sentence).min(2),
  cases: z.array(caseSchema).default([]),
  exampleFix: z.string().nullable().default(null),
  handlingStrategy: z
    .enum(["validation", "retry", "fallback", "configuration", "upgrade", "report", "none"])
    .nullable()
    .default(null),
  validationCode: z.string().nullable().default(null),
  typeGuard: z.string().nullable().default(null),
  tryCatchPattern: z.string().nullable().default(null),
  prevention: z.array(sentence).min(1),
  /** Slugs of entries, or message templates of raise sites without one. */
  related: z.array(z.string()).default([]),
  /** Releases the advice holds for; null: no limit known. */
  holdsFor: z
    .strictObject({ from: releaseName.nullable().default(null), to: releaseName.nullable().default(null) })
    .default({ from: null, to: null }),
  /** First release in which SGLang no longer fails this way. */
  fixedIn: releaseName.nullable().default(null),
  /** Upstream issues, pull requests, commits, documentation. */
  references: z.array(z.url()).default([]),
  /** How this entry differs from another one of the same template. */
  differs: z.string().optional(),
  examples: z.strictObject({
    positive: z.array(exampleSchema).min(1),
    nearMiss: z.array(exampleSchema).min(1),
  }),
  /** Who read it against the source last, and at which commit of it; an entry without never reaches a reply. */
  reviewed: z
    .strictObject({
      date: z.iso.date(),
      commit: z.string().regex(/^[0-9a-f]{40}$/),
    })
    .nullable(),
  /** Where the record was analysed first, for entries that came in with an id. */
  provenance: z
    .strictObject({ commit: z.string().regex(/^[0-9a-f]{40}$/), date: z.iso.datetime() })
    .optional(),
});

/** An entry as it stands in its file. */
export type EntryText = z.infer<typeof entrySchema>;

/** An entry as the catalog holds it: with what its place in the tree says. */
export interface Entry extends EntryText {
  slug: string;
  backgroundTag: string;
  /** Path of its file below the catalog folder, for error messages. */
  path: string;
}

export type Matcher = EntryText["match"][number];
export type FrameMatcher = Matcher["frames"][number];
export type Condition = EntryText["cases"][number]["when"][number];
export type EntryCase = EntryText["cases"][number];
