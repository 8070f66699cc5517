/**
 * Accepting webhooks: the delivery and its job are in the database before GitHub hears "accepted". Webhooks
 * that arrive while a transaction is being committed share the next one (group commit): a disk flushes a few
 * hundred times a second, and each flush then carries many.
 */
import { z } from "zod";
import type { Database } from "./database.ts";
import { type Delivery, insertDeliveries } from "./deliveries.ts";
import { type InstalledRepository, noteInstallations } from "./installations.ts";
import type { Job, Queue } from "./queue.ts";
import { StoreError } from "./store-error.ts";

/** Small enough that no transaction holds the event loop for long. */
const largestBatch = 200;
/**
 * Under load, commits are at least this far apart: flushing the disk holds SQLite's thread, and a server that
 * flushes for every few webhooks does nothing else. A webhook that comes alone is committed at once.
 */
const commitEveryMilliseconds = 15;
/** Beyond this many waiting webhooks the answer is "unavailable": GitHub keeps what we cannot. */
const mostWaiting = 20_000;

export interface Intake {
  /**
   * Record a webhook and add its job, in one transaction. Resolves after the commit: answer 2xx then.
   * A delivery seen before adds no job.
   * @throws StoreError when nothing was recorded: "bad-input" for impossible fields (answer 400), any other
   *   code when the store cannot take it (answer 503, so that GitHub counts the delivery as failed).
   */
  recordDelivery(delivery: Delivery, job: Job | null): Promise<"new" | "seen">;
  /** How many webhooks wait for a commit. */
  waiting(): number;
  /** Resolve when all that were handed in are settled. */
  drain(): Promise<void>;
}

interface Waiting {
  delivery: Delivery;
  job: Job | null;
  resolve: (outcome: "new" | "seen") => void;
  reject: (error: StoreError) => void;
}

// Checked before the batch: one impossible value must not fail the webhooks that share its transaction.
const printable = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const positive = z.number().int().positive();
const deliverySchema = z.object({
  deliveryId: printable,
  event: printable,
  action: printable.nullable(),
  repository: z
    .string()
    .regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/)
    .nullable(),
  issue: positive.nullable(),
  receivedAt: z.date(),
  installation: positive.nullish(),
  repositoryId: positive.nullish(),
});

/** Make the intake of a server: one a process. */
export function createIntake(database: Database, queue: Queue): Intake {
  let waiting: Waiting[] = [];
  let committing: Promise<void> | undefined;
  let committedAt = Number.NEGATIVE_INFINITY;

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      // Answers go out, and everything that arrives meanwhile joins.
      const pause =
        waiting.length < largestBatch ? committedAt + commitEveryMilliseconds - performance.now() : 0;
      await (pause > 0 ? new Promise((resolve) => setTimeout(resolve, pause)) : new Promise(setImmediate));
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await commit(database, queue, batch);
      committedAt = performance.now();
    }
    committing = undefined;
  }

  return {
    recordDelivery(delivery, job) {
      return new Promise((resolve, reject) => {
        const checked = deliverySchema.safeParse(delivery);
        if (!checked.success) {
          const keys = checked.error.issues.map((problem) => problem.path.join(".")).join(", ");
          return reject(
            new StoreError("bad-input", `This webhook cannot be recorded: ${keys} has no valid value.`),
          );
        }
        if (waiting.length >= mostWaiting) {
          return reject(new StoreError("busy", "Too many webhooks wait for the store; try again later."));
        }
        waiting.push({ delivery, job, resolve, reject });
        committing ??= commitAll();
      });
    },
    waiting: () => waiting.length,
    async drain() {
      await committing;
    },
  };
}

async function commit(database: Database, queue: Queue, batch: readonly Waiting[]): Promise<void> {
  let added: Set<string>;
  try {
    added = await database.transaction(async (transaction) => {
      const fresh = await insertDeliveries(
        transaction,
        batch.map(({ delivery, job }) => (job ? delivery : { ...delivery, handledAt: delivery.receivedAt })),
      );
      await noteInstallations(transaction, installationsOf(batch), batch[0]!.delivery.receivedAt);
      const jobs = batch.flatMap(({ delivery, job }) => (job && fresh.has(delivery.deliveryId) ? [job] : []));
      if (jobs.length > 0) await queue.enqueue(jobs, { transaction });
      return fresh;
    });
  } catch (error) {
    const reason =
      error instanceof StoreError
        ? error
        : new StoreError("other", `Recording webhooks failed: ${String(error)}`);
    for (const { reject } of batch) reject(reason);
    return;
  }
  queue.wake();
  for (const { delivery, resolve } of batch) resolve(added.delete(delivery.deliveryId) ? "new" : "seen");
}

function installationsOf(batch: readonly Waiting[]): InstalledRepository[] {
  return batch.flatMap(({ delivery: { repository, installation, repositoryId = null } }) =>
    repository && installation ? [{ repository, repositoryId, installation }] : [],
  );
}
