import { Command, Option } from "commander";
import { diagnose, diagnoseStream, type IssueText } from "../diagnose.ts";
import { DEFAULT_LABEL_PREFIX, type Diagnosis } from "../diagnosis.ts";
import { loadCatalog } from "../match/catalog.ts";
import { diagnosisToJson } from "../reply/diagnosis-json.ts";
import { createReplier, type Replier } from "../reply/replier.ts";
import { readChunks, readInput } from "./input.ts";

interface Options {
  json?: boolean;
  jsonl?: boolean;
  explain?: boolean;
  title: string;
}

export function diagnoseCommand(): Command {
  return new Command("diagnose")
    .description("say what is known about the error in a text")
    .argument("[file]", "the text of an issue or log, or - for standard input", "-")
    .option("--title <title>", "the issue's title", "")
    .option("--json", "print the diagnosis as JSON")
    .option("--jsonl", "read one issue a line of JSON (number, title, body), print one diagnosis a line")
    .addOption(
      new Option("--explain", "print every candidate with its evidence and why it won or lost").conflicts(
        "jsonl",
      ),
    )
    .action(async (file: string, options: Options) => {
      const catalog = loadCatalog();
      const render = createReplier(catalog, null);
      if (options.jsonl) {
        // Checking lines takes a library that a single diagnosis need not wait for.
        const { diagnoseLines } = await import("./diagnose-lines.ts");
        return await diagnoseLines(file, ({ number, title, body }) =>
          toJson(number, diagnose(issueText(title, body), catalog), render),
        );
      }
      if (options.explain) {
        const { explain } = await import("../explain/explain.ts");
        const { explanationLines } = await import("../explain/lines.ts");
        const explanation = explain(issueText(options.title, readInput(file)), catalog);
        const lines = options.json ? [JSON.stringify(explanation, null, 2)] : explanationLines(explanation);
        process.stdout.write(lines.map((line) => `${line}\n`).join(""));
        return;
      }
      const diagnosis = await diagnoseStream(options.title, readChunks(file), catalog);
      process.stdout.write(
        options.json
          ? `${JSON.stringify(toJson(null, diagnosis, render), null, 2)}\n`
          : toText(diagnosis, render),
      );
    });
}

/** What a person reads: the reply, or why there is none. */
function toText(diagnosis: Diagnosis, render: Replier): string {
  return render(diagnosis) ?? `No answer: ${diagnosis.reason}.\n${foundLines(diagnosis)}`;
}

function foundLines({ errors }: Diagnosis): string {
  return errors
    .map(({ error }) => `  line ${error.lineNumber}: ${error.line.trim().slice(0, 200)}\n`)
    .join("");
}

function toJson(number: number | null, diagnosis: Diagnosis, render: Replier) {
  return diagnosisToJson(diagnosis, {
    number,
    reply: render(diagnosis),
    labelPrefix: DEFAULT_LABEL_PREFIX,
  });
}

function issueText(title: string, body: string): IssueText {
  return { title, parts: [{ kind: "body", id: "body", author: "", text: body }] };
}
