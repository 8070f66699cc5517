/**
 * The queue on PostgreSQL: pg-boss 10.4 keeps the jobs; any number of processes work on them.
 *
 * Of pg-boss we use sending, fetching and its tables; three things are done here because its own ways break
 * a promise of ours:
 * - Never two of a key at once. Policy `short` allows one waiting job a key; after a fetch, in the same
 *   transaction, jobs whose key runs already are put back for a second. (A second job of a key can only be
 *   sent once the fetch of the first is committed, so that the check always sees it. The row that runs is
 *   the lock, which unlike an advisory lock survives a restart of PostgreSQL and needs no connection.)
 *   Policies `singleton` and `stately` would instead fail the whole fetch over one busy key.
 * - One waiting job a key, retries included: pg-boss lets a `retry` row stand beside a `created` one. A failed
 *   job is sent anew here, or joins the one that waits.
 * - Leases: pg-boss expires a job a fixed time after its start; our heartbeat moves the start, and dead
 *   workers' jobs are put back with the same rules as failures. Its own supervisor stays off. Finished jobs
 *   are deleted at once, so that nothing needs archiving.
 */
import { randomUUID } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import PgBoss from "pg-boss";
import { afterCrash, type NextStep } from "./backoff.ts";
import type { Database } from "./database.ts";
import { bury, countDeadLetters, exhume, listDeadLetters } from "./dead-letters.ts";
import { onePerDatabase } from "./postgres.ts";
import {
  type Depth,
  type EnqueueOptions,
  isJob,
  type Job,
  jobKey,
  type Priority,
  type Queue,
  type QueueSettings,
} from "./queue.ts";
import type { Executor } from "./schema.ts";
import { asStoreError } from "./store-error.ts";
import { claimTick } from "./ticks.ts";
import { type Backend, type Claim, startWorker, type Worker } from "./worker.ts";

const schema = "triage_queue";
const name = "jobs";
const table = sql.table(`${schema}.job`);
/** Waiting jobs are kept for ever, or nearly: pg-boss's default would drop them after two weeks. */
const retentionDays = 3650;
/** A job whose key runs is looked at again after so long. */
const busySeconds = 1;
const jobsPerSend = 1000;

/** For what is asked here beside pg-boss's own questions: which keys run, and which jobs are next in order. */
const indexes = [
  `create index if not exists triage_running on ${schema}.job (singleton_key) where state = 'active'`,
  `create index if not exists triage_next on ${schema}.job (name, priority desc, created_on, id) where state < 'active'`,
];
/** Waiting jobs of some keys, so that pg-boss's own unique index of policy `short` finds them. */
const waitingOf = (keys: readonly string[]) =>
  sql`name = ${name} and coalesce(singleton_key, '') = any (${keys}) and state = 'created' and policy = 'short'`;

/** What stands in a job's row. */
interface Data {
  job: unknown;
  /** Starts that counted against it so far. */
  attempts: number;
}

/**
 * A queue over an open PostgreSQL store; makes pg-boss's schema when missing.
 * @throws StoreError when PostgreSQL does not answer or forbids making the schema.
 */
export async function pgBossQueue(database: Database, settings: QueueSettings): Promise<Queue> {
  const boss = await startBoss(database, settings);
  const post = poster(boss, settings);
  let worker: Worker | undefined;
  let starting = false;

  async function enqueue(jobs: Job | readonly Job[], options: EnqueueOptions = {}): Promise<void> {
    const list = Array.isArray(jobs) ? (jobs as readonly Job[]) : [jobs as Job];
    if (options.transaction) return await post(options.transaction, list, options.priority);
    await database.transaction((tx) => post(tx, list, options.priority));
    worker?.wake();
  }

  return {
    enqueue,
    wake: () => worker?.wake(),
    async work(handler, options) {
      if (starting) throw new Error("This queue works already.");
      starting = true;
      const backend = makeBackend(database, boss, post, settings);
      worker = startWorker(backend, handler, options, settings);
    },
    async stop({ drainSeconds = 25 } = {}) {
      await worker?.stop(drainSeconds);
      await boss.stop({ graceful: false, close: false });
    },
    depth: () => depth(database.db),
    dead: ({ limit = 100 } = {}) => listDeadLetters(database.db, limit),
    async retry(id) {
      const found = await database.transaction(async (tx) => {
        const payload = await exhume(tx, id);
        if (payload === null) return false;
        await post(tx, [JSON.parse(payload) as Job]);
        return true;
      });
      worker?.wake();
      return found;
    },
  };
}

