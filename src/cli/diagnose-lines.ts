/** `diagnose --jsonl`: an issue a line in, a diagnosis a line out. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import { UserError } from "./exit.ts";

const lineSchema = z.object({
  number: z.number().int().nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
});

/** An issue as a line of JSON gives it. */
export interface IssueLine {
  number: number | null;
  title: string;
  body: string;
}

/**
 * Prints what `answer` says of each line. One that cannot be read gives an error object in its place; the
 * others go on.
 * @throws UserError when the file cannot be read
 */
export async function diagnoseLines(file: string, answer: (issue: IssueLine) => object): Promise<void> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  input.on("error", (error: NodeJS.ErrnoException) => {
    throw new UserError(`${file}: cannot be read (${error.code})`);
  });
  let lineNumber = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    lineNumber += 1;
    if (line.trim() === "") continue;
    const read = readLine(line);
    const printed = "error" in read ? { error: `line ${lineNumber}: ${read.error}` } : answer(read);
    process.stdout.write(`${JSON.stringify(printed)}\n`);
  }
}

function readLine(line: string): IssueLine | { error: string } {
  try {
    const checked = lineSchema.safeParse(JSON.parse(line));
    if (checked.success) {
      const { number, title, body } = checked.data;
      return { number: number ?? null, title: title ?? "", body: body ?? "" };
    }
    const [issue] = checked.error.issues;
    return { error: `${issue!.path.join(".") || "the value"}: ${issue!.message}` };
  } catch {
    return { error: "not JSON" };
  }
}
