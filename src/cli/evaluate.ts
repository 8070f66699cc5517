import { Command } from "commander";
import { missedBars } from "../evaluate/bars.ts";
import { parseCorpus } from "../evaluate/corpus.ts";
import { evaluateIssue } from "../evaluate/evaluate.ts";
import { type Figure, figuresOf } from "../evaluate/figures.ts";
import { loadCatalog } from "../match/catalog.ts";
import { EXIT_FOUND_PROBLEMS } from "./exit.ts";
import { readInput } from "./input.ts";

/** Issues named behind a figure in the table; `--json` names all. */
const SHOWN = 12;

export function evaluateCommand(): Command {
  return new Command("evaluate")
    .description("measure extraction, matching and decisions on labelled issues")
    .argument("<corpus>", "a file with one labelled issue a line of JSON, or - for standard input")
    .option("--json", "print the figures as JSON")
    .option("--bars", "exit with 1 when a figure misses the bar it has to reach")
    .action((corpus: string, options: { json?: boolean; bars?: boolean }) => {
      const catalog = loadCatalog();
      const figures = figuresOf(parseCorpus(readInput(corpus)).map((issue) => evaluateIssue(issue, catalog)));
      process.stdout.write(options.json ? `${JSON.stringify({ figures }, null, 2)}\n` : table(figures));
      const missed = options.bars ? missedBars(figures) : [];
      for (const sentence of missed) process.stderr.write(`sglang-triage: ${sentence}\n`);
      if (missed.length > 0) process.exitCode = EXIT_FOUND_PROBLEMS;
    });
}

function table(figures: Figure[]): string {
  return figures
    .map(({ name, value, hits, of, short }) => {
      const share = value === null ? "   –  " : value.toFixed(3).padStart(6);
      const more = short.length > SHOWN ? ` … ${short.length - SHOWN} more` : "";
      const numbers = short.length === 0 ? "" : `  ${short.slice(0, SHOWN).join(" ")}${more}`;
      return `${name.padEnd(20)} ${share}  ${`${hits}/${of}`.padStart(9)}${numbers}\n`;
    })
    .join("");
}
