/** Diagnoses a log, after a shorter one to warm up, and prints what that took: `whole-log.ts` runs it. */
import { createReadStream } from "node:fs";
import { diagnoseStream } from "../src/diagnose.ts";
import { loadCatalog } from "../src/match/catalog.ts";
import { spentOn } from "./measure.ts";

const [file, warm] = process.argv.slice(2) as [string, string];
const catalog = loadCatalog();
const read = (name: string) =>
  diagnoseStream("", createReadStream(name, { highWaterMark: 1 << 18 }), catalog);
for (let run = 0; run < 6; run += 1) await read(warm);
const spent = await spentOn(() => read(file));
console.log(JSON.stringify({ ...spent, peak: process.resourceUsage().maxRSS / 1_024 }));
