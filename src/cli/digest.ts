import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import type { Digest } from "../digest/digest.ts";
import type { Page } from "../digest/render.ts";
import { COMPARED, makeDigest, writeDigest } from "../digest/run-digest.ts";
import { lastWeek, sinceDate, type Window, weekNamed, windowsBefore } from "../digest/window.ts";
import { backfill } from "../github/backfill.ts";
import { readSettings } from "../github/read-settings.ts";
import type { Settings } from "../github/settings.ts";
import { loadCatalog } from "../match/catalog.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { renderPage } from "../web/markdown-page.ts";
import { parseDay } from "./day.ts";
import { UserError } from "./exit.ts";
import { progressBar } from "./progress.ts";
import { withStore } from "./store.ts";
import { clientFromToken, type TokenClient } from "./token-client.ts";

const FORMATS = ["markdown", "json", "html"] as const;

interface Options {
  repo: string;
  since?: string;
  week?: string;
  format?: (typeof FORMATS)[number];
  output?: string;
  print?: boolean;
  fromStore?: boolean;
}

export function digestCommand(): Command {
  return new Command("digest")
    .description("summarise the errors of a repository's last week, and post the summary as its issue")
    .requiredOption("--repo <owner/name>", "the repository")
    .option("--week <week>", "this week (2026-W48) instead of the last whole one")
    .option("--since <date>", "from this day (YYYY-MM-DD) until now instead of a week")
    .addOption(
      new Option("--format <format>", "write the summary to standard output; nothing is posted").choices(
        FORMATS,
      ),
    )
    .option("--output <file>", "write it to a file instead; nothing is posted")
    .option("--print", "the same as --format markdown")
    .option(
      "--from-store",
      "count what the server's store has seen, instead of reading the issues over the API",
    )
    .action(async (options: Options) => {
      const token = await clientFromToken();
      const { settings } = await readSettings(token.client, options.repo);
      const window = windowOf(options, settings, new Date());
      // A person's command serves no pages.
      const run = ({ db }: Database) =>
        makeDigest(
          { db, catalog: loadCatalog(), recordUrl: () => null },
          options.repo,
          window,
          settings.digest.timeZone,
        );
      const { digest, page } = options.fromStore
        ? await withStore(run)
        : await withTemporaryStore(async (database) => {
            await readIssues(database, token, settings, options.repo, window);
            return await run(database);
          });
      const format = options.format ?? (options.print || options.output ? "markdown" : undefined);
      if (format !== undefined) return write(textOf(format, digest, page), options.output);
      const issue = await writeDigest(token, options.repo, settings, { window, page });
      if (issue !== null) return void process.stdout.write(`digest: issue ${issue} of ${options.repo}\n`);
      process.stdout.write(page.markdown);
      process.stderr.write("sglang-triage: not posted: the repository's settings say dry run\n");
    });
}

/** @throws UserError for a name that is no week, and for two windows at once */
function windowOf({ week, since }: Options, settings: Settings, now: Date): Window {
  const { timeZone } = settings.digest;
  if (week !== undefined && since !== undefined) throw new UserError("give --week or --since, not both");
  if (since !== undefined) return sinceDate(parseDay("--since", since), now);
  const window = week === undefined ? lastWeek(now, timeZone) : weekNamed(week, timeZone);
  if (window === null) throw new UserError(`--week: "${week}" is no ISO week; write it as 2026-W48`);
  return window;
}

/** The window's issues and those before it, so that a first digest knows what is usual. */
async function readIssues(
  database: Database,
  { client }: TokenClient,
  settings: Settings,
  repository: string,
  window: Window,
): Promise<void> {
  const [first] = windowsBefore(window, COMPARED, settings.digest.timeZone);
  const bar = progressBar();
  let done = 0;
  const onIssue = () => bar.update("issues", ++done, done);
  const context = { client, catalog: loadCatalog(), database, settings, now: () => new Date(), onIssue };
  await backfill(context, repository, first!.from).finally(() => bar.stop());
}

async function withTemporaryStore<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "sglang-triage-digest-"));
  const database = await openDatabase({ dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function textOf(format: (typeof FORMATS)[number], digest: Digest, page: Page): string {
  if (format === "json") return `${JSON.stringify(digest, null, 2)}\n`;
  return format === "html" ? renderPage(page.title, page.markdown) : page.markdown;
}

function write(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
