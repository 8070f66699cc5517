/** Reading a log for errors, against counting the lines with grep. */
import { spawnSync } from "node:child_process";
import { extractReport } from "../src/extract/extract.ts";
import { ratioLine, shortest } from "./measure.ts";
import { log } from "./messages.ts";

export function benchExtraction(): string {
  const text = `\`\`\`\n${log(60_000, 500, 1)}\n\`\`\``;
  const megabytes = (text.length / 1e6).toFixed(1);
  const ours = shortest(5, () => {
    extractReport({ title: "", parts: [{ kind: "body", id: "body", author: "", text }] });
  });
  const theirs = shortest(5, () => {
    const { status } = spawnSync("grep", ["-E", "-c", "^[A-Za-z.]*(Error|Exception): |Traceback"], {
      input: text,
    });
    if (status !== 0) throw new Error("grep did not run");
  });
  return ratioLine(`reading ${megabytes} MB of log for errors`, ours, "grep -E -c", theirs);
}
