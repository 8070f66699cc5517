/**
 * Writes into the golden inputs what the pipeline says of them now, and prints every line that changes.
 * Read the diff: each change is a judgement. `--check` prints without writing and exits with 1 where one differs.
 */
import { writeFileSync } from "node:fs";
import { loadCatalog } from "../src/match/catalog.ts";
import { goldenFiles, goldenPath, marked, readGolden } from "../test/golden/golden.ts";

/** Blessing changes marks and the line of the release, never the number of other lines. */
function printDiff(before: string, after: string): void {
  const old = before.split("\n");
  const now = after.split("\n");
  const kept = new Set(now);
  const known = new Set(old);
  for (const line of old) if (!kept.has(line)) console.log(`  - ${line}`);
  for (const line of now) if (!known.has(line)) console.log(`  + ${line}`);
}

const check = process.argv.includes("--check");
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const files = goldenFiles().filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);
const catalog = loadCatalog();
let changed = 0;
for (const file of files) {
  const before = readGolden(file);
  const after = marked(before, catalog);
  if (after === before) continue;
  changed += 1;
  console.log(file);
  printDiff(before, after);
  if (!check) writeFileSync(goldenPath(file), after);
}
console.log(`${files.length} golden inputs, ${changed} ${check ? "differ" : "blessed anew"}`);
process.exitCode = check && changed > 0 ? 1 : 0;