async function startBoss(database: Database, settings: QueueSettings): Promise<PgBoss> {
  const { pool } = database;
  if (!pool) throw new Error("pg-boss needs a PostgreSQL store.");
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    supervise: false,
    schedule: false,
  });
  boss.on("error", settings.onError);
  try {
    await onePerDatabase(pool, async () => {
      await boss.start();
      for (const index of indexes) await pool.query(index);
    });
    const queue = {
      name,
      policy: "short",
      retryLimit: 0,
      expireInSeconds: settings.leaseSeconds,
      retentionMinutes: retentionDays * 24 * 60,
    } as const;
    await boss.createQueue(name, queue);
    await boss.updateQueue(name, queue);
  } catch (error) {
    throw asStoreError(error, database.where);
  }
  return boss;
}

/** pg-boss's statements inside a transaction of ours. */
function inside(tx: Executor): PgBoss.Db {
  return {
    executeSql: async (text, values) => {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows: rows as unknown[] };
    },
  };
}

type Post = (tx: Executor, jobs: readonly Job[], priority?: Priority) => Promise<void>;

/** Sends fresh jobs inside a transaction. */
function poster(boss: PgBoss, settings: QueueSettings): Post {
  return async (tx, jobs, priority = "live") => {
    const byKey = new Map(jobs.map((job) => [jobKey(job), job]));
    // In the same order everywhere: transactions that send the same keys must not wait for each other.
    const keys = [...byKey.keys()].sort();
    if (priority === "live") await makeLive(tx, keys);
    for (let start = 0; start < keys.length; start += jobsPerSend) {
      const rows = keys.slice(start, start + jobsPerSend).map((key) => ({
        name,
        data: { job: byKey.get(key), attempts: 0 } satisfies Data,
        singletonKey: key,
        priority: priority === "live" ? 1 : 0,
        expireInSeconds: settings.leaseSeconds,
      }));
      await boss.insert(rows, { db: inside(tx) });
    }
  };
}

/**
 * PostgreSQL's clock was set back: what was put there later than now is due, and what was started later than now
 * has a lease that begins now. Waiting for those times would hold it up for as long as the clock was set back.
 */
async function afterClockWentBack(tx: Executor, { leaseSeconds }: QueueSettings): Promise<void> {
  const later = sql`now() + ${leaseSeconds} * interval '1 s'`;
  await sql`
    update ${table} set start_after = now(), created_on = now()
    where name = ${name} and state = 'created' and created_on > ${later}`.execute(tx);
  await sql`
    update ${table} set started_on = now()
    where name = ${name} and state = 'active' and started_on > ${later}`.execute(tx);
}

/** Waiting background jobs of these keys become live. */
async function makeLive(tx: Executor, keys: readonly string[]): Promise<void> {
  await sql`
    update ${table} set priority = 1 where name = ${name} and id in (
      select id from ${table}
      where ${waitingOf(keys)} and priority < 1
      order by id for update)`.execute(tx);
}

function makeBackend(database: Database, boss: PgBoss, post: Post, settings: QueueSettings): Backend {
  const { db } = database;
  return {
    leases: true,
    claim: (limit) => database.transaction((tx) => claim(tx, boss, limit, settings)),
    async finish(claims) {
      const ids = claims.map(({ id }) => id.split(" ")[0]);
      const runs = claims.map(({ id }) => id);
      await take(db, sql`id = any (${ids}) and id::text || ' ' || (output->>'run') = any (${runs})`);
    },
    async fail({ id }, step) {
      await database.transaction(async (tx) => {
        for (const row of await take(tx, ours(id))) await apply(tx, boss, row, step, settings);
      });
    },
    async giveBack(claims) {
      await database.transaction(async (tx) => {
        for (const { id, attempt } of claims) {
          const step = { delaySeconds: 0, attempts: attempt - 1 };
          for (const row of await take(tx, ours(id))) await again(tx, boss, row, step, settings);
        }
      });
    },
    async heartbeat(claims) {
      const held = await sql<{ id: string }>`
        update ${table} set started_on = now()
        where name = ${name} and state = 'active' and id = any (${claims.map(({ id }) => id.split(" ")[0])})
        returning id::text || ' ' || (output->>'run') as id`.execute(db);
      const ids = new Set(held.rows.map((row) => row.id));
      return claims.map(({ id }) => id).filter((id) => !ids.has(id));
    },
    async recover() {
      await database.transaction(async (tx) => {
        await afterClockWentBack(tx, settings);
        const expired = sql`id in (select id from ${table} where name = ${name} and state = 'active'
          and started_on + expire_in < now() order by id for update skip locked)`;
        for (const row of await take(tx, expired)) {
          const attempt = row.data.attempts + 1;
          await apply(tx, boss, row, afterCrash(attempt, settings.maxAttempts, settings.random()), settings);
        }
      });
    },
    async tick() {
      await database.transaction(async (tx) => {
        if (await claimTick(tx, settings.now())) await post(tx, [{ kind: "tick" }]);
      });
    },
  };
}

/**
 * The id of a claim is the row's id and that of this run: a row is ours while it names our run. When the
 * lease was lost, another worker's run stands there.
 */
function ours(id: string) {
  const [row, run] = id.split(" ");
  return sql`id = ${row} and output->>'run' = ${run}`;
}

