/** Reads the catalog folder: entries/<background-tag>/<slug>.yml and tags.yml. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml, YAMLParseError } from "yaml";
import type { z } from "zod";
import { type Entry, entrySchema } from "./entry.ts";
import { CATALOG_DIR } from "./folder.ts";
import { keyPath } from "./key-path.ts";
import { type BackgroundTag, tagsSchema } from "./tags.ts";

/** What a catalog folder holds. */
export interface EntrySet {
  tags: Map<string, BackgroundTag>;
  /** By slug, in the order of their paths. */
  entries: Map<string, Entry>;
}

/** One thing wrong with a catalog file. */
export interface CatalogProblem {
  /** Below the catalog folder. */
  file: string;
  /** Path to the key ("match[0].frames[1].file"), "" for the file as a whole. */
  key: string;
  reason: string;
}

export class CatalogError extends Error {
  override name = "CatalogError";
  readonly problems: CatalogProblem[];
  constructor(problems: CatalogProblem[]) {
    super(
      problems.map(({ file, key, reason }) => `${file}: ${key === "" ? "" : `${key}: `}${reason}`).join("\n"),
    );
    this.problems = problems;
  }
}

/**
 * Reads a catalog folder.
 * @throws CatalogError naming every file, key and reason; nothing is loaded in part.
 */
export function loadEntries(dir: string = CATALOG_DIR): EntrySet {
  const problems: CatalogProblem[] = [];
  const tags = readTags(dir, problems);
  const entries = new Map<string, Entry>();
  const ids = new Map<string, string>();
  for (const file of entryFiles(dir)) {
    const entry = readEntry(dir, file, problems);
    if (entry === null) continue;
    if (!tags.has(entry.backgroundTag)) {
      problems.push({
        file,
        key: "",
        reason: `the folder "${entry.backgroundTag}" is no background tag of tags.yml`,
      });
    }
    const twin = ids.get(entry.id) ?? entries.get(entry.slug)?.path;
    if (twin !== undefined) {
      const key = ids.has(entry.id) ? "id" : "";
      problems.push({
        file,
        key,
        reason: `${key === "id" ? `the id ${entry.id}` : `the slug ${entry.slug}`} is taken by ${twin}`,
      });
    }
    ids.set(entry.id, file);
    entries.set(entry.slug, entry);
  }
  if (problems.length > 0) throw new CatalogError(problems);
  return { tags, entries };
}

/** Reads the text of one entry file; `file` is its path below the catalog folder. */
export function parseEntry(text: string, file: string): { entry: Entry } | { problems: CatalogProblem[] } {
  const data = parseFile(text, file);
  if ("problems" in data) return data;
  const checked = entrySchema.safeParse(data.value);
  if (!checked.success) return { problems: problemsOf(checked.error, file) };
  const place = /^entries\/([^/]+)\/([^/]+)\.yml$/.exec(file);
  if (place === null)
    return {
      problems: [{ file, key: "", reason: "an entry stands at entries/<background-tag>/<slug>.yml" }],
    };
  const [, backgroundTag, slug] = place;
  if (!/^[a-z0-9][a-z0-9-]{0,49}$/.test(slug!)) {
    return { problems: [{ file, key: "", reason: "a slug is kebab-case, at most 50 characters" }] };
  }
  return { entry: { ...checked.data, backgroundTag: backgroundTag!, slug: slug!, path: file } };
}

function readTags(dir: string, problems: CatalogProblem[]): Map<string, BackgroundTag> {
  const file = "tags.yml";
  const data = parseFile(readFileSync(join(dir, file), "utf8"), file);
  const checked = "value" in data ? tagsSchema.safeParse(data.value) : null;
  if ("problems" in data) problems.push(...data.problems);
  else if (!checked!.success) problems.push(...problemsOf(checked!.error, file));
  return new Map(Object.entries(checked?.success ? checked.data : {}));
}

function entryFiles(dir: string): string[] {
  return readdirSync(join(dir, "entries"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yml"))
    .map((name) => `entries/${name.replaceAll("\\", "/")}`)
    .sort();
}

function readEntry(dir: string, file: string, problems: CatalogProblem[]): Entry | null {
  const result = parseEntry(readFileSync(join(dir, file), "utf8"), file);
  if ("entry" in result) return result.entry;
  problems.push(...result.problems);
  return null;
}

function parseFile(text: string, file: string): { value: unknown } | { problems: CatalogProblem[] } {
  try {
    // maxAliasCount 0: an entry needs no aliases, and nested ones are how YAML grows without bound.
    return { value: parseYaml(text, { maxAliasCount: 0 }) };
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof ReferenceError) {
      return {
        problems: [{ file, key: "", reason: `not readable as YAML: ${error.message.split("\n")[0]}` }],
      };
    }
    throw error;
  }
}

function problemsOf(error: z.ZodError, file: string): CatalogProblem[] {
  return error.issues.flatMap((issue) => {
    const path = keyPath(issue.path);
    if (issue.code !== "unrecognized_keys") return [{ file, key: path, reason: issue.message }];
    return issue.keys.map((key) => ({
      file,
      key: path === "" ? key : `${path}.${key}`,
      reason: "unknown key",
    }));
  });
}
