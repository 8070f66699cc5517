import { readFileSync } from "node:fs";
import { Command } from "commander";
import { CATALOG_DIR } from "../catalog/folder.ts";
import { loadEntries } from "../catalog/load.ts";
import { type CatalogRecord, datasetSchema, recordSchema } from "../catalog/record.ts";
import { lintContext, loadSourceContext } from "../lint/context.ts";
import type { Finding } from "../lint/finding.ts";
import { lintCatalog, lintRecord } from "../lint/lint.ts";
import { makeCatalog } from "../match/catalog.ts";
import { loadSiteLayer } from "../match/site-layer.ts";
import { EXIT_FOUND_PROBLEMS, UserError } from "./exit.ts";

interface Options {
  records?: string[];
  catalog: string;
  json?: boolean;
}

/** `catalog lint`: every entry, some of them, or records in files; exit code 1 where something is found. */
export function catalogLintCommand(): Command {
  return new Command("lint")
    .description("check entries against the source and against each other")
    .argument("[slugs...]", "look only at these entries, with the whole catalog loaded")
    .option("--records <files...>", "check these records (JSON in the exported form) instead")
    .option("--catalog <dir>", "the catalog folder", CATALOG_DIR)
    .option("--json", "print the findings as one JSON array")
    .action(run);
}

async function run(slugs: string[], options: Options): Promise<void> {
  const { findings, checked } =
    options.records === undefined
      ? await lintEntries(slugs, options.catalog)
      : await lintRecords(options.records);
  if (options.json === true) process.stdout.write(`${JSON.stringify(findings)}\n`);
  else {
    for (const { file, key, reason } of findings)
      process.stdout.write(`${file}: ${key === "" ? "" : `${key}: `}${reason}\n`);
    process.stdout.write(`${checked}, ${findings.length} findings\n`);
  }
  if (findings.length > 0) process.exitCode = EXIT_FOUND_PROBLEMS;
}

interface Linted {
  findings: Finding[];
  /** What was looked at, in words. */
  checked: string;
}

/** Reads the files themselves: the built form is of the last build. */
async function lintEntries(slugs: string[], dir: string): Promise<Linted> {
  const catalog = makeCatalog(loadEntries(dir), loadSiteLayer(), "included");
  const entries = slugs.map((slug) => {
    const entry = catalog.entries.get(slug);
    if (entry === undefined) throw new UserError(`there is no entry ${slug}; find it with catalog search`);
    return entry;
  });
  const looked = slugs.length === 0 ? [...catalog.entries.values()] : entries;
  const findings = lintCatalog(lintContext(catalog, await loadSourceContext()), looked);
  return { findings, checked: `${looked.length} entries` };
}

async function lintRecords(files: string[]): Promise<Linted> {
  const records = files.map(readRecord);
  const source = await loadSourceContext();
  return {
    findings: records.flatMap((record) => lintRecord(record, source)),
    checked: `${records.length} records`,
  };
}

function readRecord(file: string): CatalogRecord {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UserError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const document = datasetSchema.safeParse(value);
  const record = document.success ? document.data.record : recordSchema.safeParse(value).data;
  if (record === undefined) throw new UserError(`${file} holds no record of schema version 2`);
  return record;
}
