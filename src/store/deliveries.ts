/** The webhooks that were accepted. */
import type { Executor } from "./schema.ts";

/** A webhook, reduced to what it is about. */
export interface Delivery {
  /** GitHub's GUID (header X-GitHub-Delivery); a redelivery keeps it. */
  deliveryId: string;
  event: string;
  action: string | null;
  /** owner/name; null where the event is about none. */
  repository: string | null;
  issue: number | null;
  receivedAt: Date;
  /** Of the payload's `installation.id`: the worker asks with its token. */
  installation?: number | null;
  /** Of the payload's `repository.id`, which a rename keeps. */
  repositoryId?: number | null;
  /** Set where nothing is to be done about it: it counts as handled from then on. */
  handledAt?: Date | null;
}

/** SQLite answers nothing else while it deletes. */
const rowsPerDelete = 2_000;

/**
 * Insert deliveries. @returns the ids that are new; each once, even if it stands twice in the list.
 */
export async function insertDeliveries(tx: Executor, deliveries: readonly Delivery[]): Promise<Set<string>> {
  // In the same order everywhere: transactions with the same ids must not wait for each other.
  const sorted = [...deliveries].sort((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1));
  const rows = sorted.map((delivery) => ({
    delivery_id: delivery.deliveryId,
    event: delivery.event,
    action: delivery.action,
    repository: delivery.repository,
    issue: delivery.issue,
    received_at: delivery.receivedAt.getTime(),
    handled_at: delivery.handledAt?.getTime() ?? null,
  }));
  const inserted = await tx
    .insertInto("deliveries")
    .values(rows)
    .onConflict((conflict) => conflict.column("delivery_id").doNothing())
    .returning("delivery_id")
    .execute();
  return new Set(inserted.map((row) => row.delivery_id));
}

/**
 * Mark what a finished reconcile covers: the issue's deliveries received before it began to read.
 * @returns for how long each had waited, in seconds (for the latency histogram).
 */
export async function markHandled(
  db: Executor,
  { repository, issue, readAt }: { repository: string; issue: number; readAt: Date },
  now: Date,
): Promise<number[]> {
  const rows = await db
    .updateTable("deliveries")
    .set({ handled_at: now.getTime() })
    .where("repository", "=", repository)
    .where("issue", "=", issue)
    .where("handled_at", "is", null)
    .where("received_at", "<=", readAt.getTime())
    .returning("received_at")
    .execute();
  return rows.map((row) => Math.max(0, (now.getTime() - row.received_at) / 1000));
}

/** Deliveries that are about an issue and not yet handled: 0 when all has been done. */
export async function countUnhandled(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom("deliveries")
    .select((builder) => builder.fn.countAll<number>().as("count"))
    .where("handled_at", "is", null)
    .where("issue", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Forget old deliveries. GitHub redelivers for about three days; keep them longer than that.
 * @returns how many were removed.
 */
export async function pruneDeliveries(db: Executor, receivedBefore: Date): Promise<number> {
  for (let removed = 0; ; ) {
    const result = await db
      .deleteFrom("deliveries")
      .where("delivery_id", "in", (builder) =>
        builder
          .selectFrom("deliveries as old")
          .select("old.delivery_id")
          .where("old.received_at", "<", receivedBefore.getTime())
          .limit(rowsPerDelete),
      )
      .executeTakeFirst();
    removed += Number(result.numDeletedRows);
    if (result.numDeletedRows < rowsPerDelete) return removed;
    // Webhooks that came meanwhile go first.
    await new Promise(setImmediate);
  }
}
