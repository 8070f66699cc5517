/**
 * A day on the sandbox: 200 events, whose webhooks come shuffled, twice, late or never, and at times while
 * GitHub fails at each fifth call. After each hour, once all is quiet, every issue must be as the oracle says.
 */
import type { Catalog } from "../../src/match/catalog.ts";
import { openRandom, type Random } from "../../src/sandbox/random.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { watchExchanges } from "../contract/watch.ts";
import { type Clock, startDayBot } from "./bot.ts";
import { faultsOf, OUR_LOGIN } from "./judge.ts";
import type { History } from "./oracle.ts";
import { createPeople, type People } from "./people.ts";

export interface DayOptions {
  seed: number;
  catalog: Catalog;
  events: number;
  /** Share of the API's calls that fail, some after they took effect. */
  spoilt: number;
}

/** Counts of a day. */
export interface DayFigures {
  events: number;
  issues: number;
  comments: number;
  /** Calls of the API, all held against GitHub's description. */
  exchanges: number;
  spoiltCalls: number;
  deadJobs: number;
  /** How often each thing happened. */
  acts: Record<string, number>;
  faults: string[];
}

const HOURS = 10;
const SECRET = "a secret of the day";
const START = new Date("2026-11-30T07:30:00Z");
const DAY_MS = 86_400_000;
const OLD_ISSUES = 3;
const SETTINGS = "dryRun: false\ndigest:\n  enabled: false\n";

export async function day({ seed, catalog, events, spoilt }: DayOptions): Promise<DayFigures> {
  const random = openRandom(`${seed} day`);
  const clock: Clock = { now: new Date(START.getTime() - 20 * DAY_MS) };
  const watch = watchExchanges();
  const sandbox = await startSandbox({
    webhookSecret: SECRET,
    seed,
    clock: () => clock.now.getTime(),
    files: { ".github/sglang-triage.yml": SETTINGS },
    webhookConcurrency: 4,
    onExchange: watch.onExchange,
  });
  sandbox.webhooks.hold();
  const people = createPeople(sandbox, random);
  sandbox.webhooks.disturb({ kind: "lose", event: "issues", probability: 1 });
  people.openOld(OLD_ISSUES);
  sandbox.webhooks.calm();
  clock.now = START;
  const bot = await startDayBot({ sandbox, webhookSecret: SECRET, catalog, clock, random: openRandom(seed) });
  const faults: string[] = [];
  const acts: Record<string, number> = {};
  try {
    sandbox.webhooks.release();
    await bot.settled();
    people.lookAround();
    disturb(sandbox, spoilt);
    for (let hour = 0; hour < HOURS; hour++) {
      const done = await anHour(sandbox, people, clock, random, Math.ceil(events / HOURS));
      for (const act of done) acts[act] = (acts[act] ?? 0) + 1;
      await bot.settled();
      await bot.sweep();
      await bot.settled();
      const wrong = people.histories.filter((history) => faultsOf(sandbox, history, catalog).length > 0);
      for (const history of wrong)
        for (const fault of faultsOf(sandbox, history, catalog)) faults.push(`hour ${hour}: ${fault}`);
      if (wrong.length > 0) faults.push(`this hour: ${done.join(", ")}`, ...wrong.map(told));
      people.lookAround();
      if (wrong.length > 0) break;
    }
    const dead = await bot.dead();
    faults.push(...dead);
    try {
      watch.check();
    } catch (error) {
      faults.push((error as Error).message);
    }
    const ours = sandbox.issues().filter(({ author }) => author === OUR_LOGIN);
    faults.push(...ours.map(({ number, title }) => `#${number} was opened by us: ${title}`));
    return {
      events,
      issues: people.histories.length,
      comments: sandbox.issues().reduce((sum, { number }) => sum + sandbox.botCommentsOf(number).length, 0),
      exchanges: watch.seen(),
      spoiltCalls: sandbox.faults.injected(),
      deadJobs: dead.length,
      acts,
      faults,
    };
  } finally {
    await bot.stop();
    await sandbox.stop();
  }
}

/** People write; webhooks go out at once, or all at the end and shuffled. @returns what happened */
async function anHour(
  sandbox: Sandbox,
  people: People,
  clock: Clock,
  random: Random,
  events: number,
): Promise<string[]> {
  const held = random.next() < 0.5;
  const done: string[] = [];
  const end = clock.now.getTime() + 3_600_000;
  if (held) sandbox.webhooks.hold();
  for (let event = 0; event < events; event++) {
    done.push(people.act());
    // Some things happen in the same second.
    if (random.next() < 0.2) continue;
    clock.now = new Date(clock.now.getTime() + Math.floor(random.next() * 240_000));
    if (!held) await new Promise((resolve) => setTimeout(resolve, random.next() * 8));
  }
  if (held) sandbox.webhooks.release({ shuffle: true });
  clock.now = new Date(Math.max(end, clock.now.getTime()));
  return done;
}

/** Webhooks go astray, and calls of the API fail in every way that GitHub's do. */
function disturb({ webhooks, faults }: Sandbox, spoilt: number): void {
  webhooks.disturb({ kind: "lose", probability: 0.1 });
  webhooks.disturb({ kind: "fail", probability: 0.1 });
  webhooks.disturb({ kind: "duplicate", probability: 0.15 });
  webhooks.disturb({ kind: "late", probability: 0.1 });
  if (spoilt === 0) return;
  const ways = [
    { when: "before", answer: { kind: "secondary-limit", retryAfterSeconds: 60 } },
    { when: "before", answer: { kind: "status", status: 502 } },
    { when: "after", answer: { kind: "status", status: 502 } },
    { when: "before", answer: { kind: "status", status: 404 } },
    { when: "before", answer: { kind: "status", status: 422 } },
    { when: "after", answer: { kind: "truncated" } },
    { when: "after", answer: { kind: "cut" } },
  ] as const;
  // Each is tried where the ones before it did not come up.
  const probability = 1 - (1 - spoilt) ** (1 / ways.length);
  for (const way of ways) faults.add({ route: "*", ...way, probability });
}

/** An issue's history for whoever looks for what went wrong. */
function told(history: History): string {
  return JSON.stringify(history, (_, value: unknown) => (value instanceof Set ? [...value] : value));
}
