/** Settings from several places, the nearest last: what the bot knows of a project, its organisation's file, its own. Pure. */
import { parse as parseYaml } from "yaml";
import { type Settings, settingsSchema } from "./settings.ts";

/** Why a settings file cannot be used; the message is fit for maintainers. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** A settings file as written: only what it says, checked. */
export type Layer = Record<string, unknown>;

/** GitHub serves larger files differently, and no honest settings file comes near. */
const MAX_SETTINGS_LENGTH = 64_000;

/** What is right for a project whatever its file says. Issue 21065 of SGLang is a control switch. */
const BUILT_IN: Record<string, Layer> = { "sgl-project/sglang": { ignore: { issues: [21065] } } };

/** The settings of a single file's text; an empty one gives the defaults. @throws SettingsError */
export function parseSettings(text: string): Settings {
  return settingsSchema.parse(parseLayer(text));
}

/**
 * Reads the text of a settings file.
 * @throws SettingsError naming each key and what is wrong with it
 */
export function parseLayer(text: string): Layer {
  if (text.length > MAX_SETTINGS_LENGTH)
    throw new SettingsError(`longer than ${MAX_SETTINGS_LENGTH} characters`);
  const value = readYaml(text) ?? {};
  const checked = settingsSchema.safeParse(value);
  if (checked.success) return value as Layer;
  const reasons = checked.error.issues.map((issue) => {
    const key = issue.path.join(".");
    if (issue.code === "unrecognized_keys") return `unknown key ${[...issue.path, issue.keys[0]].join(".")}`;
    return key === "" ? issue.message : `${key}: ${issue.message}`;
  });
  throw new SettingsError(reasons.join("; "));
}

/** @param layers of the organisation and of the repository, the nearest last */
export function settingsOf(repository: string, layers: readonly Layer[]): Settings {
  const known = Object.hasOwn(BUILT_IN, repository) ? [BUILT_IN[repository]!] : [];
  return settingsSchema.parse([...known, ...layers].reduce((below, above) => merge(below, above), {}));
}

/** Keys of `above` win, key by key; what is to be left alone adds up. */
function merge(below: Layer, above: Layer, adds = false): Layer {
  const merged: Layer = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const present = Object.hasOwn(below, key) ? below[key] : undefined;
    if (isLayer(value) && isLayer(present)) merged[key] = merge(present, value, key === "ignore");
    else if (adds && Array.isArray(value) && Array.isArray(present))
      merged[key] = [...new Set([...present, ...value])];
    else merged[key] = value;
  }
  return merged;
}

function isLayer(value: unknown): value is Layer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new SettingsError(`not readable as YAML: ${(error as Error).message.split("\n")[0]}`);
  }
}
