/**
 * A day on the sandbox: 200 events, whose webhooks come shuffled, twice, late or never, and at times while
 * GitHub fails at each fifth call. After each hour, once all is quiet, every issue must be as the oracle says.
 */
import type { Catalog } from "../../src/match/catalog.ts";
import { openRandom, type Random } from "../../src/sandbox/random.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { watchExchanges } from "../contract/watch.ts";
import { type Clock, startDayBot } from "./bot.ts";
import { expected, type History } from "./oracle.ts";
import { createPeople, type People } from "./people.ts";
import { ENTRIES } from "./reports.ts";

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
  try {
    sandbox.webhooks.release();
    await bot.settled();
    people.lookAround();
    disturb(sandbox, spoilt);
    for (let hour = 0; hour < HOURS; hour++) {
      const done = await anHour(sandbox, people, clock, random, Math.ceil(events / HOURS));
      await bot.settled();
      await bot.sweep();
      await bot.settled();
      const wrong = people.histories.flatMap((history) => faultsOf(sandbox, history, catalog));
      faults.push(...wrong.map((fault) => `hour ${hour}: ${fault}`));
      if (wrong.length > 0) faults.push(...done);
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

/** What of an issue is not as the oracle says. */
function faultsOf(sandbox: Sandbox, history: History, catalog: Catalog): string[] {
  if (history.deleted) return [];
  const { number } = history;
  const wanted = expected(history);
  const faults: string[] = [];
  const compare = (what: string, found: unknown, right: unknown) => {
    if (JSON.stringify(found) === JSON.stringify(right)) return;
    faults.push(`#${number}: ${what} ${JSON.stringify(found)} and not ${JSON.stringify(right)}`);
  };
  const ours = sandbox.botCommentsOf(number);
  if (ours.length > 1) faults.push(`#${number}: ${ours.length} comments of ours`);
  const [comment] = ours;
  const found = comment === undefined ? "none" : comment.minimized === null ? "visible" : "hidden";
  const right = wanted.comment === "hidden or none" && found !== "visible" ? found : wanted.comment;
  compare("the comment is", found, right);
  if (found === "visible" && right === "visible") {
    const ids = wanted.kinds.map((kind) => catalog.entries.get(ENTRIES[kind].slug)!.id);
    compare("the records are", recordsOf(comment!.body), ids);
    if (wanted.words !== null && !comment!.body.includes(wanted.words))
      faults.push(`#${number}: the comment does not say ${wanted.words}`);
  }
  compare("the labels are", sandbox.labelsOf(number).sort(), wanted.labels);
  for (const [id, content] of wanted.reactions) {
    const given = sandbox.reactionsTo(id).filter((it) => it.startsWith(OUR_LOGIN));
    compare(`our reactions to ${id} are`, given, [`${OUR_LOGIN} ${content}`]);
  }
  for (const { id, command, deleted } of history.remarks) {
    if (command !== null || deleted) continue;
    compare(
      `our reactions to ${id} are`,
      sandbox.reactionsTo(id).filter((it) => it.startsWith(OUR_LOGIN)),
      [],
    );
  }
  return faults;
}

const OUR_LOGIN = "sglang-triage[bot]";
const MARKER = /^<!-- sglang-triage v\d+((?: [0-9a-f]{16})*) -->\n/;

function recordsOf(body: string): string[] | null {
  return MARKER.exec(body)?.[1]!.split(" ").filter(Boolean) ?? null;
}
