/** npx tsx test/digest/run-year.ts [--seed N] [--years N]: years with planted events, and years of pure noise. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadEntries } from "../../src/catalog/load.ts";
import { makeCatalog, NO_SITES } from "../../src/match/catalog.ts";
import { openDatabase } from "../../src/store/database.ts";
import { judgeYear } from "./judge-year.ts";

/** Share of noise weeks that may call something significant. */
const MOST_FALSE = 0.05;

const { values } = parseArgs({
  options: { seed: { type: "string" }, years: { type: "string", default: "10" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const years = Number(values.years);
console.log(`seed ${seed}`);
const catalog = makeCatalog(loadEntries(), NO_SITES);
const sum = { digests: 0, planted: 0, missed: 0, noiseWeeks: 0, falseWeeks: 0 };
for (let year = 0; year < years; year += 1) {
  const told = await judged(seed + 2 * year, true);
  const noise = await judged(seed + 2 * year + 1, false);
  for (const event of told.missed) console.log(`seed ${seed + 2 * year}: not on top in its week: ${event}`);
  sum.digests += told.digests + noise.digests;
  sum.planted += told.planted;
  sum.missed += told.missed.length;
  sum.noiseWeeks += noise.digests;
  sum.falseWeeks += noise.falseWeeks;
}
console.log(JSON.stringify({ seed, years, ...sum, falseShare: sum.falseWeeks / sum.noiseWeeks }));
if (sum.missed > 0 || sum.falseWeeks > MOST_FALSE * sum.noiseWeeks) process.exitCode = 1;

async function judged(yearSeed: number, events: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), "year-"));
  const database = await openDatabase({ dataDir });
  try {
    return await judgeYear(database, catalog, yearSeed, events);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
