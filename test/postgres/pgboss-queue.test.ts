import { afterAll, describe, expect, test } from "vitest";
import { openQueue } from "../../src/store/open-queue.ts";
import type { Job } from "../../src/store/queue.ts";
import { queueContract, until } from "../store/queue-contract.ts";
import { dropScratchDatabase, scratchPostgres } from "./scratch-postgres.ts";

afterAll(dropScratchDatabase);

queueContract("PostgreSQL", scratchPostgres);

describe("several processes on one PostgreSQL", () => {
  const settings = { pollMilliseconds: 20, leaseSeconds: 2, graceMilliseconds: 20 };
  const now = () => new Date(Date.UTC(2026, 0, 5, 12, 30));

  async function twoWorkers(work: (job: Job, worker: number) => Promise<void>, tick = false) {
    const store = await scratchPostgres();
    const databases = await Promise.all([store.open(), store.open()]);
    const queues = await Promise.all(databases.map((database) => openQueue(database, { ...settings, now })));
    for (const [index, queue] of queues.entries()) {
      await queue.work((job) => work(job, index), { concurrency: 4, tick });
    }
    const close = async () => {
      for (const queue of queues) await queue.stop({ drainSeconds: 1 });
      for (const database of databases) await database.close();
    };
    return { store, databases, queues, close };
  }

  test("share the jobs, never two of one issue at once, none lost", async () => {
    const running = new Set<number>();
    const last = new Map<number, number>();
    let overlaps = 0;
    const workers = new Set<number>();
    const stored = new Map<number, number>();
    const { queues, close } = await twoWorkers(async (job, worker) => {
      if (job.kind !== "reconcile") return;
      if (running.has(job.issue)) overlaps++;
      running.add(job.issue);
      workers.add(worker);
      const seen = stored.get(job.issue)!;
      await new Promise((resolve) => setTimeout(resolve, 5));
      last.set(job.issue, seen);
      running.delete(job.issue);
    });
    try {
      for (let round = 1; round <= 40; round++) {
        const issues = [1, 2, 3, 4, 5].map((step) => ((round * step) % 7) + 1);
        for (const issue of issues) stored.set(issue, round);
        await queues[round % 2]!.enqueue(
          issues.map((issue) => ({ kind: "reconcile", repository: "acme/engine", issue })),
        );
      }
      await until(async () => {
        const { waiting, running: active } = await queues[0]!.depth();
        return waiting + active === 0;
      });
      expect(overlaps).toBe(0);
      expect(workers.size).toBe(2);
      expect([...last].sort()).toEqual([...stored].sort());
    } finally {
      await close();
    }
  });

  test("the tick comes once for both", async () => {
    let ticks = 0;
    const { queues, close } = await twoWorkers(async () => void ticks++, true);
    try {
      await until(() => ticks > 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await queues[0]!.depth()).waiting).toBe(0);
      expect(ticks).toBe(1);
    } finally {
      await close();
    }
  });

  test("a worker that lost its job to another one is told, and its end changes nothing", async () => {
    const runs: number[] = [];
    let abortedFirst = false;
    const store = await scratchPostgres();
    const databases = await Promise.all([store.open(), store.open()]);
    const [slow, quick] = await Promise.all(
      databases.map((database) => openQueue(database, { ...settings, now })),
    );
    let releaseSlow = () => {};
    let releaseQuick = () => {};
    await slow!.work(
      async (_job, { attempt, signal }) => {
        runs.push(attempt);
        signal.addEventListener("abort", () => {
          abortedFirst = true;
        });
        await new Promise<void>((resolve) => {
          releaseSlow = resolve;
        });
      },
      { concurrency: 1, tick: false },
    );
    try {
      await slow!.enqueue({ kind: "reconcile", repository: "acme/engine", issue: 1 });
      await until(() => runs.length === 1);
      await quick!.work(
        async (_job, { attempt }) => {
          runs.push(attempt);
          await new Promise<void>((resolve) => {
            releaseQuick = resolve;
          });
        },
        { concurrency: 1, tick: false },
      );
      // As if the first worker had been asleep for longer than its lease; until the other one sees it.
      const { pool } = databases[0]!;
      const { rows } = await pool!.query("select output from triage_queue.job where state = 'active'");
      const sleep =
        "update triage_queue.job set started_on = now() - interval '10 s' where state = 'active' and output = $1";
      await until(async () => {
        await pool!.query(sleep, [rows[0].output]);
        return runs.length === 2;
      });
      expect(runs).toEqual([1, 2]);
      await until(() => abortedFirst);
      releaseSlow();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await quick!.depth()).running).toBe(1);
      releaseQuick();
      await until(async () => (await quick!.depth()).running === 0);
      expect(await quick!.depth()).toMatchObject({ waiting: 0, dead: 0 });
    } finally {
      await slow!.stop({ drainSeconds: 0 });
      await quick!.stop({ drainSeconds: 0 });
      for (const database of databases) await database.close();
    }
  });
});
