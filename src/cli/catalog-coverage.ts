import { Command, Option } from "commander";
import { diagnose } from "../diagnose.ts";
import { type Coverage, countCoverage, unanswered } from "../evaluate/coverage.ts";
import { readIssueLine } from "../evaluate/issue-lines.ts";
import { loadCatalog } from "../match/catalog.ts";
import { coverageMarkdown, coverageText } from "./coverage-text.ts";
import { EXIT_FOUND_PROBLEMS, UserError } from "./exit.ts";
import { readInput } from "./input.ts";
import { progressBar } from "./progress.ts";

interface Options {
  format: "text" | "json" | "markdown";
  limit: string;
}

/** Bad lines named one by one; more are counted. */
const NAMED = 20;

/** `catalog coverage`: what the next entries should be about. */
export function catalogCoverageCommand(): Command {
  return new Command("coverage")
    .description("list the frequent errors of a corpus that no entry of their own fits, most frequent first")
    .argument(
      "<corpus>",
      "one issue a line of JSON (number or url, title, body, comments), or - for standard input",
    )
    .addOption(new Option("--format <format>").choices(["text", "json", "markdown"]).default("text"))
    .option("--limit <n>", "how many kinds of error are shown", "50")
    .action(run);
}

function run(corpus: string, { format, limit: wanted }: Options): void {
  const limit = Number(wanted);
  if (!/^\d+$/.test(wanted) || limit < 1)
    throw new UserError(`--limit ${wanted}: write a whole number above 0`);
  const { coverage, bad } = coverageOf(readInput(corpus));
  process.stdout.write(shown(coverage, format, limit));
  for (const sentence of bad.slice(0, NAMED)) process.stderr.write(`sglang-triage: ${sentence}\n`);
  if (bad.length > NAMED) process.stderr.write(`sglang-triage: … and ${bad.length - NAMED} more lines\n`);
  if (bad.length > 0) process.exitCode = EXIT_FOUND_PROBLEMS;
}

/** A line that cannot be read is told of; the others count. */
function coverageOf(text: string): { coverage: Coverage; bad: string[] } {
  const catalog = loadCatalog();
  const indexes = catalog.siteProjects().map(({ index }) => index);
  const counter = countCoverage((file) => {
    for (const index of indexes) {
      const path = index.repositoryPath(file);
      if (path !== null) return path;
    }
    return null;
  });
  const lines = text.split("\n");
  const bad: string[] = [];
  const bar = progressBar();
  for (const [at, line] of lines.entries()) {
    bar.update("issues", at, lines.length);
    if (line.trim() === "") continue;
    const issue = readIssueLine(line);
    if ("error" in issue) bad.push(`line ${at + 1}: ${issue.error}`);
    else counter.add(issue, diagnose(issue.text, catalog));
  }
  bar.stop();
  return { coverage: counter.result(), bad };
}

function shown(coverage: Coverage, format: Options["format"], limit: number): string {
  if (format === "text") return coverageText(coverage, limit);
  if (format === "markdown") return coverageMarkdown(coverage, limit);
  const groups = coverage.groups.slice(0, limit).map(({ issues, ...group }) => ({
    count: issues.length,
    unanswered: unanswered({ issues, ...group }),
    ...group,
    issues: issues.map(({ name }) => name),
  }));
  const kinds = coverage.groups.length;
  return `${JSON.stringify({ ...coverage, kinds, groups }, null, 2)}\n`;
}
