/**
 * The queue of the embedded database: the table `jobs`. One process alone runs jobs on a file (the folder's
 * lock, which the kernel drops when that process dies), so that a job found running when work starts belongs
 * to a dead one and is put back at once: no lease, no waiting, nothing that a jumping clock could upset.
 */
import { sql, type Transaction } from "kysely";
import { afterCrash, type NextStep } from "./backoff.ts";
import type { Database } from "./database.ts";
import { bury, countDeadLetters, exhume, listDeadLetters } from "./dead-letters.ts";
import {
  type Depth,
  type EnqueueOptions,
  isJob,
  type Job,
  jobKey,
  type Queue,
  type QueueSettings,
} from "./queue.ts";
import type { Executor, Schema } from "./schema.ts";
import { asStoreError } from "./store-error.ts";
import { claimTick } from "./ticks.ts";
import { type Backend, type Claim, startWorker, type Worker } from "./worker.ts";

/** Below SQLite's bound of 32,766 values a statement. */
const rowsPerInsert = 500;

/** A queue over an open SQLite store. */
export function sqliteQueue(database: Database, settings: QueueSettings): Queue {
  const { db } = database;
  let worker: Worker | undefined;

  const queue: Queue = {
    async enqueue(jobs, options = {}) {
      const list = Array.isArray(jobs) ? (jobs as readonly Job[]) : [jobs as Job];
      if (options.transaction) return await insert(options.transaction, list, options, settings.now());
      await database.transaction((tx) => insert(tx, list, options, settings.now()));
      worker?.wake();
    },
    wake: () => worker?.wake(),
    async work(handler, options) {
      if (worker) throw new Error("This queue works already.");
      if (!database.mayWork) throw new Error("Open the store with exclusive: true to run jobs on it.");
      await database.transaction((tx) => putBackOrphans(tx, settings));
      worker = startWorker(backend(database, queue, settings), handler, options, settings);
    },
    async stop({ drainSeconds = 25 } = {}) {
      await worker?.stop(drainSeconds);
    },
    depth: () => depth(db, settings.now()),
    dead: ({ limit = 100 } = {}) => listDeadLetters(db, limit),
    async retry(id) {
      const found = await database.transaction(async (tx) => {
        const payload = await exhume(tx, id);
        if (payload === null) return false;
        await insert(tx, [JSON.parse(payload) as Job], {}, settings.now());
        return true;
      });
      worker?.wake();
      return found;
    },
  };
  return queue;
}

