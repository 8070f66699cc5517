/**
 * `npm run crash`: kill -9 under load, 100 rounds on each store. `--store sqlite|postgres` one of them,
 * `--workers N` a process for webhooks and N workers (PostgreSQL), `--restart-postgres N` PostgreSQL restarted
 * in each Nth round, `--rounds N`, `--seed N` repeats the course of events, `--quick` a few rounds.
 * A line of figures for each store and a JSON object at the end; exits with 1 when anything was lost or doubled.
 */
import { parseArgs } from "node:util";
import { crash } from "./crash.ts";
import { chosenStore, rerunBesidePostgres, type StoreName } from "./store.ts";

const ROUNDS = 100;
const QUICK_ROUNDS = 5;
const SHOWN_EACH = 10;

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    workers: { type: "string", default: "0" },
    "restart-postgres": { type: "string", default: "0" },
    rounds: { type: "string" },
    seed: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const workers = Number(values.workers);
const restartPostgres = Number(values["restart-postgres"]);
const needsPostgres = workers > 0 || restartPostgres > 0;
const stores = storesOf(values.store);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS));

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
if (stores.includes("postgres") && !process.env.DATABASE_URL) process.exitCode = rerunBesidePostgres();
else await run();

/** Several processes and restarts need PostgreSQL. */
function storesOf(word: string | undefined): StoreName[] {
  if (!needsPostgres) return word === undefined ? ["sqlite", "postgres"] : [chosenStore(word)];
  if (word === "sqlite") throw new Error("--workers and --restart-postgres need --store postgres");
  return ["postgres"];
}

async function run(): Promise<void> {
  const figures: Record<string, unknown> = { seed, rounds, workers };
  for (const store of stores) {
    console.log(`${store}, seed ${seed}: ${rounds} rounds`);
    const result = await crash({
      seed,
      rounds,
      store,
      workers,
      restartPostgres,
      onRound: (round) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${round} of ${rounds}\u001b[K`);
        else if (round % SHOWN_EACH === 0) console.log(`${round} of ${rounds}`);
      },
    });
    for (const fault of result.faults) console.log(fault);
    figures[store] = result.figures;
    if (result.figures.lost + result.figures.doubled > 0) process.exitCode = 1;
  }
  console.log(JSON.stringify(figures));
}
