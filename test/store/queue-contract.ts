/** What a queue promises, run on both adapters. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { openQueue } from "../../src/store/open-queue.ts";
import { type Handler, type Job, jobKey, type Queue, type QueueSettings } from "../../src/store/queue.ts";
import type { ScratchStore } from "./scratch.ts";

const leaseSeconds = 2;

const issue = (number: number): Job => ({ kind: "reconcile", repository: "acme/engine", issue: number });

/** Resolve when `condition` holds; fail after 5 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 1000) throw new Error(`never came true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A handler that records its runs and holds each until released. */
function gate() {
  const started: string[] = [];
  const open: Array<() => void> = [];
  let runningNow = 0;
  let most = 0;
  const handler: Handler = async (job) => {
    started.push("issue" in job ? `${job.issue}` : job.kind);
    most = Math.max(most, ++runningNow);
    await new Promise<void>((resolve) => open.push(resolve));
    runningNow--;
  };
  return { handler, started, most: () => most, releaseOne: () => open.shift()?.() };
}

export function queueContract(name: string, scratch: () => Promise<ScratchStore>): void {
  describe(`queue on ${name}`, () => {
    let store: ScratchStore;
    let database: Database;
    let queue: Queue;
    let clock: number;
    let toClose: Array<() => Promise<unknown>>;
    let failures: Array<{ job: Job; next: object }>;

    async function open(changes: Partial<QueueSettings> = {}): Promise<[Database, Queue]> {
      const opened = await store.open();
      const made = await openQueue(opened, {
        now: () => new Date(clock),
        random: () => 0.5,
        maxAttempts: 3,
        pollMilliseconds: 20,
        leaseSeconds,
        graceMilliseconds: 20,
        onFailure: (job, _error, next) => failures.push({ job, next }),
        ...changes,
      });
      toClose.push(async () => {
        await made.stop({ drainSeconds: 0 });
        await opened.close();
      });
      return [opened, made];
    }

    async function advance(seconds: number): Promise<void> {
      clock += seconds * 1000;
      await store.shift(database, seconds * 1000);
    }

    beforeEach(async () => {
      clock = Date.UTC(2026, 0, 5, 12, 30);
      failures = [];
      toClose = [];
      store = await scratch();
      [database, queue] = await open();
    });

    afterEach(async () => {
      for (const close of toClose.reverse()) await close();
      await store.remove();
    });

    const noTick = { concurrency: 4, tick: false };

    test("runs a job once and forgets it", async () => {
      const seen: Array<[Job, number]> = [];
      await queue.work(async (job, run) => void seen.push([job, run.attempt]), noTick);
      await queue.enqueue(issue(1));
      await until(async () => seen.length === 1 && (await queue.depth()).running === 0);
      expect(seen).toEqual([[issue(1), 1]]);
      expect(await queue.depth()).toEqual({ waiting: 0, running: 0, dead: 0, oldestSeconds: 0 });
    });

    test("keeps every kind of job as it is", async () => {
      const jobs: Job[] = [
        issue(7),
        { kind: "sweep", repository: "acme/engine" },
        { kind: "digest", repository: "acme/engine" },
        { kind: "installation", installation: 5_000_000_000 },
        { kind: "tick" },
      ];
      const seen: Job[] = [];
      await queue.enqueue(jobs);
      await queue.work(async (job) => void seen.push(job), noTick);
      await until(() => seen.length === jobs.length);
      const byKey = (one: Job, other: Job) => (jobKey(one) < jobKey(other) ? -1 : 1);
      expect(seen.sort(byKey)).toEqual(jobs.sort(byKey));
    });

    test("joins a waiting job of the same key, in one call and across calls", async () => {
      await queue.enqueue([issue(1), issue(2), issue(1)]);
      await queue.enqueue(issue(1));
      await queue.enqueue([issue(2), issue(1)], { priority: "background" });
      expect((await queue.depth()).waiting).toBe(2);
    });

    test("an event during a run gives one more run after it, never beside it", async () => {
      const { handler, started, most, releaseOne } = gate();
      await queue.work(handler, noTick);
      await queue.enqueue(issue(1));
      await until(() => started.length === 1);
      await queue.enqueue(issue(1));
      await queue.enqueue(issue(1));
      await new Promise((resolve) => setTimeout(resolve, 80));
      expect(started).toEqual(["1"]);
      expect(await queue.depth()).toMatchObject({ waiting: 1, running: 1 });
      releaseOne();
      await advance(2);
      await until(() => started.length === 2);
      releaseOne();
      await until(async () => (await queue.depth()).running === 0);
      expect(started).toEqual(["1", "1"]);
      expect(most()).toBe(1);
    });

    test("one busy issue does not hold up others, and concurrency is bounded", async () => {
      const { handler, started, most, releaseOne } = gate();
      await queue.work(handler, { concurrency: 2, tick: false });
      await queue.enqueue(issue(1));
      await until(() => started.length === 1);
      await queue.enqueue([issue(1), issue(2), issue(3), issue(4)]);
      await until(() => started.length === 2);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(started).toHaveLength(2);
      for (let runs = 3; runs <= 5; runs++) {
        releaseOne();
        await advance(2);
        await until(() => started.length === runs);
      }
      releaseOne();
      releaseOne();
      await until(async () => (await queue.depth()).running === 0);
      expect([...started].sort()).toEqual(["1", "1", "2", "3", "4"]);
      expect(most()).toBe(2);
    });

    test("live jobs go before background ones, also when they join one", async () => {
      await queue.enqueue([issue(1), issue(2), issue(3)], { priority: "background" });
      await queue.enqueue(issue(4));
      await queue.enqueue(issue(3));
      const seen: number[] = [];
      await queue.work(async (job) => void (job.kind === "reconcile" && seen.push(job.issue)), {
        concurrency: 1,
        tick: false,
      });
      await until(() => seen.length === 4);
      expect(seen.slice(0, 2).sort()).toEqual([3, 4]);
      expect(seen.slice(2).sort()).toEqual([1, 2]);
    });

    test("a failed job waits longer each time and dies in the end, with its reason", async () => {
      const attempts: number[] = [];
      await queue.work(async (_job, run) => {
        attempts.push(run.attempt);
        throw new TypeError(`no luck ${run.attempt}\nsecond line`);
      }, noTick);
      await queue.enqueue(issue(1));
      await until(() => failures.length === 1);
      expect(failures[0]!.next).toEqual({ retryInSeconds: 3.75 });
      await until(async () => (await queue.depth()).waiting === 1);
      await advance(3);
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(attempts).toEqual([1]);
      await advance(2);
      await until(() => failures.length === 2);
      expect(failures[1]!.next).toEqual({ retryInSeconds: 7.5 });
      await until(async () => (await queue.depth()).waiting === 1);
      await advance(9);
      await until(async () => (await queue.depth()).dead === 1);
      expect(attempts).toEqual([1, 2, 3]);
      expect(await queue.depth()).toMatchObject({ waiting: 0, running: 0 });
      const [letter] = await queue.dead();
      expect(letter).toMatchObject({
        job: issue(1),
        key: "reconcile acme/engine#1",
        attempts: 3,
        reason: "TypeError: no luck 3 second line",
        diedAt: new Date(clock),
      });
    });

    test("a dead letter can be retried once, as a fresh job", async () => {
      let fail = true;
      const attempts: number[] = [];
      await queue.work(async (_job, run) => {
        attempts.push(run.attempt);
        if (fail) throw Object.assign(new Error("gone"), { permanent: true });
      }, noTick);
      await queue.enqueue(issue(1));
      await until(async () => (await queue.depth()).dead === 1);
      fail = false;
      const [letter] = await queue.dead();
      expect(await queue.retry(letter!.id)).toBe(true);
      expect(await queue.retry(letter!.id)).toBe(false);
      expect(await queue.retry(-1)).toBe(false);
      await until(() => attempts.length === 2);
      await until(async () => (await queue.depth()).running === 0);
      expect(attempts).toEqual([1, 1]);
      expect(await queue.depth()).toMatchObject({ waiting: 0, dead: 0 });
    });

    test("retry-after is honoured and does not count as an attempt", async () => {
      const attempts: number[] = [];
      await queue.work(async (_job, run) => {
        attempts.push(run.attempt);
        if (attempts.length <= 4) throw Object.assign(new Error("slow down"), { retryAfterSeconds: 60 });
      }, noTick);
      await queue.enqueue(issue(1));
      for (let failed = 1; failed <= 4; failed++) {
        await until(async () => failures.length === failed && (await queue.depth()).waiting === 1);
        await advance(58);
        await new Promise((resolve) => setTimeout(resolve, 40));
        expect(attempts).toHaveLength(failed);
        await advance(10);
      }
      await until(async () => (await queue.depth()).running === 0 && attempts.length === 5);
      expect(new Set(attempts)).toEqual(new Set([1]));
      expect(failures.map(({ next }) => next)).toEqual(Array(4).fill({ retryInSeconds: 63 }));
    });

    test("an event during a failing run joins its retry and does not break the pause", async () => {
      const { started } = gate();
      let release = () => {};
      await queue.work(async () => {
        started.push("run");
        if (started.length > 1) return;
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        throw Object.assign(new Error("slow down"), { retryAfterSeconds: 100 });
      }, noTick);
      await queue.enqueue(issue(1));
      await until(() => started.length === 1);
      await queue.enqueue(issue(1));
      release();
      await until(async () => failures.length === 1 && (await queue.depth()).running === 0);
      expect(await queue.depth()).toMatchObject({ waiting: 1, running: 0 });
      await advance(50);
      await queue.enqueue(issue(1));
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(started).toHaveLength(1);
      await advance(60);
      await until(() => started.length === 2);
      await until(async () => (await queue.depth()).running === 0);
      expect(await queue.depth()).toMatchObject({ waiting: 0, running: 0, dead: 0 });
    });

    test("jobs of a rolled-back transaction do not exist; those of a committed one do", async () => {
      const rolledBack = database.transaction(async (transaction) => {
        await queue.enqueue(issue(1), { transaction });
        throw new Error("no");
      });
      await expect(rolledBack).rejects.toThrow("no");
      expect((await queue.depth()).waiting).toBe(0);
      await database.transaction((transaction) => queue.enqueue([issue(1), issue(2)], { transaction }));
      expect((await queue.depth()).waiting).toBe(2);
    });

    test("thousands of jobs at once", async () => {
      const jobs = Array.from({ length: 3000 }, (_, index) => issue(index + 1));
      await queue.enqueue(jobs);
      await queue.enqueue(jobs);
      expect((await queue.depth()).waiting).toBe(3000);
    });

    test("a job whose worker died runs again, with its next attempt", async () => {
      const { handler, started } = gate();
      await queue.work(handler, noTick);
      await queue.enqueue(issue(1));
      await until(() => started.length === 1);
      await database.close();
      const attempts: number[] = [];
      [database, queue] = await open();
      await queue.work(async (_job, run) => void attempts.push(run.attempt), noTick);
      await advance(leaseSeconds + 1);
      await until(async () => attempts.length === 1 && (await queue.depth()).running === 0);
      expect(attempts).toEqual([2]);
    });

    test("a job that kills its worker each time is given up", async () => {
      for (let life = 1; life <= 3; life++) {
        const { handler, started } = gate();
        if (life === 1) await queue.enqueue(issue(1));
        await queue.work(handler, noTick);
        await advance(leaseSeconds + 1);
        if (life > 1) {
          await until(async () => (await queue.depth()).running === 0 || started.length === 1);
          await advance(20);
        }
        await until(() => started.length === 1);
        await database.close();
        [database, queue] = await open();
      }
      await queue.work(async () => {}, noTick);
      await advance(leaseSeconds + 1);
      await until(async () => (await queue.depth()).dead === 1);
      const [letter] = await queue.dead();
      expect(letter).toMatchObject({ attempts: 3, reason: "the worker ended while it ran this job" });
    });

    test("a crash while another event waits leaves one job", async () => {
      const { handler, started } = gate();
      await queue.work(handler, noTick);
      await queue.enqueue(issue(1));
      await until(() => started.length === 1);
      await queue.enqueue(issue(1));
      await database.close();
      [database, queue] = await open();
      let runs = 0;
      await queue.work(async () => void runs++, noTick);
      await advance(leaseSeconds + 1);
      await until(async () => {
        const { waiting, running } = await queue.depth();
        if (waiting > 0) await advance(2);
        return runs > 0 && waiting + running === 0;
      });
      expect(runs).toBe(1);
    });

    test("stop waits for running jobs and takes no more", async () => {
      const { handler, started, releaseOne } = gate();
      await queue.work(handler, { concurrency: 1, tick: false });
      await queue.enqueue([issue(1), issue(2)]);
      await until(() => started.length === 1);
      const stopped = queue.stop();
      let ended = false;
      stopped.then(() => {
        ended = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(ended).toBe(false);
      releaseOne();
      await stopped;
      expect(started).toHaveLength(1);
      expect(await queue.depth()).toMatchObject({ waiting: 1, running: 0 });
    });

    test("what does not end in time is aborted and put back uncounted", async () => {
      let aborted = false;
      await queue.work(async (_job, { signal }) => {
        await new Promise(() => {
          signal.addEventListener("abort", () => {
            aborted = true;
          });
        });
      }, noTick);
      await queue.enqueue(issue(1));
      await until(async () => (await queue.depth()).running === 1);
      await queue.stop({ drainSeconds: 0.05 });
      expect(aborted).toBe(true);
      expect(await queue.depth()).toMatchObject({ waiting: 1, running: 0 });
      const [, next] = await (async () => {
        await database.close();
        [database, queue] = await open();
        return [database, queue];
      })();
      const attempts: number[] = [];
      await next.work(async (_job, run) => void attempts.push(run.attempt), noTick);
      await advance(2);
      await until(() => attempts.length === 1);
      expect(attempts).toEqual([1]);
    });

    test("a job that takes too long is aborted and fails", async () => {
      await database.close();
      [database, queue] = await open({ maxRunSeconds: 0.05 });
      let reason: unknown;
      await queue.work(
        (_job, { signal }) =>
          new Promise(() => {
            signal.addEventListener("abort", () => {
              reason = signal.reason;
            });
          }),
        noTick,
      );
      await queue.enqueue(issue(1));
      await until(() => failures.length === 1);
      expect(String(reason)).toContain("took too long");
      await until(async () => (await queue.depth()).running === 0);
    });

    test("the tick comes once an hour", async () => {
      const seen: Job[] = [];
      await queue.work(async (job) => void seen.push(job), { concurrency: 1 });
      // A job that was not finished when the store closes runs again, as it should: wait for its end.
      const finished = async () => (await queue.depth()).running === 0;
      await until(async () => seen.length === 1 && (await finished()));
      expect(seen).toEqual([{ kind: "tick" }]);
      for (const [seconds, ticks] of [
        [600, 1],
        [1500, 2],
        [-3600, 2],
      ] as const) {
        await database.close();
        clock += seconds * 1000;
        [database, queue] = await open();
        await queue.work(async (job) => void seen.push(job), { concurrency: 1 });
        await until(async () => seen.length >= ticks && (await finished()));
        await new Promise((resolve) => setTimeout(resolve, 60));
        expect(seen).toHaveLength(ticks);
      }
    });

    test("a clock that is set back an hour holds up neither waiting jobs nor those of a dead worker", async () => {
      const { handler, started } = gate();
      await queue.work(handler, { concurrency: 1, tick: false });
      await queue.enqueue(issue(1));
      await until(() => started.length === 1);
      await queue.enqueue(issue(2));
      await database.close();
      [database, queue] = await open();
      await advance(-3600);
      const seen: number[] = [];
      await queue.work(async (job) => void (job.kind === "reconcile" && seen.push(job.issue)), noTick);
      // A lease and a pause pass, and no hour.
      for (let seconds = 0; seen.length < 2 && seconds < 60; seconds += 1) {
        await advance(1);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await until(async () => (await queue.depth()).running === 0);
      expect(seen.sort()).toEqual([1, 2]);
    });

    test("a clock that is set forward a day loses no job and runs none beside itself", async () => {
      const { handler, started, most, releaseOne } = gate();
      await queue.work(handler, { concurrency: 1, tick: false });
      await queue.enqueue([issue(1), issue(2)]);
      await until(() => started.length === 1);
      await advance(86_400);
      // On PostgreSQL the lease is over: a heartbeat takes it again, or another run follows this one.
      for (let runs = 1; (await queue.depth()).waiting + (await queue.depth()).running > 0; runs += 1) {
        releaseOne();
        if (runs > 1) await advance(60);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect([...new Set(started)].sort()).toEqual(["1", "2"]);
      expect(most()).toBe(1);
      expect((await queue.depth()).dead).toBe(0);
    });

    test("a job that was aborted is no longer held", async () => {
      const held: boolean[] = [];
      await database.close();
      [database, queue] = await open({ maxRunSeconds: 0.05 });
      await queue.work(async (_job, { signal, assertHeld }) => {
        const ask = () => {
          try {
            assertHeld();
            held.push(true);
          } catch {
            held.push(false);
          }
        };
        ask();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        ask();
      }, noTick);
      await queue.enqueue(issue(1));
      await until(() => held.length === 2);
      expect(held).toEqual([true, false]);
    });

    test("depth tells for how long the oldest due job has been due", async () => {
      await queue.enqueue(issue(1));
      await advance(90);
      await queue.enqueue(issue(2));
      const { oldestSeconds } = await queue.depth();
      expect(oldestSeconds).toBeGreaterThanOrEqual(89);
      expect(oldestSeconds).toBeLessThan(100);
    });

    test("the store's failure is reported and survived", async () => {
      const errors: Error[] = [];
      await database.close();
      [database, queue] = await open({ onError: (error) => errors.push(error) });
      let ran = false;
      await queue.work(async () => {
        ran = true;
      }, noTick);
      await queue.enqueue(issue(1));
      await until(async () => ran && (await queue.depth()).running === 0);
      await database.close();
      await until(() => errors.length > 0);
      await queue.stop();
    });

    test("work can be asked for once only", async () => {
      await queue.work(async () => {}, noTick);
      await expect(queue.work(async () => {}, noTick)).rejects.toThrow("already");
    });
  });
}
