/**
 * `npm run fuzz`: reports made from the grammar's pieces, each with one planted error, read by the whole pipeline.
 * `--seed N` repeats a run, `--quick` makes it short, `--runs N` sets its length, `--at N` shows one report of it,
 * `--show N` so many failures.
 * The last line is a JSON object with the figures; exits with 1 where a bar does not hold.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { loadCatalog } from "../../src/match/catalog.ts";
import { isSlow, judge, lengthOf } from "./judge.ts";
import { entryErrors, plantableSites } from "./planted.ts";
import { reports } from "./report.ts";

const RUNS = 100_000;
const QUICK_RUNS = 3_000;
/** Share of reports whose planted error must come first. */
const BAR = 0.99;

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    runs: { type: "string" },
    at: { type: "string" },
    show: { type: "string", default: "20" },
    quick: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const shown = Number(values.show);
const runs = Number(values.runs ?? (values.quick ? QUICK_RUNS : RUNS));

const catalog = loadCatalog();
const entries = entryErrors(catalog);
const sites = plantableSites(catalog);
const arbitrary = reports(entries, sites);
console.log(
  `seed ${seed}: ${runs} reports over ${entries.length} examples of entries and ${sites.length} raise sites`,
);

if (values.at !== undefined) {
  const [report] = fc.sample(arbitrary, { seed, path: values.at, numRuns: 1 });
  for (const { id, text } of report!.parts) console.log(`--- ${id}\n${text}`);
  console.log(`---\n${report!.drawn}; planted in ${report!.part} on ${report!.lineNumbers}`);
  console.log(judge(report!, catalog));
} else {
  run();
}

function run(): void {
  const figures = { seed, runs, found: 0, share: 0, thrown: 0, slow: 0, worstNsPerCharacter: 0, worstMs: 0 };
  const failures: string[] = [];
  let index = 0;
  const property = fc.property(arbitrary, (report) => {
    const at = index++;
    try {
      const { fault, ms } = judge(report, catalog);
      if (fault === null) figures.found += 1;
      else failures.push(`--at ${at}: ${report.drawn}: ${fault}`);
      figures.worstMs = Math.max(figures.worstMs, ms);
      // Short texts cost what a report costs anyway.
      if (lengthOf(report) >= 4_000)
        figures.worstNsPerCharacter = Math.max(figures.worstNsPerCharacter, (ms * 1e6) / lengthOf(report));
      if (isSlow(ms, lengthOf(report))) {
        figures.slow += 1;
        failures.push(`--at ${at}: ${report.drawn}: ${ms.toFixed(0)} ms for ${lengthOf(report)} characters`);
      }
    } catch (error) {
      figures.thrown += 1;
      failures.push(`--at ${at}: ${report.drawn}: throws ${String(error)}`);
    }
    if (process.stderr.isTTY && at % 1_000 === 999) process.stderr.write(`\r${at + 1} of ${runs}`);
  });
  fc.check(property, { seed, numRuns: runs });
  figures.share = figures.found / runs;
  figures.worstNsPerCharacter = Math.round(figures.worstNsPerCharacter);
  for (const failure of failures.slice(0, shown)) console.log(failure);
  if (failures.length > shown) console.log(`… and ${failures.length - shown} more`);
  console.log(JSON.stringify(figures));
  process.exitCode = figures.thrown > 0 || figures.slow > 0 || figures.share < BAR ? 1 : 0;
}
