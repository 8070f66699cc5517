import { readFileSync } from "node:fs";
import { Command } from "commander";
import { type CatalogRecord, datasetSchema, recordSchema } from "../catalog/record.ts";
import { lintContext, loadSourceContext } from "../lint/context.ts";
import type { Finding } from "../lint/finding.ts";
import { lintCatalog, lintRecord } from "../lint/lint.ts";
import { loadCatalog } from "../match/catalog.ts";
import { EXIT_FOUND_PROBLEMS, UserError } from "./exit.ts";

/** `catalog lint`: every entry, or records in files; exit code 1 where something is found. */
export function catalogLintCommand(): Command {
  return new Command("lint")
    .description("check every entry against the source and against each other")
    .option("--records <files...>", "check these records (JSON in the exported form) instead")
    .option("--json", "print the findings as one JSON array")
    .action(run);
}

async function run(options: { records?: string[]; json?: boolean }): Promise<void> {
  const source = await loadSourceContext();
  const records = options.records?.map(readRecord);
  const catalog = records === undefined ? loadCatalog("included") : null;
  const findings: Finding[] =
    catalog === null
      ? records!.flatMap((record) => lintRecord(record, source))
      : lintCatalog(lintContext(catalog, source));
  if (options.json === true) process.stdout.write(`${JSON.stringify(findings)}\n`);
  else {
    for (const { file, key, reason } of findings)
      process.stdout.write(`${file}: ${key === "" ? "" : `${key}: `}${reason}\n`);
    const checked = catalog === null ? `${records!.length} records` : `${catalog.entries.size} entries`;
    process.stdout.write(`${checked}, ${findings.length} findings\n`);
  }
  if (findings.length > 0) process.exitCode = EXIT_FOUND_PROBLEMS;
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
