import { Command } from "commander";
import type { CatalogRecord } from "../catalog/record.ts";
import { diagnose } from "../diagnose.ts";
import { type Catalog, loadCatalog } from "../match/catalog.ts";
import { createRecordFinder } from "../records.ts";
import { readExcerpt } from "../source/excerpt.ts";
import { EXIT_FOUND_PROBLEMS, UserError } from "./exit.ts";

/** `catalog show`: one record, by slug, id or a message as it was printed. */
export function catalogShowCommand(): Command {
  return new Command("show")
    .description("show what is known: by slug, by id, or by a message as it was printed")
    .argument("<what>", "slug, id or message")
    .option("--json", "print the record as JSON")
    .option("--git <dir>", "a git directory of the project, to show the source around the place")
    .action(async (what: string, options: { json?: boolean; git?: string }) => {
      const catalog = loadCatalog();
      const record = await findRecord(what, catalog, options.git);
      const draft = catalog.entries.get(record.slug)?.reviewed === null;
      process.stdout.write(
        options.json
          ? `${JSON.stringify(record, null, 2)}\n`
          : `${draft ? NOT_REVIEWED : ""}${recordText(record)}`,
      );
    });
}

const NOT_REVIEWED = "NOT REVIEWED: nobody has read this against the source; no reply has it.\n\n";

async function findRecord(what: string, catalog: Catalog, git: string | undefined): Promise<CatalogRecord> {
  const find = createRecordFinder(catalog, async ({ commit, file, firstLine, lastLine }) =>
    git === undefined ? null : await readExcerpt(git, commit, file, firstLine, lastLine),
  );
  const named = await find(what);
  if (named !== null) return named;
  const { primary, reason } = diagnose({ title: what, parts: [] }, catalog);
  const matched = primary?.entry == null ? null : await find(primary.entry.slug);
  if (matched !== null) return matched;
  throw new UserError(`no entry has this slug, id or message: ${reason}`, EXIT_FOUND_PROBLEMS);
}

function recordText(record: CatalogRecord): string {
  const list = (items: string[]): string => items.map((item, index) => `  ${index + 1}. ${item}`).join("\n");
  const sections = [
    `${record.errorClass === null ? "" : `${record.errorClass}: `}${record.errorMessage}`,
    `${record.severity} · ${record.backgroundTag} · ${record.slug} · ${record.id}`,
    record.documentation,
    record.githubUrl === null
      ? null
      : `Raised at ${record.filePath ?? "a package below"}\n  ${record.githubUrl}`,
    record.sourceCode,
    `Try this:\n${list(record.solutions)}`,
    `When: ${record.triggerScenarios}`,
    `Prevention:\n${list(record.preventionTips)}`,
  ];
  return `${sections.filter((section) => section !== null).join("\n\n")}\n`;
}
