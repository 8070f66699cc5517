/** Running jobs: the part of a queue that both adapters share. */
import { afterFailure, type NextStep } from "./backoff.ts";
import type { Handler, Job, QueueSettings, WorkOptions } from "./queue.ts";

/** A job that this worker holds. */
export interface Claim {
  /** The adapter's id of the job. */
  id: string;
  key: string;
  job: Job;
  priority: number;
  /** Counted from 1. */
  attempt: number;
}

/** What the worker asks of an adapter. Each call is one transaction. */
export interface Backend {
  /** Whether a job is lost when its heartbeats stay away. */
  leases: boolean;
  /** Take up to `limit` due jobs whose keys do not run; jobs of unknown kinds are buried on the way. */
  claim(limit: number): Promise<Claim[]>;
  /** The jobs are done: forget them. */
  finish(claims: readonly Claim[]): Promise<void>;
  /** The job failed: let it wait, or bury it. Nothing when it is no longer ours. */
  fail(claim: Claim, step: NextStep): Promise<void>;
  /** Put jobs back as if they had never been taken. */
  giveBack(claims: readonly Claim[]): Promise<void>;
  /** Keep our jobs; returns the ids of those that are lost. */
  heartbeat(claims: readonly Claim[]): Promise<string[]>;
  /** Put jobs of dead workers back. */
  recover(): Promise<void>;
  /** Send the tick of this hour unless it was sent. */
  tick(): Promise<void>;
}

export interface Worker {
  wake(): void;
  stop(drainSeconds: number): Promise<void>;
}

interface Running {
  claim: Claim;
  controller: AbortController;
  /** By `performance.now()`: from then on another worker may have the job, though nobody has told us. */
  heldUntil: number;
  ended: Promise<void>;
}

const tickSeconds = 30;
const longestPauseMilliseconds = 10_000;

