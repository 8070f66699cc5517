/**
 * The written layer of the package's catalog. The built program reads one JSON file with the entries and the
 * index of their messages, made at build time: checking some hundred YAML files takes a second.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readCompiledJson, writeCompiledJson } from "../catalog/compiled-json.ts";
import type { Entry } from "../catalog/entry.ts";
import { COMPILED_DIR, IS_BUILT } from "../catalog/folder.ts";
import type { EntrySet } from "../catalog/load.ts";
import type { BackgroundTag } from "../catalog/tags.ts";
import type { MadeAhead } from "./catalog.ts";
import { planEntryMatchers } from "./entry-matchers.ts";
import { phrasesOf } from "./sightings.ts";
import { type PackedPlan, packPlan, unpackPlan } from "./template-index.ts";

const COMPILED_FILE = join(COMPILED_DIR, "entries.json");

/** The libraries that read and check YAML are loaded only where they are needed: they take longer than a diagnosis. */
const loadEntries = IS_BUILT ? null : (await import("../catalog/load.ts")).loadEntries;

interface CompiledEntries {
  tags: [string, BackgroundTag][];
  entries: [string, Entry][];
  plan: PackedPlan;
  phrases: string[];
}

export interface EntryLayer {
  set: EntrySet;
  /** Null in the source tree, where nothing is made ahead. */
  made: MadeAhead | null;
}

/** Writes the compiled form of entries that have been checked; part of the build. */
export function compileEntryLayer(set: EntrySet): void {
  const reviewed = [...set.entries.values()].filter(({ reviewed }) => reviewed !== null);
  const compiled: CompiledEntries = {
    tags: [...set.tags],
    entries: [...set.entries],
    plan: packPlan(planEntryMatchers(reviewed)),
    phrases: phrasesOf(reviewed),
  };
  mkdirSync(COMPILED_DIR, { recursive: true });
  writeCompiledJson(COMPILED_FILE, compiled);
}

/**
 * @throws CatalogError in the source tree, for entries that are wrong
 * @throws Error in the built program, when its build was not finished
 */
export function loadEntryLayer(): EntryLayer {
  if (loadEntries !== null) return { set: loadEntries(), made: null };
  const compiled = readCompiledJson(COMPILED_FILE) as CompiledEntries | null;
  if (compiled === null) throw new Error(`${COMPILED_FILE} is missing: run \`npm run build\``);
  const { tags, entries, plan, phrases } = compiled;
  return {
    set: { tags: new Map(tags), entries: new Map(entries) },
    made: { plan: unpackPlan(plan), phrases },
  };
}
