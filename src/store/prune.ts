/** How long what is kept. GitHub holds the truth; the index can be filled again from it. */

import { pruneSources } from "./caches.ts";
import { pruneSlots } from "./comment-slots.ts";
import type { Database } from "./database.ts";
import { pruneDeliveries } from "./deliveries.ts";
import { pruneFeedback } from "./feedback.ts";
import { pruneOccurrences } from "./occurrences.ts";

const DAY = 24 * 3_600_000;

/** Days from when it was received, observed or given. */
export interface Retention {
  deliveries: number;
  occurrences: number;
  feedback: number;
}

export const DEFAULT_RETENTION: Retention = {
  /** GitHub redelivers for three days; after that a delivery's id cannot come again. */
  deliveries: 7,
  /** A year to compare with, and a month to notice that it is over. */
  occurrences: 400,
  feedback: 400,
};

const SOURCES_KEPT_DAYS = 90;
/** A job that failed after taking its slot is tried again for less than that. */
const SLOTS_KEPT_DAYS = 3;

/** How many rows were removed. */
export interface Pruned extends Retention {
  sources: number;
  slots: number;
}

export async function prune({ db }: Database, kept: Retention, now: Date): Promise<Pruned> {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  return {
    deliveries: await pruneDeliveries(db, before(kept.deliveries)),
    occurrences: await pruneOccurrences(db, before(kept.occurrences)),
    feedback: await pruneFeedback(db, before(kept.feedback)),
    sources: await pruneSources(db, before(SOURCES_KEPT_DAYS)),
    slots: await pruneSlots(db, before(SLOTS_KEPT_DAYS)),
  };
}
