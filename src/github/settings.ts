/**
 * The settings of one repository: `.github/sglang-triage.yml` on its default branch. One object from
 * the first day; whoever has no file gets dry run.
 */
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { SEVERITIES } from "../catalog/entry.ts";
import { DEFAULT_POLICY } from "../decide.ts";
import { DEFAULT_LABEL_PREFIX } from "../diagnosis.ts";

export const SETTINGS_PATH = ".github/sglang-triage.yml";

/** GitHub serves larger files differently, and no honest settings file comes near. */
const MAX_SETTINGS_LENGTH = 64_000;

const confidence = z.number().min(0).max(1);
/** GitHub refuses longer names. */
const labelName = z.string().min(1).max(50);

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export const settingsSchema = z.strictObject({
  /** False switches the bot off for this repository. */
  enabled: z.boolean().default(true),
  /** True: nothing is written to GitHub, only recorded what would have been. */
  dryRun: z.boolean().default(true),
  reply: z
    .strictObject({
      /** Least confidence for a comment. */
      minimumConfidence: confidence.default(DEFAULT_POLICY.replyConfidence),
      /** True: an error whose raise site alone is known gets a comment too; it says where, not why. */
      sitesWithoutEntry: z.boolean().default(DEFAULT_POLICY.sitesWithoutEntry),
      /** Severities that are worth a comment. */
      severities: z.array(z.enum(SEVERITIES)).default([...SEVERITIES]),
      /** Background tags that get a comment; null: all. */
      tags: z.array(z.string()).nullable().default(null),
    })
    .prefault({}),
  labels: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Stands before the background tag. */
      prefix: z.string().max(30).default(DEFAULT_LABEL_PREFIX),
      /** Least confidence for a label. */
      minimumConfidence: confidence.default(DEFAULT_POLICY.labelConfidence),
      /** A label of the repository's own for a background tag. */
      map: z.record(z.string(), labelName).default({}),
      /** False: only labels that the repository has are added. */
      create: z.boolean().default(true),
      /** Stands before the severity in a second label; null: no such label. */
      severityPrefix: z.string().max(30).nullable().default(null),
    })
    .prefault({}),
  comments: z
    .strictObject({
      /** Whose logs are answered: those of the issue's author, or anyone's where the author's have no answer. */
      from: z.enum(["author", "anyone"]).default("anyone"),
      /** Issues that are older, in days, are left alone unless a command asks. */
      maxAgeDays: z.number().int().min(0).max(10_000).default(14),
    })
    .prefault({}),
  commands: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** Least role that may give every command. */
      minimumRole: z.enum(["triage", "write", "maintain", "admin"]).default("triage"),
      /** Whether an issue's author may ask for another look, say that the answer is wrong, and ask for help. */
      author: z.boolean().default(true),
    })
    .prefault({}),
  caps: z
    .strictObject({
      /** Most first comments a day (UTC) in this repository. */
      commentsPerDay: z.number().int().min(0).max(1_000).default(50),
    })
    .prefault({}),
  ignore: z
    .strictObject({
      /** Logins whose issues get no answer. */
      authors: z.array(z.string()).default([]),
      /** Issues with one of these labels get no answer. */
      labels: z.array(z.string()).default([]),
      /** Numbers of issues that are never touched. */
      issues: z.array(z.number().int().positive()).default([]),
    })
    .prefault({}),
  digest: z
    .strictObject({
      enabled: z.boolean().default(true),
      weekday: z.enum(WEEKDAYS).default("monday"),
      /** 0 to 23, in `timeZone`. */
      hour: z.number().int().min(0).max(23).default(7),
      timeZone: z.string().refine(isTimeZone, "not a time zone, such as Europe/Berlin").default("UTC"),
    })
    .prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/** Why a settings file cannot be used; the message is fit for maintainers. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Reads the text of a settings file; an empty one gives the defaults.
 * @throws SettingsError naming each key and what is wrong with it
 */
export function parseSettings(text: string): Settings {
  if (text.length > MAX_SETTINGS_LENGTH)
    throw new SettingsError(`longer than ${MAX_SETTINGS_LENGTH} characters`);
  const checked = settingsSchema.safeParse(readYaml(text) ?? {});
  if (checked.success) return checked.data;
  const reasons = checked.error.issues.map((issue) => {
    const key = issue.path.join(".");
    if (issue.code === "unrecognized_keys") return `unknown key ${[...issue.path, issue.keys[0]].join(".")}`;
    return key === "" ? issue.message : `${key}: ${issue.message}`;
  });
  throw new SettingsError(reasons.join("; "));
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new SettingsError(`not readable as YAML: ${(error as Error).message.split("\n")[0]}`);
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
