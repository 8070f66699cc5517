/** The entries as one JSON file: what the built program reads, since checking some hundred YAML files takes a second. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Entry } from "./entry.ts";
import { type EntrySet, loadEntries } from "./load.ts";
import type { BackgroundTag } from "./tags.ts";

const COMPILED_FILE = fileURLToPath(new URL("../../dist/compiled/entries.json", import.meta.url));

/** In the source tree the YAML files are what counts: the compiled form there may be of yesterday. */
const IS_BUILT = import.meta.url.endsWith(".js");

interface CompiledEntries {
  tags: [string, BackgroundTag][];
  entries: [string, Entry][];
}

/** Checks all entries and writes the compiled form. @throws CatalogError */
export function compileEntries(): void {
  const { tags, entries } = loadEntries();
  mkdirSync(dirname(COMPILED_FILE), { recursive: true });
  const compiled: CompiledEntries = { tags: [...tags], entries: [...entries] };
  writeFileSync(COMPILED_FILE, JSON.stringify(compiled));
}

/** @returns null where the program is not the built one */
export function readCompiledEntries(): EntrySet | null {
  if (!IS_BUILT || !existsSync(COMPILED_FILE)) return null;
  const { tags, entries } = JSON.parse(readFileSync(COMPILED_FILE, "utf8")) as CompiledEntries;
  return { tags: new Map(tags), entries: new Map(entries) };
}
