import { Command, Option } from "commander";
import { loadProjects } from "../source/projects.ts";
import type { SiteIndex } from "../source/sites.ts";
import { UserError } from "./exit.ts";

interface Row {
  file: string;
  line: number;
  kind: string;
  class: string | null;
  template: string;
}

/** `catalog sites`: one row a raise site of a release. */
export function catalogSitesCommand(): Command {
  return new Command("sites")
    .description("list the raise sites of a release: file, first line, kind, class, template")
    .option("--project <owner/name>", "the project", "sgl-project/sglang")
    .option("--release <name>", "a release, or head", "head")
    .addOption(
      new Option("--format <format>", "tsv or json (one array)").choices(["tsv", "json"]).default("tsv"),
    )
    .action(({ project, release, format }: { project: string; release: string; format: "tsv" | "json" }) => {
      const rows = rowsOf(project, release);
      if (format === "json") process.stdout.write(`${JSON.stringify(rows, null, 1)}\n`);
      else process.stdout.write(rows.map((row) => `${tsv(row)}\n`).join(""));
    });
}

function rowsOf(project: string, release: string): Row[] {
  const index = loadProjects().get(project);
  if (index === undefined)
    throw new UserError(`--project: the catalog has no sites of ${project}; build them with catalog build`);
  if (index.commitOf(release) === null)
    throw new UserError(`--release: ${release} is not known; the newest is ${newest(index)}`);
  return [...index.sites()]
    .flatMap((site): Row[] => {
      const lines = index.linesAt(site.id, release);
      if (lines === null) return [];
      return [
        { file: site.file, line: lines.first, kind: site.kind, class: site.class, template: site.template },
      ];
    })
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

function newest(index: SiteIndex): string {
  return index.releases.at(-1)?.name ?? "head";
}

/** Tabs and line ends would add columns and rows. */
function tsv({ file, line, kind, class: className, template }: Row): string {
  return [file, line, kind, className ?? "", template]
    .map((cell) => String(cell).replace(/\s+/g, " "))
    .join("\t");
}