async function insert(
  tx: Executor,
  jobs: readonly Job[],
  { priority = "live" }: EnqueueOptions,
  now: Date,
): Promise<void> {
  const byKey = new Map(jobs.map((job) => [jobKey(job), job]));
  const rows = [...byKey].map(([job_key, job]) => ({
    job_key,
    payload: JSON.stringify(job),
    state: "waiting" as const,
    priority: priority === "live" ? 1 : 0,
    attempts: 0,
    run_at: now.getTime(),
    created_at: now.getTime(),
    last_error: null,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await tx
      .insertInto("jobs")
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((conflict) =>
        conflict
          .column("job_key")
          // A bound parameter would not match the partial index: the value has to stand in the text.
          .where("state", "=", sql.lit("waiting"))
          .doUpdateSet({ priority: sql`max(jobs.priority, excluded.priority)` }),
      )
      .execute();
  }
}

function backend(database: Database, queue: Queue, settings: QueueSettings): Backend {
  return {
    leases: false,
    claim: (limit) => claim(database, limit, settings),
    async finish(claims) {
      await withoutFlush(database, async (tx) => {
        for (const { id, attempt } of claims) {
          await tx
            .deleteFrom("jobs")
            .where("id", "=", Number(id))
            .where("state", "=", "running")
            .where("attempts", "=", attempt)
            .execute();
        }
      });
    },
    async fail(claim, step) {
      await withoutFlush(database, async (tx) => {
        const row = await tx
          .selectFrom("jobs")
          .select(["id", "job_key", "payload", "priority"])
          .where("id", "=", Number(claim.id))
          .where("state", "=", "running")
          .where("attempts", "=", claim.attempt)
          .executeTakeFirst();
        if (row) await apply(tx, row, step, settings.now());
      });
    },
    async giveBack(claims) {
      await withoutFlush(database, async (tx) => {
        for (const { id, key, attempt } of claims) {
          const row = { id: Number(id), job_key: key };
          const now = settings.now().getTime();
          await wait(tx, row, { now, runAt: now, attempts: attempt - 1, reason: null });
        }
      });
    },
    heartbeat: async () => [],
    recover: async () => {},
    async tick() {
      await database.transaction(async (transaction) => {
        if (await claimTick(transaction, settings.now()))
          await queue.enqueue({ kind: "tick" }, { transaction });
      });
    },
  };
}

/**
 * A transaction that does not wait for the disk. Taking and finishing jobs may be forgotten by a power cut
 * (the jobs run again, as after any crash; the file stays sound), and a worker that flushed for each of its
 * steps would hold up the webhooks. Only adding jobs has to last. A killed process forgets neither.
 */
async function withoutFlush<T>(
  database: Database,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return await database.db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } catch (error) {
      throw asStoreError(error, database.where);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}

/** Take due jobs, live ones first, then in order of time. */
async function claim(database: Database, limit: number, settings: QueueSettings): Promise<Claim[]> {
  const now = settings.now();
  const due = database.db
    .selectFrom("jobs as due")
    .select("due.id")
    .where("due.state", "=", sql.lit("waiting"))
    // What was put there later than now was put there before the clock was set back: it is due.
    .where(({ or, eb }) =>
      or([eb("due.run_at", "<=", now.getTime()), eb("due.created_at", ">", now.getTime())]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("jobs as other")
            .select("other.id")
            .where("other.state", "=", sql.lit("running"))
            .whereRef("other.job_key", "=", "due.job_key"),
        ),
      ),
    )
    .orderBy("due.priority", "desc")
    .orderBy("due.run_at")
    .orderBy("due.id")
    .limit(limit);
  // An idle queue asks twice a second: reading only keeps it from taking the write lock each time.
  if ((await due.execute()).length === 0) return [];
  return await withoutFlush(database, async (tx) => {
    const rows = await tx
      .updateTable("jobs")
      .set((builder) => ({ state: "running", attempts: builder("attempts", "+", 1) }))
      .where("id", "in", due)
      .returning(["id", "job_key", "payload", "priority", "attempts"])
      .execute();
    const claims: Claim[] = [];
    for (const row of rows) {
      const job = JSON.parse(row.payload) as unknown;
      if (isJob(job)) {
        const { id, job_key: key, priority, attempts: attempt } = row;
        claims.push({ id: String(id), key, job, priority, attempt });
      } else {
        const reason = "a kind of job that this version does not know";
        await apply(tx, row, { kind: "bury", attempts: row.attempts, reason }, now);
      }
    }
    return claims;
  });
}

/** Jobs that a dead process was running. */
async function putBackOrphans(tx: Transaction<Schema>, settings: QueueSettings): Promise<void> {
  const rows = await tx
    .selectFrom("jobs")
    .select(["id", "job_key", "payload", "priority", "attempts"])
    .where("state", "=", "running")
    .execute();
  for (const row of rows) {
    const step = afterCrash(row.attempts, settings.maxAttempts, settings.random());
    await apply(tx, row, step, settings.now());
  }
}

interface JobRow {
  id: number;
  job_key: string;
  payload: string;
  priority: number;
}

async function apply(tx: Transaction<Schema>, row: JobRow, step: NextStep, now: Date): Promise<void> {
  const { attempts, reason } = step;
  if (step.kind === "bury") {
    await tx.deleteFrom("jobs").where("id", "=", row.id).execute();
    await bury(tx, { key: row.job_key, payload: row.payload, priority: row.priority, attempts, reason }, now);
  } else {
    const runAt = Math.ceil(now.getTime() + step.delaySeconds * 1000);
    await wait(tx, row, { now: now.getTime(), runAt, attempts, reason });
  }
}

/**
 * Let a running job wait. When another of its key waits already, the two become one that remembers the
 * attempts and the later time: an event that came meanwhile must not break a pause that GitHub asked for.
 */
async function wait(
  tx: Transaction<Schema>,
  row: { id: number; job_key: string },
  { now, runAt, attempts, reason }: { now: number; runAt: number; attempts: number; reason: string | null },
): Promise<void> {
  const joined = await tx
    .updateTable("jobs")
    .set({
      run_at: sql`max(run_at, ${runAt})`,
      created_at: now,
      attempts: sql`max(attempts, ${attempts})`,
      last_error: reason,
    })
    .where("job_key", "=", row.job_key)
    .where("state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  if (joined) {
    await tx.deleteFrom("jobs").where("id", "=", row.id).where("state", "=", "running").execute();
    return;
  }
  await tx
    .updateTable("jobs")
    .set({ state: "waiting", run_at: runAt, created_at: now, attempts, last_error: reason })
    .where("id", "=", row.id)
    .where("state", "=", "running")
    .execute();
}

async function depth(db: Executor, now: Date): Promise<Depth> {
  const rows = await db
    .selectFrom("jobs")
    .select((builder) => [
      "state",
      builder.fn.countAll<number>().as("count"),
      builder.fn.min("run_at").as("oldest"),
    ])
    .groupBy("state")
    .execute();
  const waiting = rows.find((row) => row.state === "waiting");
  const running = rows.find((row) => row.state === "running");
  return {
    waiting: Number(waiting?.count ?? 0),
    running: Number(running?.count ?? 0),
    dead: await countDeadLetters(db),
    oldestSeconds: waiting ? Math.max(0, (now.getTime() - Number(waiting.oldest)) / 1000) : 0,
  };
}
