import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { stringify } from "yaml";
import { entryOfRecord } from "../catalog/entry-of-record.ts";
import { CATALOG_DIR } from "../catalog/folder.ts";
import { loadEntries, parseEntry } from "../catalog/load.ts";
import { PatternError } from "../catalog/message-pattern.ts";
import { type CatalogRecord, datasetSchema, recordSchema } from "../catalog/record.ts";
import { EXIT_FOUND_PROBLEMS, UserError } from "./exit.ts";
import { readInput } from "./input.ts";

/** `catalog import`: records from elsewhere become entries that nobody has reviewed yet. */
export function catalogImportCommand(): Command {
  return new Command("import")
    .description("take records in: one document, a list, or a folder of documents")
    .argument("<path>", "a JSON file or a folder of them")
    .option("--catalog <dir>", "the catalog folder to write to", CATALOG_DIR)
    .action((path: string, { catalog }: { catalog: string }) => {
      const known = new Set([...loadEntries(catalog).entries.values()].map(({ id }) => id));
      let refused = 0;
      for (const { record, from } of readRecords(path)) {
        const outcome = known.has(record.id) ? "known already, kept as it is" : importRecord(record, catalog);
        if (outcome.startsWith("refused")) refused += 1;
        process.stdout.write(`${record.id}\t${record.slug}\t${outcome}\t${from}\n`);
      }
      if (refused > 0) process.exitCode = EXIT_FOUND_PROBLEMS;
    });
}

/** @returns what became of it, in words */
function importRecord(record: CatalogRecord, catalog: string): string {
  const file = `entries/${record.backgroundTag}/${record.slug}.yml`;
  if (existsSync(join(catalog, file))) return "refused: another entry has its slug";
  try {
    const text = stringify(entryOfRecord(record), { lineWidth: 110 });
    const checked = parseEntry(text, file);
    if ("problems" in checked)
      return `refused: ${checked.problems.map(({ key, reason }) => `${key}: ${reason}`).join("; ")}`;
    mkdirSync(dirname(join(catalog, file)), { recursive: true });
    writeFileSync(join(catalog, file), text);
    return "imported, not reviewed: read it against the source, then catalog lint";
  } catch (error) {
    if (error instanceof PatternError) return `refused: messagePattern: ${error.message}`;
    throw error;
  }
}

interface ReadRecord {
  record: CatalogRecord;
  from: string;
}

function readRecords(path: string): ReadRecord[] {
  const files =
    existsSync(path) && statSync(path).isDirectory()
      ? readdirSync(path)
          .sort()
          .map((name) => join(path, name))
      : [path];
  return files.filter((file) => file === path || file.endsWith(".json")).flatMap(readFile);
}

/** @throws UserError naming the file, the key and what is wrong with it */
function readFile(file: string): ReadRecord[] {
  const data = parseJson(file);
  const list = Array.isArray(data) ? data : isList(data) ? data.records : [data];
  return list.map((item: unknown) => {
    const wrapped = datasetSchema.safeParse(item);
    const checked = wrapped.success
      ? { success: true as const, data: wrapped.data.record }
      : recordSchema.safeParse(inner(item));
    if (checked.success) return { record: checked.data, from: file };
    const [issue] = checked.error.issues;
    const key = issue!.code === "unrecognized_keys" ? issue!.keys[0] : issue!.path.join(".");
    throw new UserError(`${file}: ${key}: ${issue!.message}`, EXIT_FOUND_PROBLEMS);
  });
}

/** Of a document the record is what a message about its keys has to name. */
function inner(item: unknown): unknown {
  return typeof item === "object" && item !== null && "record" in item ? item.record : item;
}

function isList(data: unknown): data is { records: unknown[] } {
  return typeof data === "object" && data !== null && "records" in data && Array.isArray(data.records);
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readInput(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UserError(`${file}: not JSON`, EXIT_FOUND_PROBLEMS);
    throw error;
  }
}
