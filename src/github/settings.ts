/**
 * The settings of one repository: `.github/sglang-triage.yml` on its default branch. One object from the first
 * day; whoever has no file gets dry run. The descriptions are what editors and docs/settings.md show.
 */
import { z } from "zod";
import { SEVERITIES } from "../catalog/entry.ts";
import { DEFAULT_POLICY } from "../decide.ts";
import { DEFAULT_LABEL_PREFIX } from "../diagnosis.ts";
import { isTitlePattern } from "./title-pattern.ts";

export const SETTINGS_PATH = ".github/sglang-triage.yml";

const confidence = z.number().min(0).max(1);
/** GitHub refuses longer names. */
const labelName = z.string().min(1).max(50);

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const catalogs = z.strictObject({
  projects: z
    .array(z.string().regex(/^[\w.-]+\/[\w.-]+$/, "a project is written owner/name"))
    .nullable()
    .default(null)
    .describe("Projects of the built-in catalog whose errors are known here, as owner/name; null: all."),
  folder: z
    .string()
    .regex(
      /^(?!\/)[\w./-]{1,200}(?<!\/)$/,
      "a path from the root of the repository, without a slash at the end",
    )
    .refine((path) => !path.split("/").includes(".."), "a path from the root of the repository")
    .nullable()
    .default(null)
    .describe(
      "Folder of this repository with entries of its own, each at <background-tag>/<slug>.yml; read every ten minutes. null: none.",
    ),
});

const reply = z.strictObject({
  minimumConfidence: confidence
    .default(DEFAULT_POLICY.replyConfidence)
    .describe("Least confidence for a comment, 0 to 1."),
  severities: z
    .array(z.enum(SEVERITIES))
    .default([...SEVERITIES])
    .describe("Severities that are worth a comment; the others get their label only."),
  tags: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe("Background tags that get a comment; null: all. The others get their label only."),
  sitesWithoutEntry: z
    .boolean()
    .default(DEFAULT_POLICY.sitesWithoutEntry)
    .describe("True: an error whose raise site alone is known gets a comment too; it says where, not why."),
});

const labels = z.strictObject({
  enabled: z.boolean().default(true).describe("False: no labels are added or removed."),
  prefix: z.string().max(30).default(DEFAULT_LABEL_PREFIX).describe("Stands before the background tag."),
  map: z
    .record(z.string(), labelName)
    .default({})
    .describe("From a background tag to a label that the repository has; it is never created or recoloured."),
  create: z.boolean().default(true).describe("False: only labels that the repository has are added."),
  severityPrefix: z
    .string()
    .max(30)
    .nullable()
    .default(null)
    .describe("Stands before the severity in a second label; null: no such label."),
  minimumConfidence: confidence
    .default(DEFAULT_POLICY.labelConfidence)
    .describe("Least confidence for a label, 0 to 1."),
});

const comments = z.strictObject({
  from: z
    .enum(["author", "anyone"])
    .default("anyone")
    .describe(
      "Whose logs are answered: the issue's author's, or anyone's where the author's have no answer.",
    ),
  maxAgeDays: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(14)
    .describe("Older issues that were never answered are left alone unless a command asks."),
});

const commands = z.strictObject({
  enabled: z.boolean().default(true).describe("False: nobody's commands are read."),
  minimumRole: z
    .enum(["triage", "write", "maintain", "admin"])
    .default("triage")
    .describe("Least role that may give every command."),
  author: z
    .boolean()
    .default(true)
    .describe(
      "Whether an issue's author may ask for another look, for help, and say that the answer is wrong.",
    ),
});

const ignore = z.strictObject({
  authors: z.array(z.string()).default([]).describe("Logins whose issues get no answer."),
  labels: z.array(z.string()).default([]).describe("Issues with one of these labels get no answer."),
  titles: z
    .array(z.string().max(200).refine(isTitlePattern, "not a pattern of plain text and (.+?)"))
    .default([])
    .describe("Issues whose title holds one of these, capitals or not; (.+?) stands for any text."),
  issues: z
    .array(z.number().int().positive())
    .default([])
    .describe("Numbers of issues that are never touched."),
});

const caps = z.strictObject({
  commentsPerDay: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(50)
    .describe("Most first comments a day (UTC) in the repository; a stop is told to its maintainers."),
});

const digest = z.strictObject({
  enabled: z.boolean().default(true).describe("False: no weekly digest."),
  weekday: z.enum(WEEKDAYS).default("monday").describe("The day it is written."),
  hour: z.number().int().min(0).max(23).default(7).describe("The hour, 0 to 23, in `timeZone`."),
  timeZone: z
    .string()
    .refine(isTimeZone, "not a time zone, such as Europe/Berlin")
    .default("UTC")
    .describe('A name of the time zone database ("Europe/Berlin").'),
  issues: z
    .enum(["weekly", "rolling"])
    .default("weekly")
    .describe("weekly: an issue each week, the one before closed; rolling: one issue that is edited."),
});

export const settingsSchema = z.strictObject({
  enabled: z.boolean().default(true).describe("False switches the bot off for this repository."),
  dryRun: z
    .boolean()
    .default(true)
    .describe("True: issues are read and nothing is written to them; the log says what would have been."),
  catalogs: catalogs.prefault({}).describe("Which errors are known."),
  reply: reply.prefault({}).describe("What gets a comment."),
  labels: labels.prefault({}).describe("What labels look like."),
  comments: comments.prefault({}).describe("Which logs and issues are answered."),
  commands: commands.prefault({}).describe("Who may give commands."),
  ignore: ignore.prefault({}).describe("What is left alone. These lists add to those of the organisation."),
  caps: caps.prefault({}).describe("How much at most."),
  digest: digest.prefault({}).describe("The weekly summary of recurring errors."),
});

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
