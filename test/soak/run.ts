/**
 * `npm run soak`: 200,000 signed webhooks at a steady rate against a server process, about ten minutes.
 * `--store sqlite|postgres` (sqlite), `--events N`, `--per-second N`, `--seed N` repeats the course of events,
 * `--backfill` instead: back-fill of 20,000 issues, killed five times, against one run.
 * `--quick` half a minute, too short to judge memory and latency. The last line is a JSON object with the figures;
 * exits with 1 when anything was lost, or when memory or latency grew by more than a tenth.
 */
import { parseArgs } from "node:util";
import { chosenStore, rerunBesidePostgres } from "../crash/store.ts";
import { checkBackfill } from "./backfill-check.ts";
import { soak } from "./soak.ts";

const EVENTS = 200_000;
const WARM_UP = 20_000;
const BACKFILLED = 20_000;
const KILLS = 5;
/** Of the events, in a quick run. */
const QUICK = 1 / 40;
const SHOWN_EACH = 10_000;

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "sqlite" },
    events: { type: "string", default: String(EVENTS) },
    "per-second": { type: "string", default: "350" },
    seed: { type: "string" },
    backfill: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const store = chosenStore(values.store);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const share = values.quick ? QUICK : 1;
const events = Math.round(Number(values.events) * share);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
if (store === "postgres" && !process.env.DATABASE_URL) process.exitCode = rerunBesidePostgres();
else if (values.backfill) await runBackfill();
else await run();

async function runBackfill(): Promise<void> {
  const issues = Math.round(BACKFILLED * share);
  console.log(`${store}, seed ${seed}: back-fill of ${issues} issues`);
  const figures = await checkBackfill({ seed, store, issues, kills: KILLS });
  console.log(JSON.stringify({ seed, store, ...figures }));
  if (figures.writes + figures.different > 0 || figures.kills < KILLS) process.exitCode = 1;
}

async function run(): Promise<void> {
  console.log(`${store}, seed ${seed}: ${events} events`);
  let shown = 0;
  const { figures, faults } = await soak({
    seed,
    store,
    events,
    warmUp: Math.round(WARM_UP * share),
    perSecond: Number(values["per-second"]),
    short: values.quick,
    onProgress: (done, { resident, heap, queue }) => {
      if (done < shown) return;
      shown += SHOWN_EACH;
      const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
      console.log(
        `${done} events, ${megabytes(resident)} MB of memory (heap ${megabytes(heap)}), ${queue} jobs in the queue`,
      );
    },
  });
  for (const fault of faults) console.log(fault);
  console.log(JSON.stringify({ seed, ...figures }));
  if (faults.length > 0) process.exitCode = 1;
}
