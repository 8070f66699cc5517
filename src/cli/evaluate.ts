import { Command } from "commander";
import { missedBars } from "../evaluate/bars.ts";
import { type KindRow, REASONS, unansweredByKind } from "../evaluate/by-kind.ts";
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
      const evaluated = parseCorpus(readInput(corpus)).map((issue) => evaluateIssue(issue, catalog));
      const figures = figuresOf(evaluated);
      const kinds = unansweredByKind(evaluated);
      process.stdout.write(
        options.json ? `${JSON.stringify({ figures, kinds }, null, 2)}\n` : table(figures) + kindTable(kinds),
      );
      const missed = options.bars ? missedBars(figures) : [];
      for (const sentence of missed) process.stderr.write(`sglang-triage: ${sentence}\n`);
      if (missed.length > 0) process.exitCode = EXIT_FOUND_PROBLEMS;
    });
}

/** Each figure with what it counts and how many of them; behind it the issues that fell short. */
function table(figures: Figure[]): string {
  const width = Math.max(...figures.map(({ counts }) => counts.length));
  return figures
    .map(({ name, counts, value, hits, of, short }) => {
      const share = value === null ? "   –  " : value.toFixed(3).padStart(6);
      const numbers = short.length === 0 ? "" : `  ${shownNumbers(short)}`;
      return `${name.padEnd(20)} ${share}  ${`${hits}/${of}`.padStart(9)} ${counts.padEnd(width)}${numbers}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join("");
}

/** By kind of error: issues, answered of those worth a reply, answered of all, and the others by reason. */
function kindTable(rows: KindRow[]): string {
  const width = Math.max(0, ...rows.map(({ kind }) => kind.length));
  const lines = rows.map(({ kind, issues, wanted, wantedAnswered, answered, unanswered }) => {
    const reasons = REASONS.flatMap((reason) => {
      const numbers = unanswered[reason];
      return numbers === undefined ? [] : [`${reason} ${numbers.length} (${shownNumbers(numbers)})`];
    });
    const shares = `${`${wantedAnswered}/${wanted}`.padStart(7)}  ${`${answered}/${issues}`.padStart(7)}`;
    return `${kind.padEnd(width)}  ${shares}  ${reasons.join(", ")}`.trimEnd();
  });
  const head = `${"by kind of error".padEnd(width)}   wanted     all  not answered`;
  return rows.length === 0 ? "" : `\n${head}\n${lines.join("\n")}\n`;
}

function shownNumbers(numbers: number[]): string {
  const more = numbers.length > SHOWN ? ` … ${numbers.length - SHOWN} more` : "";
  return numbers.slice(0, SHOWN).join(" ") + more;
}
