/**
 * `npm run day`: days of 200 events, 50 seeds, each once in calm and once while GitHub fails at each fifth call.
 * `--seed N` the first seed (random otherwise), `--seeds N` how many, `--events N` a day, `--quick` three seeds.
 * A line for each fault, a JSON object at the end; exits with 1 when an issue was not as it should be, a job was
 * given up, or anything went over the wire that GitHub's description does not have.
 */
import { parseArgs } from "node:util";
import { loadCatalog } from "../../src/match/catalog.ts";
import { day } from "./day.ts";

const SEEDS = 50;
const QUICK_SEEDS = 3;
const SPOILT = 0.2;
const SHOWN_EACH = 10;

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    events: { type: "string", default: "200" },
    quick: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const seeds = Number(values.seeds ?? (values.quick ? QUICK_SEEDS : SEEDS));
const events = Number(values.events);
const began = performance.now();
const catalog = loadCatalog();
const total = {
  days: 0,
  events: 0,
  issues: 0,
  comments: 0,
  exchanges: 0,
  spoiltCalls: 0,
  deadJobs: 0,
  wrongDays: 0,
};
const happened: Record<string, number> = {};
console.log(
  `seed ${seed}: ${seeds} days of ${events} events, each in calm and with ${SPOILT * 100} % of the calls spoilt`,
);
for (let at = seed; at < seed + seeds; at++) {
  for (const spoilt of [0, SPOILT]) {
    const { faults, acts, ...figures } = await day({ seed: at, catalog, events, spoilt });
    for (const fault of faults) console.log(`seed ${at}, ${spoilt === 0 ? "calm" : "spoilt"}: ${fault}`);
    total.days += 1;
    total.wrongDays += Number(faults.length > 0);
    for (const [act, times] of Object.entries(acts)) happened[act] = (happened[act] ?? 0) + times;
    for (const [name, value] of Object.entries(figures)) total[name as keyof typeof figures] += value;
  }
  const done = at - seed + 1;
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${seeds}\u001b[K`);
  else if (done % SHOWN_EACH === 0) console.log(`${done} of ${seeds}`);
}
if (total.wrongDays > 0) process.exitCode = 1;
console.log(
  JSON.stringify({ seed, ...total, happened, seconds: Math.round((performance.now() - began) / 1000) }),
);
