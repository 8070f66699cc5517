/**
 * The entry: what a person writes about one kind of error. The schema is ours and strict: an
 * unknown key is an error, so that a misspelt one cannot be lost in silence. Its descriptions are
 * what editors show (`entry-json-schema.ts`).
 */
import { z } from "zod";
import { caseSchema } from "./entry-case.ts";
import { matcherSchema, templateText } from "./entry-matcher.ts";
import { sentence } from "./sentence.ts";
import { unfinishedKeys } from "./unfinished.ts";

const exampleSchema = z.union([
  z.string().min(3),
  /** With the frames of its traceback, for entries known by a frame. */
  z.strictObject({ text: z.string().min(3) }),
]);

const releaseName = z.string().regex(/^\d+\.\d+[\w.]*$/, "a release is written without v, such as 0.5.9");
const commitId = z.string().regex(/^[0-9a-f]{40}$/, "a commit is written as its 40 hex digits");
const code = z.string().nullable().default(null);

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

const siteSchema = z.strictObject({
  project: z.string().default("sgl-project/sglang").describe('"owner/name" on GitHub.'),
  file: z.string().describe('Path from the root of the repository ("python/sglang/srt/server_args.py").'),
  function: z
    .string()
    .nullable()
    .describe('Qualified name ("CommonKVManager.prepare_dcp_token_item_lens"); null for module level.'),
  message: z.string().optional().describe("Template of the site where it is not the entry's own."),
  line: z
    .number()
    .int()
    .positive()
    .optional()
    .describe("For errors that Python raises by itself: the line at `commit` that raises."),
  commit: commitId.optional().describe("Full id of the commit that `line` was read at."),
});

export const entrySchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/, "an id is 16 hex digits")
      .describe("16 hex digits, the entry's own for good: it stays when slug or message change."),
    class: z
      .string()
      .nullable()
      .describe("Class shown for the entry, without module; null where the shape has none (native lines)."),
    message: templateText.describe(
      "The message's template, as the reply's heading shows it: {name} for each value.",
    ),
    type: z.enum(ERROR_TYPES).describe("What kind of statement makes the message."),
    httpStatus: z.number().int().min(400).max(599).nullable().default(null),
    severity: z
      .enum(SEVERITIES)
      .describe(
        "critical: the server cannot start or dies, or data is wrong; error: a request or feature fails; warning: degraded.",
      ),
    origin: z
      .string()
      .describe(
        'Package that raises it: "sglang", "torch", "python", "cuda", "nccl", "triton", "flashinfer" …',
      ),
    tags: z.array(z.string()).min(1).describe("Words to find it by, kebab-case."),
    generic: z
      .boolean()
      .default(false)
      .describe(
        'True for a family ("KeyError in load_weights"): a more specific entry wins, alone it gives no reply.',
      ),
    sites: z
      .array(siteSchema)
      .default([])
      .describe("Where the code raises it, in SGLang's source; the first is the record's."),
    sourceUrl: z
      .url()
      .nullable()
      .default(null)
      .describe("Pinned link to the raising line of a package below SGLang, where one is known."),
    match: z.array(matcherSchema).min(1).describe("Which errors it is about: one of these must fit."),
    captures: z
      .record(z.string(), z.string())
      .default({})
      .describe("What the value of each hole of the matchers means."),
    documentation: sentence
      .min(60)
      .describe("The cause as the code says it: which condition fails, and where its two sides come from."),
    triggers: sentence.describe("When the statement is reached."),
    situations: z.array(sentence).min(1).describe("What people were doing when they met it."),
    solutions: z
      .array(sentence)
      .min(2)
      .describe(
        "In the order to try them; each one imperative sentence with the exact flag, command or value.",
      ),
    cases: z
      .array(caseSchema)
      .default([])
      .describe("Conditions on the report's values that choose the sentence shown first."),
    exampleFix: code.describe("Commands or code before and after the fix."),
    handlingStrategy: z
      .enum(["validation", "retry", "fallback", "configuration", "upgrade", "report", "none"])
      .nullable()
      .default(null),
    validationCode: code.describe("Python that checks beforehand."),
    typeGuard: code.describe("Python that tells the case apart."),
    tryCatchPattern: code.describe("Python that handles it."),
    prevention: z.array(sentence).min(1).describe("What keeps it from coming back."),
    related: z
      .array(z.string())
      .default([])
      .describe("Slugs of entries, or message templates of raise sites without one."),
    holdsFor: z
      .strictObject({ from: releaseName.nullable().default(null), to: releaseName.nullable().default(null) })
      .default({ from: null, to: null })
      .describe("First and last release the advice holds for; null: no limit known."),
    fixedIn: releaseName
      .nullable()
      .default(null)
      .describe(
        "First release in which SGLang no longer fails this way; older reporters are told to upgrade.",
      ),
    references: z
      .array(z.url())
      .default([])
      .describe("Upstream issues, pull requests, commits, documentation."),
    differs: z.string().optional().describe("How this entry differs from another one of the same template."),
    examples: z
      .strictObject({
        positive: z.array(exampleSchema).min(1).describe("Messages as printed, which this entry must win."),
        nearMiss: z.array(exampleSchema).min(1).describe("Messages like it, which it must not match."),
      })
      .describe("What the lint tries the matchers on; {text: …} holds a message with its traceback."),
    reviewed: z
      .strictObject({ date: z.iso.date(), commit: commitId })
      .nullable()
      .describe(
        "When somebody last read it against the source, and at which commit. Null: a draft, which never reaches a reply.",
      ),
    provenance: z
      .strictObject({ commit: commitId, date: z.iso.datetime() })
      .optional()
      .describe("Where the record was analysed first, for entries that came in with an id."),
  })
  .superRefine((entry, context) => {
    // Whoever says that it was read against the source has nothing left to do.
    if (entry.reviewed === null) return;
    for (const { path, mark } of unfinishedKeys(entry))
      context.addIssue({ code: "custom", path, message: `reviewed, but unfinished: ${mark}` });
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
