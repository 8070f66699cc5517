/** How long what is kept. GitHub holds the truth; the index can be filled again from it. */

import { pruneSources } from "./caches.ts";
import { pruneSlots } from "./comment-slots.ts";
import type { Database } from "./database.ts";
import { pruneDeliveries } from "./deliveries.ts";
import { pruneOccurrences } from "./occurrences.ts";

const DAY = 24 * 3_600_000;

/** GitHub redelivers for three days; after that a delivery's id cannot come again. */
export const DELIVERIES_KEPT_DAYS = 7;
/** A year to compare with, and a month to notice that it is over. */
export const OCCURRENCES_KEPT_DAYS = 400;
export const SOURCES_KEPT_DAYS = 90;
/** A job that failed after taking its slot is tried again for less than that. */
export const SLOTS_KEPT_DAYS = 3;

export interface Pruned {
  deliveries: number;
  occurrences: number;
  sources: number;
  slots: number;
}

export async function prune({ db }: Database, now: Date): Promise<Pruned> {
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  return {
    deliveries: await pruneDeliveries(db, before(DELIVERIES_KEPT_DAYS)),
    occurrences: await pruneOccurrences(db, before(OCCURRENCES_KEPT_DAYS)),
    sources: await pruneSources(db, before(SOURCES_KEPT_DAYS)),
    slots: await pruneSlots(db, before(SLOTS_KEPT_DAYS)),
  };
}
