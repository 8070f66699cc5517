/**
 * Reads a repository's settings over the API: its own file over its organisation's. A file that cannot be used
 * counts as it last could; one that never could leaves the bot in dry run, whatever else is set.
 */
import { type CachedSettings, cacheSettings, readCachedSettings } from "../store/caches.ts";
import type { Database } from "../store/database.ts";
import type { Client } from "./client.ts";
import { unlessMissing } from "./found.ts";
import { splitRepository } from "./read-thread.ts";
import { SETTINGS_PATH, type Settings } from "./settings.ts";
import { type Layer, parseLayer, SettingsError, settingsOf } from "./settings-layers.ts";

export interface ReadSettings {
  settings: Settings;
  /** Why a file could not be used and what counts instead, fit for maintainers. */
  problem: string | null;
}

/** Keeps each repository's file as it last could be used. */
export interface SettingsMemory {
  lastGood(repository: string): Promise<CachedSettings | null>;
  keep(repository: string, file: { etag: string | null; content: string | null }): Promise<void>;
}

export function createSettingsMemory({ db }: Database, now: () => Date): SettingsMemory {
  return {
    lastGood: (repository) => readCachedSettings(db, repository),
    keep: (repository, file) => cacheSettings(db, repository, { ...file, fetchedAt: now() }),
  };
}

/** For commands that keep no store. */
export const NO_SETTINGS_MEMORY: SettingsMemory = { lastGood: async () => null, keep: async () => {} };

interface ReadLayer {
  layer: Layer | null;
  problem: string | null;
  /** The file cannot be used and never could. */
  unknown: boolean;
}

export async function readSettings(
  client: Client,
  repository: string,
  memory: SettingsMemory = NO_SETTINGS_MEMORY,
): Promise<ReadSettings> {
  const [owner] = splitRepository(repository);
  const places = [...new Set([`${owner}/.github`, repository])];
  const read: ReadLayer[] = [];
  for (const place of places) read.push(await readLayer(client, place, memory));
  const settings = settingsOf(
    repository,
    read.map(({ layer }) => layer ?? {}),
  );
  const problems = read.flatMap(({ problem }) => problem ?? []);
  return {
    settings: read.some(({ unknown }) => unknown) ? { ...settings, dryRun: true } : settings,
    problem: problems.length === 0 ? null : problems.join("\n"),
  };
}

async function readLayer(client: Client, repository: string, memory: SettingsMemory): Promise<ReadLayer> {
  const good = await memory.lastGood(repository);
  const file = await readFile(client, repository, good);
  try {
    const layer = file.content === null ? null : parseLayer(file.content);
    if (file !== good) await memory.keep(repository, file);
    return { layer, problem: null, unknown: false };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const instead =
      good === null ? "Until it can be read, nothing is written." : "Until then it counts as it was before.";
    const problem = `${SETTINGS_PATH} of ${repository} cannot be used: ${error.message}. ${instead}`;
    const layer = good?.content == null ? null : parseLayer(good.content);
    return { layer, problem, unknown: good === null };
  }
}

/** @returns `good` itself where the file is still the same; a content of null where there is none */
async function readFile(
  client: Client,
  repository: string,
  good: CachedSettings | null,
): Promise<{ etag: string | null; content: string | null }> {
  const [owner, repo] = splitRepository(repository);
  const target = {
    owner,
    repo,
    path: SETTINGS_PATH,
    ...(good?.etag != null && { headers: { "if-none-match": good.etag } }),
  };
  try {
    const answer = await unlessMissing(
      () => client.rest.repos.getContent(target),
      good?.content == null ? 1 : undefined,
    );
    if (answer === null) return { etag: null, content: null };
    const { data, headers } = answer;
    const isFile = !Array.isArray(data) && data.type === "file" && "content" in data;
    const content = isFile ? Buffer.from(data.content, "base64").toString("utf8") : null;
    return { etag: headers.etag ?? null, content };
  } catch (error) {
    if ((error as { status?: number }).status === 304 && good !== null) return good;
    throw error;
  }
}
