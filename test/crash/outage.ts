/**
 * An outage: the server is down for a day of events. Of some GitHub keeps a failed delivery, of the others it
 * never sent any; after the start, redelivery and sweep have to bring every issue to its right state.
 * The clock of sandbox and server is simulated, so that the day takes seconds.
 */
import { readConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { isSuccess } from "../../src/sandbox/api/deliveries.ts";
import { openRandom } from "../../src/sandbox/random.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { type Server, startServer } from "../../src/server.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { countComments, faultsOf, judge } from "./judge.ts";
import { openLedger } from "./ledger.ts";
import { createPeople } from "./people.ts";
import { environmentFor } from "./server-process.ts";
import { openRunStore, type StoreName } from "./store.ts";

export interface OutageOptions {
  seed: number;
  store: StoreName;
  /** Events while the server is down, spread evenly over its days. */
  events: number;
  /** GitHub keeps failed deliveries for three: after longer ones the sweep alone knows the oldest events. */
  days: number;
}

export interface OutageFigures {
  events: number;
  /** Deliveries that nobody took, those of them that GitHub still lists, and those it never sent. */
  failed: number;
  listed: number;
  neverSent: number;
  issues: number;
  /** Issues that were not right when the server started, and those of them that no listed delivery tells of. */
  wrong: number;
  wrongUnlisted: number;
  /** Failed deliveries that were sent again and accepted. */
  redelivered: number;
  comments: number;
  /** Issues with more than one comment, and issues that are not right, in the end. */
  doubled: number;
  lost: number;
  /** From the server's start until nothing is left to do, in real time. */
  recoverySeconds: number;
}

/** Share of the deliveries that GitHub never sends. */
const NEVER_SENT = 0.3;
const EVENTS_BEFORE = 20;
const LONGEST_RECOVERY_MS = 20 * 60_000;
const SECRET = "a secret of the run";
const DAY_MS = 24 * 3_600_000;

/** @returns the figures, and in words what is wrong */
export async function outage(options: OutageOptions): Promise<{ figures: OutageFigures; faults: string[] }> {
  const clock = { now: new Date("2026-11-30T12:00:00Z") };
  const store = await openRunStore(options.store);
  const sandbox = await startSandbox({
    webhookSecret: SECRET,
    seed: options.seed,
    webhookConcurrency: 8,
    clock: () => clock.now.getTime(),
  });
  const serve = () =>
    startConnected({ ...environmentFor(sandbox, SECRET), ...store.environment }, sandbox, clock);
  const people = createPeople(sandbox, openRandom(`${options.seed} people`));
  const ledger = openLedger(sandbox);
  try {
    const before = await serve();
    for (let event = 0; event < EVENTS_BEFORE; event++) people.act();
    await settled(before, sandbox);
    await before.stop();
    ledger.read();
    const sentBefore = ledger.sent();

    sandbox.webhooks.disturb({ kind: "lose", probability: NEVER_SENT });
    for (let event = 0; event < options.events; event++) {
      clock.now = new Date(clock.now.getTime() + (options.days * DAY_MS) / options.events);
      people.act();
      // Nobody listens at the old address, and GitHub notes that.
      await sandbox.webhooks.drained();
      ledger.read();
    }
    sandbox.webhooks.calm();
    const failed = ledger.sent() - sentBefore;
    const listed = sandbox.state.deliveries.all().filter((delivery) => !isSuccess(delivery));
    const told = new Set(
      listed.map(({ body }) => (JSON.parse(body) as { issue?: { number: number } }).issue?.number),
    );
    const { lost: wrong } = judge(sandbox, people.reports);

    const began = performance.now();
    const after = await serve();
    await settled(after, sandbox);
    const recoverySeconds = Math.round((performance.now() - began) / 100) / 10;
    await after.stop();

    const verdict = judge(sandbox, people.reports);
    const figures: OutageFigures = {
      events: options.events,
      failed,
      listed: listed.length,
      neverSent: options.events - failed,
      issues: people.reports.length,
      wrong: wrong.size,
      wrongUnlisted: [...wrong.keys()].filter((number) => !told.has(number)).length,
      redelivered: sandbox.state.deliveries.all().filter((it) => it.redelivery && isSuccess(it)).length,
      comments: countComments(sandbox, people.reports),
      doubled: verdict.doubled.length,
      lost: verdict.lost.size,
      recoverySeconds,
    };
    return { figures, faults: faultsOf(verdict, "after the outage") };
  } finally {
    await sandbox.stop();
    await store.remove();
  }
}

async function startConnected(
  environment: Record<string, string>,
  sandbox: Sandbox,
  clock: { now: Date },
): Promise<Server> {
  const config = readConfig({ ...environment, PORT: "0" });
  const server = await startServer(config, createLog("silent"), () => clock.now);
  sandbox.webhooks.connect(server.url + WEBHOOK_PATH);
  return server;
}

async function settled(server: Server, sandbox: Sandbox): Promise<void> {
  const idle = async () => {
    const { waiting, running } = await server.queue.depth();
    return waiting + running === 0;
  };
  await sandbox.settled({ idle, timeoutMs: LONGEST_RECOVERY_MS });
}
