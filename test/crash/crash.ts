/**
 * Rounds of kill -9 under load. GitHub (the sandbox) stays up and shows at the end what became of it: what was
 * answered 2xx has to be done although processes were killed at it, and nothing may be done twice although
 * calls of its API fail after they took effect.
 *
 * While the rounds run, GitHub's lists of issues, comments and deliveries answer 404, because sweep and
 * redelivery would find again what the store lost. They open afterwards, for what was never accepted.
 */
import { openRandom } from "../../src/sandbox/random.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { countComments, faultsOf, judge } from "./judge.ts";
import { openLedger } from "./ledger.ts";
import { createPeople } from "./people.ts";
import { runRound } from "./round.ts";
import { environmentFor, type ServerProcess, serverProcess } from "./server-process.ts";
import { openRunStore, type StoreName } from "./store.ts";
import { watchStore } from "./store-watch.ts";

export interface CrashOptions {
  seed: number;
  rounds: number;
  store: StoreName;
  /** 0: one process does everything. More: one for webhooks and so many workers, on PostgreSQL. */
  workers: number;
  /** PostgreSQL is restarted in each round that this divides; 0: in none. */
  restartPostgres: number;
  onRound?(round: number): void;
}

/** Counts of a run. */
export interface CrashFigures {
  kills: number;
  postgresRestarts: number;
  /** Attempts of deliveries, those that found nobody included. */
  sent: number;
  accepted: number;
  refused: number;
  /** Calls of the API that failed, nearly all after they took effect. */
  spoiltCalls: number;
  issues: number;
  comments: number;
  /** Issues whose newest event was answered 2xx in the rounds: they must be right without a sweep. */
  promised: number;
  /** Issues with more than one comment. */
  doubled: number;
  /** Issues that were not right: promised ones before the lists opened, any afterwards. */
  lost: number;
  /** Jobs that were given up. */
  dead: number;
  seconds: number;
}

/** Share of the API's calls that take effect and yet fail. */
const SPOILT = 0.05;
const LISTS = ["/app/hook/deliveries", "/repos/:owner/:repo/issues", "/repos/:owner/:repo/issues/comments"];
const SECRET = "a secret of the run";

/** @returns the figures, and in words what is wrong */
export async function crash(options: CrashOptions): Promise<{ figures: CrashFigures; faults: string[] }> {
  const began = performance.now();
  const store = await openRunStore(options.store);
  const sandbox = await startSandbox({ webhookSecret: SECRET, seed: options.seed, webhookConcurrency: 8 });
  const processes = await makeProcesses(options.workers, {
    ...environmentFor(sandbox, SECRET),
    ...store.environment,
  });
  try {
    const ledger = openLedger(sandbox);
    const people = createPeople(sandbox, openRandom(`${options.seed} people`));
    const openLists = spoil(sandbox);

    for (const process of processes) await process.ready();
    sandbox.webhooks.connect(processes[0]!.url + WEBHOOK_PATH);
    const stage = { sandbox, people, processes, random: openRandom(`${options.seed} kills`) };
    let kills = 0;
    let postgresRestarts = 0;
    for (let round = 1; round <= options.rounds; round++) {
      const withPostgres = options.restartPostgres > 0 && round % options.restartPostgres === 0;
      kills += await runRound(stage, withPostgres);
      postgresRestarts += Number(withPostgres);
      ledger.read();
      options.onRound?.(round);
    }

    const watch = await watchStore(store.environment);
    await sandbox.webhooks.drained();
    await watch.handled();
    ledger.read();
    const promised = people.reports.filter(({ number }) => ledger.isAccepted(number));
    const kept = judge(sandbox, promised);

    openLists();
    for (const process of processes) await process.kill();
    for (const process of processes) await process.ready();
    // The closed lists put the tick off for minutes.
    await watch.hurry();
    await watch.idle();
    await sandbox.webhooks.drained();
    await watch.idle();
    ledger.read();
    const recovered = judge(sandbox, people.reports);
    const dead = await watch.dead();
    await watch.close();

    const figures: CrashFigures = {
      kills,
      postgresRestarts,
      sent: ledger.sent(),
      accepted: ledger.accepted(),
      refused: ledger.sent() - ledger.accepted(),
      spoiltCalls: sandbox.faults.injected(),
      issues: people.reports.length,
      comments: countComments(sandbox, people.reports),
      promised: promised.length,
      doubled: recovered.doubled.length,
      lost: kept.lost.size + recovered.lost.size,
      dead,
      seconds: Math.round((performance.now() - began) / 1000),
    };
    const faults = [...faultsOf(kept, "though answered 2xx"), ...faultsOf(recovered, "after recovery")];
    return { figures, faults };
  } finally {
    for (const process of processes) await process.kill();
    await sandbox.stop();
    await store.remove();
  }
}

async function makeProcesses(workers: number, environment: Record<string, string>): Promise<ServerProcess[]> {
  if (workers === 0) return [await serverProcess("all", environment)];
  const processes = [await serverProcess("web", environment)];
  for (let made = 0; made < workers; made++) processes.push(await serverProcess("worker", environment));
  return processes;
}

/** @returns a function that opens the lists; the other faults stay to the end */
function spoil({ faults, webhooks }: Sandbox): () => void {
  const bars = LISTS.map((route) =>
    faults.add({
      method: "GET",
      route,
      when: "before",
      answer: { kind: "status", status: 404 },
      probability: 1,
    }),
  );
  const answers = [{ kind: "status", status: 502 } as const, { kind: "cut" } as const];
  for (const answer of answers)
    faults.add({ route: "*", when: "after", answer, probability: SPOILT / answers.length });
  webhooks.disturb({ kind: "duplicate", probability: 0.2 });
  webhooks.disturb({ kind: "late", probability: 0.1 });
  return () => {
    for (const open of bars) open();
  };
}
