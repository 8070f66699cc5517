/**
 * The queue: what is asked of it. Two adapters keep it, sqlite-queue.ts and pgboss-queue.ts, and one suite of
 * tests runs on both (test/store/queue-contract.ts).
 *
 * - At most one job of a key waits; a new one joins it. Never two of a key run at once; different keys do.
 * - Delivery is at least once: a job whose worker died runs again. Handlers are idempotent.
 * - A job that fails waits longer each time and is given up as a dead letter in the end.
 */
import type { Transaction } from "kysely";
import { z } from "zod";
import type { Schema } from "./schema.ts";

const repository = z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/);
const positive = z.number().int().positive();

/** Every kind of job; strict, because jobs are read back from the database of another version. */
const jobSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("reconcile"), repository, issue: positive }),
  z.strictObject({ kind: z.literal("sweep"), repository }),
  z.strictObject({ kind: z.literal("digest"), repository, week: z.string().max(20).optional() }),
  z.strictObject({ kind: z.literal("notes"), repository }),
  z.strictObject({ kind: z.literal("installation"), installation: positive }),
  z.strictObject({ kind: z.literal("tick") }),
]);

/**
 * What to look at. `reconcile`: make one issue's comment and labels as they should be. `sweep`: find issues
 * of a repository that changed unseen. `digest`: the repository's digest issue. `notes`: its issue for maintainers. `installation`: read again
 * what an installation covers. `tick`: once an hour, find what is due.
 */
export type Job = z.infer<typeof jobSchema>;

/** Whether the value is a job of this version. */
export function isJob(value: unknown): value is Job {
  return jobSchema.safeParse(value).success;
}

/** Jobs with the same key are about the same thing: one waits at most, one runs at most. */
export function jobKey(job: Job): string {
  switch (job.kind) {
    case "reconcile":
      return `reconcile ${job.repository}#${job.issue}`;
    case "sweep":
    case "digest":
    case "notes":
      return `${job.kind} ${job.repository}`;
    case "installation":
      return `installation ${job.installation}`;
    case "tick":
      return "tick";
  }
}

/** Live jobs (a person waits) go before background ones (sweeps, back-fill). */
export type Priority = "live" | "background";

export interface EnqueueOptions {
  /** The jobs exist when this transaction commits; call `wake()` after it. */
  transaction?: Transaction<Schema>;
  /** "live" by default. A live job that joins a waiting background one makes that live. */
  priority?: Priority;
}

/** What a handler is told beside the job. */
export interface Run {
  /** Counted from 1; higher after failures and crashes. */
  attempt: number;
  /** Aborted when the job has taken too long, was lost to another worker, or the process has to end. */
  signal: AbortSignal;
  /** Ask before each write to GitHub. @throws Error when the signal was aborted or the lease has run out. */
  assertHeld(): void;
}

/**
 * Does a job. A throw means "again, later"; the thrown error may carry
 * `retryAfterSeconds: number` (wait that long, as GitHub said; does not count as an attempt) or
 * `permanent: true` (give up at once: trying again cannot help).
 */
export type Handler = (job: Job, run: Run) => Promise<void>;

export interface WorkOptions {
  /** Jobs at once in this process, at least 1. */
  concurrency: number;
  /** Send the hourly `tick` job (once whatever the number of workers); true by default. */
  tick?: boolean;
}

export interface Depth {
  /** Jobs that wait, those not yet due included. */
  waiting: number;
  running: number;
  dead: number;
  /** For how long the oldest due job has been due, in seconds; 0 when none is. */
  oldestSeconds: number;
}

/** A job that was given up. */
export interface DeadLetter {
  id: number;
  /** As stored: a job of another version may be of a kind this one does not know. */
  job: unknown;
  key: string;
  attempts: number;
  reason: string;
  diedAt: Date;
}

export interface Queue {
  /** Add jobs, or join those that wait. @throws StoreError; then none was added. */
  enqueue(jobs: Job | readonly Job[], options?: EnqueueOptions): Promise<void>;
  /** Look for work now rather than at the next poll: call it after a transaction with `enqueue` committed. */
  wake(): void;
  /** Run jobs until `stop`; once a queue. @throws Error when called twice or on a store opened to look only. */
  work(handler: Handler, options: WorkOptions): Promise<void>;
  /**
   * Take no more jobs and wait for those that run; after `drainSeconds` (25 by default) abort them and put
   * them back uncounted. The database stays open.
   */
  stop(options?: { drainSeconds?: number }): Promise<void>;
  depth(): Promise<Depth>;
  /** The dead letters, newest first; at most `limit` (100 by default). */
  dead(options?: { limit?: number }): Promise<DeadLetter[]>;
  /** Put a dead letter back as a fresh job. @returns false when there is no such id. */
  retry(id: number): Promise<boolean>;
}

/** Everything that can be set about a queue; the defaults are for the server, tests make them short. */
export interface QueueSettings {
  /** The clock of SQLite's queue and of the ticks; PostgreSQL's own clock times its jobs. */
  now: () => Date;
  /** A number from 0 up to 1, for the jitter. */
  random: () => number;
  /** Failures and crashes until a job is given up. */
  maxAttempts: number;
  /** How often to look for jobs that another process added or that became due. */
  pollMilliseconds: number;
  /** PostgreSQL: after so long without a heartbeat a job's worker counts as dead. */
  leaseSeconds: number;
  /** A job that runs longer is aborted and counts as failed. */
  maxRunSeconds: number;
  /** After an abort a handler has so long to end by itself. */
  graceMilliseconds: number;
  /** Told of failures of the queue itself (the store does not answer); by default nobody is. */
  onError: (error: Error) => void;
  /** Told of each failed run of a job. */
  onFailure: (job: Job, error: unknown, next: { retryInSeconds: number } | { dead: string }) => void;
}

/** The settings of the server: about 1.7 hours of retries, then a dead letter. */
export function queueSettings(changes: Partial<QueueSettings> = {}): QueueSettings {
  return {
    now: () => new Date(),
    random: Math.random,
    maxAttempts: 16,
    pollMilliseconds: 500,
    leaseSeconds: 60,
    maxRunSeconds: 300,
    graceMilliseconds: 1000,
    onError: () => {},
    onFailure: () => {},
    ...changes,
  };
}
