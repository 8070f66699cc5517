/** Reads a repository's settings file over the API. */
import type { Client } from "./client.ts";
import { splitRepository } from "./read-thread.ts";
import { DEFAULT_SETTINGS, parseSettings, SETTINGS_PATH, type Settings, SettingsError } from "./settings.ts";

export interface ReadSettings {
  settings: Settings;
  /** Why the file could not be used; the settings are then the defaults, which write nothing. */
  problem: string | null;
}

export async function readSettings(client: Client, repository: string): Promise<ReadSettings> {
  const text = await readFile(client, repository);
  if (text === null) return { settings: DEFAULT_SETTINGS, problem: null };
  try {
    return { settings: parseSettings(text), problem: null };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { settings: DEFAULT_SETTINGS, problem: `${SETTINGS_PATH}: ${error.message}` };
  }
}

async function readFile(client: Client, repository: string): Promise<string | null> {
  const [owner, repo] = splitRepository(repository);
  try {
    const { data } = await client.rest.repos.getContent({ owner, repo, path: SETTINGS_PATH });
    if (Array.isArray(data) || data.type !== "file" || !("content" in data)) return null;
    return Buffer.from(data.content, "base64").toString("utf8");
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  }
}
