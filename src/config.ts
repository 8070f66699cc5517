/** What an operator sets, from the environment. */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { DEFAULT_RETENTION, type Retention } from "./store/prune.ts";

/** How to reach GitHub as an app; null in the sandbox. */
export interface GitHubCredentials {
  appId: number;
  /** PEM. */
  privateKey: string;
  webhookSecret: string;
  /** Root of the REST API, without a slash at the end. */
  baseUrl: string;
}

/**
 * What a process does: `web` answers webhooks and serves pages, `worker` works on the queue, `all` does both.
 */
export const ROLES = ["all", "web", "worker"] as const;
export type Role = (typeof ROLES)[number];

export interface Config {
  role: Role;
  github: GitHubCredentials | null;
  /** False for a GitHub Enterprise server without rate limits: calls are then not spaced. */
  rateLimits: boolean;
  host: string;
  port: number;
  /** PostgreSQL, or null for the SQLite file in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Where people reach the pages, without a slash at the end; null: not told, replies then link to no page. */
  publicUrl: string | null;
  /** A git directory of SGLang to read source excerpts from, or null to read them from GitHub. */
  sourceGit: string | null;
  /** Issues worked on at once by this process. */
  concurrency: number;
  logLevel: string;
  retention: Retention;
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

const GITHUB_API = "https://api.github.com";

const daysFrom = (least: number) => {
  const problem = `is a number of days from ${least} to 36500`;
  return z.coerce.number(problem).int(problem).min(least, problem).max(36_500, problem);
};

const environmentSchema = z.object({
  APP_ID: z.string().regex(/^\d+$/, "is the app's number").optional(),
  PRIVATE_KEY: z.string().optional(),
  PRIVATE_KEY_PATH: z.string().optional(),
  WEBHOOK_SECRET: z.string().optional(),
  GITHUB_API_URL: z.url().optional(),
  GITHUB_RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  HOST: z.string().default("localhost"),
  PORT: z.coerce.number("is a number from 0 to 65535").int().min(0).max(65_535).default(3000),
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string().default("data"),
  PUBLIC_URL: z.url().optional(),
  SOURCE_GIT: z.string().optional(),
  // By default what GitHub's limits for one installation bear.
  CONCURRENCY: z.coerce.number("is a number from 1 to 64").int().min(1).max(64).default(4),
  KEEP_DELIVERIES_DAYS: daysFrom(4).default(DEFAULT_RETENTION.deliveries),
  KEEP_OCCURRENCES_DAYS: daysFrom(8).default(DEFAULT_RETENTION.occurrences),
  KEEP_FEEDBACK_DAYS: daysFrom(1).default(DEFAULT_RETENTION.feedback),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

type RawEnvironment = z.infer<typeof environmentSchema>;

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws ConfigError naming the variable, or the role, and what to do
 */
export function readConfig(environment: NodeJS.ProcessEnv, role: Role = "all"): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const checked = environmentSchema.safeParse(set);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new ConfigError(`${issue!.path.join(".")}: ${issue!.message}`);
  }
  const raw = checked.data;
  const config: Config = {
    role,
    github: readCredentials(raw),
    rateLimits: raw.GITHUB_RATE_LIMITS === "on",
    host: raw.HOST,
    port: raw.PORT,
    databaseUrl: raw.DATABASE_URL ?? null,
    dataDir: raw.DATA_DIR,
    publicUrl: raw.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    sourceGit: raw.SOURCE_GIT ?? null,
    concurrency: raw.CONCURRENCY,
    logLevel: raw.LOG_LEVEL,
    retention: {
      deliveries: raw.KEEP_DELIVERIES_DAYS,
      occurrences: raw.KEEP_OCCURRENCES_DAYS,
      feedback: raw.KEEP_FEEDBACK_DAYS,
    },
  };
  checkRole(config);
  return config;
}

/** A part of a server works with its other parts over the database they share. */
function checkRole({ role, databaseUrl, github }: Config): void {
  if (role === "all") return;
  if (databaseUrl === null)
    throw new ConfigError(
      `--role ${role} needs PostgreSQL: set DATABASE_URL. On SQLite one process does everything (--role all)`,
    );
  if (github === null)
    throw new ConfigError(
      `--role ${role} needs a GitHub App (APP_ID, PRIVATE_KEY, WEBHOOK_SECRET): the sandbox lives in a process with --role all`,
    );
}

function readCredentials(raw: RawEnvironment): GitHubCredentials | null {
  const key = readKey(raw);
  if (raw.APP_ID === undefined && key === null && raw.WEBHOOK_SECRET === undefined) return null;
  if (raw.APP_ID === undefined)
    throw new ConfigError("APP_ID is missing: it is the app's number on its settings page");
  if (key === null)
    throw new ConfigError(
      "PRIVATE_KEY or PRIVATE_KEY_PATH is missing: generate a key on the app's settings page",
    );
  // Probot would fall back to the word "development", and anybody could sign webhooks with that.
  if (raw.WEBHOOK_SECRET === undefined)
    throw new ConfigError("WEBHOOK_SECRET is missing: set the secret of the app's webhook");
  return {
    appId: Number(raw.APP_ID),
    privateKey: checkKey(key),
    webhookSecret: raw.WEBHOOK_SECRET,
    baseUrl: (raw.GITHUB_API_URL ?? GITHUB_API).replace(/\/+$/, ""),
  };
}

function readKey({ PRIVATE_KEY, PRIVATE_KEY_PATH }: RawEnvironment): string | null {
  if (PRIVATE_KEY !== undefined) return PRIVATE_KEY.replaceAll("\\n", "\n");
  if (PRIVATE_KEY_PATH === undefined) return null;
  try {
    return readFileSync(PRIVATE_KEY_PATH, "utf8");
  } catch (error) {
    throw new ConfigError(
      `PRIVATE_KEY_PATH: ${PRIVATE_KEY_PATH} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}

/** A key that is none would only fail at the first event, when nobody looks. */
function checkKey(key: string): string {
  try {
    createPrivateKey(key);
    return key;
  } catch {
    throw new ConfigError(
      "PRIVATE_KEY is not a private key in PEM form; its first line is -----BEGIN RSA PRIVATE KEY-----",
    );
  }
}