/** Start to take and run jobs. Never throws; failures of the store go to `settings.onError` and are retried. */
export function startWorker(
  backend: Backend,
  handler: Handler,
  { concurrency, tick = true }: WorkOptions,
  settings: QueueSettings,
): Worker {
  const running = new Map<string, Running>();
  let stopping = false;
  let abandoned = false;
  let fetching: Promise<void> | undefined;
  let again = false;
  let pause = 0;

  /** Before asking the store: its lease begins later. */
  function leaseFromNow(): number {
    return backend.leases ? performance.now() + settings.leaseSeconds * 1000 : Number.POSITIVE_INFINITY;
  }

  /** One fetch at a time; a wake during it asks for another. After a failure, rest before the next. */
  function wake(): void {
    if (stopping || pause > 0) return;
    again = true;
    fetching ??= fetchAll().finally(() => {
      fetching = undefined;
      if (again) wake();
    });
  }

  async function fetchAll(): Promise<void> {
    while (again && !stopping) {
      again = false;
      const free = concurrency - running.size;
      if (free <= 0) return;
      try {
        const heldUntil = leaseFromNow();
        const claims = await backend.claim(free);
        if (stopping) return await backend.giveBack(claims);
        for (const claim of claims) start(claim, heldUntil);
        if (claims.length === free) again = true;
      } catch (error) {
        report(error);
        rest();
      }
    }
  }

  let rests = 0;
  let resting: NodeJS.Timeout | undefined;
  function rest(): void {
    again = false;
    rests = Math.min(rests + 1, 10);
    pause = Math.min(settings.pollMilliseconds * 2 ** rests, longestPauseMilliseconds);
    resting = setTimeout(() => {
      pause = 0;
      wake();
    }, pause);
  }

  function start(claim: Claim, heldUntil: number): void {
    rests = 0;
    const entry: Running = { claim, controller: new AbortController(), heldUntil, ended: Promise.resolve() };
    running.set(claim.id, entry);
    entry.ended = run(entry).finally(() => {
      running.delete(claim.id);
      wake();
    });
  }

  /** A process that was stopped for a while goes on where it was, before any timer or answer tells it so. */
  function assertHeld({ controller, heldUntil }: Running): void {
    if (performance.now() > heldUntil) controller.abort(new Error("the job's lease has run out"));
    controller.signal.throwIfAborted();
  }

  async function run(entry: Running): Promise<void> {
    const { claim, controller } = entry;
    let failure: { error: unknown } | undefined;
    try {
      const { signal } = controller;
      const run = { attempt: claim.attempt, signal, assertHeld: () => assertHeld(entry) };
      await withinTime(handler(claim.job, run), controller);
    } catch (error) {
      failure = { error };
    }
    if (abandoned) return;
    if (!failure) return await finish(claim);
    const step = afterFailure(failure.error, claim.attempt, settings.maxAttempts, settings.random());
    const next = step.kind === "bury" ? { dead: step.reason } : { retryInSeconds: step.delaySeconds };
    try {
      settings.onFailure(claim.job, failure.error, next);
    } catch (error) {
      report(error);
    }
    await settle(() => backend.fail(claim, step));
  }

  let done: Claim[] = [];
  let finishing: Promise<void> | undefined;
  /** Jobs that end at about the same time are forgotten in one transaction. */
  function finish(claim: Claim): Promise<void> {
    done.push(claim);
    finishing ??= new Promise(setImmediate).then(() => {
      const batch = done;
      done = [];
      finishing = undefined;
      return settle(() => backend.finish(batch));
    });
    return finishing;
  }

  /** The outcome of a job is worth several tries: without it the whole job runs again. */
  async function settle(write: () => Promise<void>): Promise<void> {
    const until = Date.now() + settings.leaseSeconds * 1000;
    for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
      try {
        return await write();
      } catch (error) {
        report(error);
        if (abandoned || Date.now() + wait > until) return;
        await sleep(wait);
      }
    }
  }

  function withinTime(work: Promise<void>, controller: AbortController): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        controller.abort(new Error("took too long"));
        setTimeout(
          () => reject(new Error(`took longer than ${settings.maxRunSeconds} s`)),
          settings.graceMilliseconds,
        );
      }, settings.maxRunSeconds * 1000);
      work.then(resolve, reject).finally(() => clearTimeout(limit));
    });
  }

  async function beat(): Promise<void> {
    if (running.size === 0) return;
    const beating = [...running.values()];
    const heldUntil = leaseFromNow();
    const lost = new Set(await backend.heartbeat(beating.map(({ claim }) => claim)));
    for (const entry of beating) {
      if (lost.has(entry.claim.id)) entry.controller.abort(new Error("the job was lost to another worker"));
      else entry.heldUntil = heldUntil;
    }
  }

  function report(error: unknown): void {
    settings.onError(error instanceof Error ? error : new Error(String(error)));
  }

  const timers: NodeJS.Timeout[] = [];
  /** Runs of one task never overlap, however slow the store is. */
  function every(milliseconds: number, task: () => Promise<void>): NodeJS.Timeout {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      task()
        .catch(report)
        .finally(() => {
          busy = false;
        });
    }, milliseconds);
    timers.push(timer);
    return timer;
  }

  const lease = settings.leaseSeconds * 1000;
  every(settings.pollMilliseconds, async () => wake());
  every(lease / 2, async () => {
    await backend.recover();
    wake();
  });
  const heartbeat = every(lease / 3, beat);
  if (tick) {
    const sendTick = async () => {
      await backend.tick();
      wake();
    };
    every(tickSeconds * 1000, sendTick);
    sendTick().catch(report);
  }
  wake();

  return {
    wake,
    async stop(drainSeconds) {
      stopping = true;
      for (const timer of timers) if (timer !== heartbeat) clearInterval(timer);
      clearTimeout(resting);
      await fetching;
      await atMost(drainSeconds * 1000, allEnded(running));
      for (const { controller } of running.values()) controller.abort(new Error("the server stops"));
      if (running.size > 0) await atMost(settings.graceMilliseconds, allEnded(running));
      abandoned = true;
      clearInterval(heartbeat);
      const left = [...running.values()].map(({ claim }) => claim);
      if (left.length > 0) await backend.giveBack(left).catch(report);
    },
  };
}

async function allEnded(running: ReadonlyMap<string, Running>): Promise<void> {
  await Promise.all([...running.values()].map(({ ended }) => ended));
}

/** Wait for a promise, but not longer; leaves no timer behind. */
async function atMost(milliseconds: number, ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([ended, limit]);
  clearTimeout(timer);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
