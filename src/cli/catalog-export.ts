import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import type { CatalogRecord } from "../catalog/record.ts";
import { loadCatalog } from "../match/catalog.ts";
import { createRecordFinder } from "../records.ts";
import { readExcerpt } from "../source/excerpt.ts";

interface Options {
  format: "dataset" | "list";
  out?: string;
  git?: string;
}

/** `catalog export`: every entry as a record, in the form the catalog's data sets have. */
export function catalogExportCommand(): Command {
  return new Command("export")
    .description("write every entry as a record: one document each (dataset), or one list")
    .addOption(new Option("--format <format>").choices(["dataset", "list"]).default("list"))
    .option("--out <dir>", "a folder for the documents, <id>.json each; without it, one document a line")
    .option("--git <dir>", "a git directory of the project, to fill in the source around each place")
    .action(async ({ format, out, git }: Options) => {
      const records = await allRecords(git);
      const datasetVersion =
        records
          .map(({ analyzedAt }) => analyzedAt)
          .sort()
          .at(-1) ?? new Date(0).toISOString();
      if (format === "list")
        process.stdout.write(`${JSON.stringify({ records, datasetVersion }, null, 1)}\n`);
      else if (out === undefined)
        for (const record of records) process.stdout.write(`${JSON.stringify({ record, datasetVersion })}\n`);
      else {
        mkdirSync(out, { recursive: true });
        for (const record of records)
          writeFileSync(join(out, `${record.id}.json`), `${JSON.stringify({ record, datasetVersion })}\n`);
      }
    });
}

async function allRecords(git: string | undefined): Promise<CatalogRecord[]> {
  const catalog = loadCatalog("included");
  const find = createRecordFinder(catalog, async ({ commit, file, firstLine, lastLine }) =>
    git === undefined ? null : await readExcerpt(git, commit, file, firstLine, lastLine),
  );
  const records: CatalogRecord[] = [];
  for (const slug of catalog.entries.keys()) records.push((await find(slug))!);
  return records;
}
