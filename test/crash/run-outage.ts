/**
 * `npm run outage`: the server is down for a day of 500 events, then starts. `--store sqlite|postgres` (sqlite),
 * `--events N`, `--days N` the outage's length, `--seed N` repeats a run, `--quick` a tenth of the events.
 * The last line is a JSON object with the figures; exits with 1 when an issue is not right in the end.
 */
import { parseArgs } from "node:util";
import { outage } from "./outage.ts";
import { chosenStore, rerunBesidePostgres } from "./store.ts";

const EVENTS = 500;

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "sqlite" },
    events: { type: "string" },
    days: { type: "string", default: "1" },
    seed: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const store = chosenStore(values.store);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const events = Number(values.events ?? (values.quick ? EVENTS / 10 : EVENTS));
const days = Number(values.days);

if (store === "postgres" && !process.env.DATABASE_URL) process.exitCode = rerunBesidePostgres();
else await run();

async function run(): Promise<void> {
  console.log(`${store}, seed ${seed}: ${events} events in ${days} days`);
  const { figures, faults } = await outage({ seed, store, events, days });
  for (const fault of faults) console.log(fault);
  console.log(JSON.stringify({ seed, store, days, ...figures }));
  process.exitCode = figures.lost + figures.doubled > 0 ? 1 : 0;
}
