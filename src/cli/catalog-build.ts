import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import type { Entry } from "../catalog/entry.ts";
import { CATALOG_DIR } from "../catalog/folder.ts";
import { loadEntryLayer } from "../match/entry-layer.ts";
import { type BuildResult, buildSites } from "../source/build.ts";
import type { Changes, PlacedRow } from "../source/changes.ts";
import { SourceError } from "../source/git.ts";
import { bareTemplate } from "../source/template-text.ts";
import { EXIT_FOUND_PROBLEMS, UserError } from "./exit.ts";
import { progressBar } from "./progress.ts";

interface Options {
  project: string;
  git: string;
  releases: string[];
  head: string;
  package?: string;
  out?: string;
  /** False for --no-cache. */
  cache: string | boolean;
  list: string;
  json?: boolean;
}

const PROJECT = /^[A-Za-z0-9][\w-]{0,38}\/[A-Za-z0-9][\w.-]{0,99}$/;
const DATA_DIR = fileURLToPath(new URL("../../data/", import.meta.url));

/** `catalog build`: writes the generated layer of a project from its git history. */
export function catalogBuildCommand(): Command {
  return new Command("build")
    .description("find every raise site and fact of a Python project, at every release, from its git history")
    .requiredOption("--project <owner/name>", "the project on GitHub")
    .requiredOption("--git <dir>", "a clone of it, bare or not; it is only read")
    .option("--releases <names...>", '"auto" (tags, and commits that change the version), or revisions', [
      "auto",
    ])
    .option("--head <revision>", "the newest state", "HEAD")
    .option(
      "--package <folder>",
      "folder of the Python package (default: as before, else the largest package)",
    )
    .option("--out <dir>", "where the files go (default: catalog/sites/<project>)")
    .option("--cache <dir>", "where parsed files are kept between runs (default: data/cache/<project>)")
    .option("--no-cache", "keep no parsed files; an interrupted build then starts again")
    .option("--list <n>", "how many rows of each kind of change are printed", "50")
    .option("--json", "print the result as one JSON object")
    .action(run);
}

async function run(options: Options): Promise<void> {
  if (!PROJECT.test(options.project))
    throw new UserError(`--project ${options.project}: write it as owner/name`);
  const limit = Number(options.list);
  if (!Number.isInteger(limit) || limit < 0)
    throw new UserError(`--list ${options.list}: write a whole number`);
  const bar = progressBar();
  try {
    const result = await buildSites({
      project: options.project,
      gitDir: options.git,
      head: options.head,
      releases: options.releases.includes("auto") ? "auto" : options.releases,
      packagePath: options.package?.replace(/\/+$/, "") ?? null,
      directory: options.out ?? join(CATALOG_DIR, "sites", options.project),
      cacheDir: cacheFolder(options),
      onProgress: bar.update,
    });
    bar.stop();
    process.stdout.write(
      options.json === true ? `${JSON.stringify(jsonOf(result))}\n` : textOf(result, limit),
    );
  } catch (error) {
    bar.stop();
    throw error instanceof SourceError ? new UserError(error.message, EXIT_FOUND_PROBLEMS) : error;
  }
}

function cacheFolder(options: Options): string | null {
  if (options.cache === false) return null;
  return typeof options.cache === "string"
    ? options.cache
    : join(DATA_DIR, "cache", options.project.replace("/", "+"));
}

function textOf(result: BuildResult, limit: number): string {
  const lines = [
    `${result.releases} releases (${result.newReleases.length} new), ${result.sites} sites, ${result.sitesAtHead} of them at head`,
  ];
  const { changes } = result;
  if (changes === null) return `${lines.join("\n")}\n`;
  const entries =
    changes.reworded.length + changes.removed.length > 0 ? [...loadEntryLayer().set.entries.values()] : [];
  const section = <T>(title: string, rows: T[], rowOf: (row: T) => string): void => {
    lines.push(`${title}: ${rows.length}`);
    for (const row of rows.slice(0, limit)) lines.push(`  ${rowOf(row)}`);
    if (rows.length > limit) lines.push(`  … and ${rows.length - limit} more`);
  };
  section("added", changes.added, placed);
  section("removed", changes.removed, (row) => placed(row) + touchedBy(row, entries));
  section(
    "reworded",
    changes.reworded,
    ({ before, after }) => `${placed(before)}\n    → ${after.site.template}${touchedBy(before, entries)}`,
  );
  section("moved", changes.moved, ({ site, from, to }) => `${site.file}:${from} → ${to} ${site.id}`);
  return `${lines.join("\n")}\n`;
}

function placed({ site, line }: PlacedRow): string {
  return `${site.file}:${line} ${site.id} ${site.kind} ${site.class ?? "-"} ${site.template || site.asserts || "(no message)"}`;
}

/** The entries that name the site, or whose message is its template. */
function touchedBy({ site }: PlacedRow, entries: Entry[]): string {
  const bare = bareTemplate(site.template);
  const touched = entries.filter(
    (entry) =>
      entry.sites.some(
        (one) =>
          one.file === site.file &&
          (one.function ?? "") === site.function &&
          bareTemplate(one.message ?? entry.message) === bare,
      ) ||
      (site.template !== "" &&
        entry.match.some(({ message }) => message != null && bareTemplate(message) === bare)),
  );
  return touched.length === 0 ? "" : `\n    entries: ${touched.map(({ slug }) => slug).join(", ")}`;
}

function jsonOf({ changes, ...rest }: BuildResult): object {
  const row = ({ site, line }: PlacedRow): object => ({
    id: site.id,
    file: site.file,
    line,
    template: site.template,
  });
  return { ...rest, changes: changes === null ? null : jsonOfChanges(changes, row) };
}

function jsonOfChanges(changes: Changes, row: (row: PlacedRow) => object): object {
  return {
    added: changes.added.map(row),
    removed: changes.removed.map(row),
    reworded: changes.reworded.map(({ before, after }) => ({ before: row(before), after: row(after) })),
    moved: changes.moved.map(({ site, from, to }) => ({ id: site.id, file: site.file, from, to })),
  };
}