async function claim(tx: Executor, boss: PgBoss, limit: number, settings: QueueSettings): Promise<Claim[]> {
  const rows = await fetch(tx, boss, limit);
  if (rows.length === 0) return [];
  const keys = rows.map((row) => row.singletonKey);
  const ids = rows.map((row) => row.id);
  const running = await sql<{ key: string }>`
    select singleton_key as key from ${table}
    where name = ${name} and state = 'active' and singleton_key = any (${keys}) and id <> all (${ids})`.execute(
    tx,
  );
  const busy = new Set(running.rows.map((row) => row.key));
  const putBack = rows.filter((row) => busy.has(row.singletonKey!)).map((row) => row.id);
  if (putBack.length > 0) {
    await sql`
      update ${table} set state = 'created', started_on = null, start_after = now() + ${busySeconds} * interval '1 s'
      where name = ${name} and id = any (${putBack})`.execute(tx);
  }
  const claims: Claim[] = [];
  for (const row of rows) {
    if (busy.has(row.singletonKey!)) continue;
    const { job, attempts } = row.data;
    const { id, singletonKey: key, priority } = row;
    if (isJob(job)) {
      claims.push({ id: `${id} ${randomUUID()}`, key: key!, job, priority, attempt: attempts + 1 });
    } else {
      const reason = "a kind of job that this version does not know";
      const step: NextStep = { kind: "bury", attempts: attempts + 1, reason };
      for (const taken of await take(tx, sql`id = ${id}`)) await apply(tx, boss, taken, step, settings);
    }
  }
  await sql`
    update ${table} as job set output = jsonb_build_object('run', split_part(claim, ' ', 2))
    from unnest(${claims.map(({ id }) => id)}::text[]) as claim
    where job.name = ${name} and job.id = split_part(claim, ' ', 1)::uuid`.execute(tx);
  return claims;
}

/** pg-boss takes every error of a fetch for a conflict and returns nothing; a lost connection is one, too. */
async function fetch(tx: Executor, boss: PgBoss, limit: number) {
  const { executeSql } = inside(tx);
  let failure: { error: unknown } | undefined;
  const db: PgBoss.Db = {
    executeSql: async (text, values) => {
      try {
        return await executeSql(text, values);
      } catch (error) {
        failure = { error };
        throw error;
      }
    },
  };
  const rows = await boss.fetch<Data>(name, { batchSize: limit, includeMetadata: true, db });
  if (failure) throw (failure as { error: unknown }).error;
  return rows;
}

interface Row {
  id: string;
  key: string;
  priority: number;
  data: Data;
}

/** Take running rows out of the table. */
async function take(tx: Executor, which: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    delete from ${table} where name = ${name} and state = 'active' and ${which}
    returning id, singleton_key as key, priority, data`.execute(tx);
  return rows;
}

/** Do what was decided over a row that was taken out. */
async function apply(
  tx: Executor,
  boss: PgBoss,
  row: Row,
  step: NextStep,
  settings: QueueSettings,
): Promise<void> {
  if (step.kind === "retry") return await again(tx, boss, row, step, settings);
  const { key, priority, data } = row;
  const { attempts, reason } = step;
  await bury(tx, { key, payload: JSON.stringify(data.job), priority, attempts, reason }, settings.now());
}

/**
 * Let a row that was taken out wait again. When another of its key waits already, the two become one that
 * remembers the attempts and the later time: an event that came meanwhile must not break a pause.
 */
async function again(
  tx: Executor,
  boss: PgBoss,
  { key, priority, data }: Row,
  { delaySeconds, attempts }: { delaySeconds: number; attempts: number },
  settings: QueueSettings,
): Promise<void> {
  const waiting = { job: data.job, attempts } satisfies Data;
  await boss.insert(
    [{ name, data: waiting, singletonKey: key, priority, expireInSeconds: settings.leaseSeconds }],
    { db: inside(tx) },
  );
  await sql`
    update ${table} set
      start_after = greatest(start_after, now() + ${delaySeconds} * interval '1 s'),
      priority = greatest(priority, ${priority}::int),
      data = jsonb_set(data, '{attempts}', to_jsonb(greatest((data->>'attempts')::int, ${attempts}::int)))
    where ${waitingOf([key])}`.execute(tx);
}

async function depth(db: Executor): Promise<Depth> {
  const { rows } = await sql<{ waiting: number; running: number; oldest: number | null }>`
    select count(*) filter (where state < 'active') as waiting,
      count(*) filter (where state = 'active') as running,
      extract(epoch from now() - min(start_after) filter (where state < 'active'))::float8 as oldest
    from ${table} where name = ${name}`.execute(db);
  const { waiting, running, oldest } = rows[0]!;
  return {
    waiting: Number(waiting),
    running: Number(running),
    dead: await countDeadLetters(db),
    oldestSeconds: Math.max(0, oldest ?? 0),
  };
}
