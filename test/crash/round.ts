/** One round: people write, and at a random time one of the server's processes is killed. */
import type { Random } from "../../src/sandbox/random.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { People } from "./people.ts";
import type { ServerProcess } from "./server-process.ts";
import { restartPostgres } from "./store.ts";

export interface Stage {
  sandbox: Sandbox;
  people: People;
  /** All of them run when a round begins, and when it has ended. */
  processes: readonly ServerProcess[];
  /** Decides when and what is killed. */
  random: Random;
}

/** From the first event of a round to its kill, at most. */
const LONGEST_LIFE_MS = 3_000;
/** A server that starts is killed, too: about each eighth time, within the time that a start takes. */
const KILLED_AT_START = 1 / 8;
const LONGEST_START_MS = 3_000;
/** Mean pause between two events. */
const PAUSE_MS = 120;
/** Share of events that are GitHub's: a delivery of any time is sent again, as a person can ask for. */
const SENT_AGAIN = 0.15;

/** @returns how many processes were killed */
export async function runRound(stage: Stage, withPostgres: boolean): Promise<number> {
  const { processes, random } = stage;
  const victim = processes[Math.floor(random.next() * processes.length)]!;
  const life = random.next() * LONGEST_LIFE_MS;
  const postgresLife = random.next() * LONGEST_LIFE_MS;
  const startLife = random.next() < KILLED_AT_START ? random.next() * LONGEST_START_MS : null;

  let over = false;
  const writing = write(stage, () => over);
  const restarting = withPostgres ? sleep(postgresLife).then(restartPostgres) : null;
  await sleep(life);
  await victim.kill();
  // What comes now finds nobody, or the other processes.
  await sleep(PAUSE_MS * 3);
  over = true;
  await Promise.all([writing, restarting]);

  victim.start();
  if (startLife !== null) {
    await sleep(startLife);
    await victim.kill();
  }
  for (const process of processes) await process.ready();
  return startLife === null ? 1 : 2;
}

async function write({ sandbox, people, random }: Stage, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (random.next() < SENT_AGAIN) sendAgain(sandbox, random);
    else people.act();
    await sleep(random.next() * 2 * PAUSE_MS);
  }
}

function sendAgain({ state, webhooks }: Sandbox, random: Random): void {
  const past = state.deliveries.all().filter(({ outcome }) => outcome !== null);
  const chosen = past[Math.floor(random.next() * past.length)];
  if (chosen !== undefined) webhooks.redeliver(chosen.id);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
