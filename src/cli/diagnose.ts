import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Command } from "commander";
import { z } from "zod";
import { diagnose, type IssueText } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { DEFAULT_SETTINGS } from "../github/settings.ts";
import { type Catalog, loadCatalog } from "../match/catalog.ts";
import { diagnosisToJson } from "../reply/diagnosis-json.ts";
import { createReplier, type Replier } from "../reply/replier.ts";
import { UserError } from "./exit.ts";
import { readInput } from "./input.ts";

interface Options {
  json?: boolean;
  jsonl?: boolean;
  title: string;
}

export function diagnoseCommand(): Command {
  return new Command("diagnose")
    .description("say what is known about the error in a text")
    .argument("[file]", "the text of an issue or log, or - for standard input", "-")
    .option("--title <title>", "the issue's title", "")
    .option("--json", "print the diagnosis as JSON")
    .option("--jsonl", "read one issue a line of JSON (number, title, body), print one diagnosis a line")
    .action(async (file: string, options: Options) => {
      const catalog = loadCatalog();
      const render = createReplier(catalog, null);
      if (options.jsonl) return await diagnoseLines(file, catalog, render);
      const diagnosis = diagnose(issueText(options.title, readInput(file)), catalog);
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
    labelPrefix: DEFAULT_SETTINGS.labels.prefix,
  });
}

function issueText(title: string, body: string): IssueText {
  return { title, parts: [{ kind: "body", id: "body", author: "", text: body }] };
}

const lineSchema = z.object({
  number: z.number().int().nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
});

/** A line that cannot be read gives an error object in its place; the others go on. */
async function diagnoseLines(file: string, catalog: Catalog, render: Replier): Promise<void> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  input.on("error", (error: NodeJS.ErrnoException) => {
    throw new UserError(`${file}: cannot be read (${error.code})`);
  });
  let lineNumber = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    lineNumber += 1;
    if (line.trim() !== "")
      process.stdout.write(`${JSON.stringify(diagnoseLine(line, lineNumber, catalog, render))}\n`);
  }
}

function diagnoseLine(line: string, lineNumber: number, catalog: Catalog, render: Replier): object {
  const read = readLine(line);
  if ("error" in read) return { error: `line ${lineNumber}: ${read.error}` };
  const { number, title, body } = read;
  return toJson(number ?? null, diagnose(issueText(title ?? "", body ?? ""), catalog), render);
}

function readLine(line: string): z.infer<typeof lineSchema> | { error: string } {
  try {
    const checked = lineSchema.safeParse(JSON.parse(line));
    if (checked.success) return checked.data;
    const [issue] = checked.error.issues;
    return { error: `${issue!.path.join(".") || "the value"}: ${issue!.message}` };
  } catch {
    return { error: "not JSON" };
  }
}
