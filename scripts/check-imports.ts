/**
 * Import direction: a folder of src/ imports only from folders above it in ORDER and from itself.
 * Exits with 1 and a line for each import that points the wrong way.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The road a report takes. Root files of src/ are in the list by their name. */
const ORDER = [
  "catalog",
  "source",
  "extract",
  "match",
  "diagnosis.ts",
  "decide.ts",
  "diagnose.ts",
  "evaluate",
  "lint",
  "draft",
  "reply",
  "explain",
  "store",
  "github",
  "digest",
  "web",
  "sandbox",
  "records.ts",
  "config.ts",
  "excerpts.ts",
  "log.ts",
  "metrics.ts",
  "app.ts",
  "webhooks.ts",
  "jobs.ts",
  "connection.ts",
  "site.ts",
  "probot.ts",
  "listen.ts",
  "server.ts",
  "cli",
];

const SOURCE = resolve("src");

function placeOf(file: string): string {
  return relative(SOURCE, file).split("/")[0]!;
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"/gm)].map(
    ([, path]) => resolve(dirname(file), path!),
  );
}

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join(SOURCE, name));

const wrong = files.flatMap((file) => {
  const from = ORDER.indexOf(placeOf(file));
  if (from < 0) return [`${relative(".", file)}: ${placeOf(file)} has no place in the order`];
  return importsOf(file)
    .filter((target) => ORDER.indexOf(placeOf(target)) > from)
    .map((target) => `${relative(".", file)} imports ${relative(".", target)}, which stands below it`);
});

for (const line of wrong) console.error(line);
console.log(`imports: ${files.length} files, ${wrong.length} wrong`);
process.exitCode = wrong.length > 0 ? 1 : 0;
