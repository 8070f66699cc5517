/** Asks GitHub to send again the webhooks that never reached us: it keeps them for three days. */
import { moveCursor, readCursor } from "../store/cursors.ts";
import type { Database } from "../store/database.ts";
import type { Client } from "./client.ts";

const CURSOR = "redelivery";
const OVERLAP_MILLISECONDS = 60 * 60_000;
const KEPT_MILLISECONDS = 3 * 24 * 3_600_000;

/** A delivery that failed so often is refused for what it is; the sweep sees what it was about. */
const MOST_ATTEMPTS = 3;

interface Attempts {
  /** Of the newest attempt: what GitHub wants to be asked with. */
  id: number;
  count: number;
  delivered: boolean;
}

/**
 * @param app a client with the app's own rights
 * @returns how many deliveries were asked for
 */
export async function redeliverFailed(app: Client, database: Database, now: Date): Promise<number> {
  const since = await listStart(database, now);
  const failed = [...(await deliveriesSince(app, since)).values()].filter(
    ({ delivered, count }) => !delivered && count < MOST_ATTEMPTS,
  );
  // Oldest first: the order of the events, as far as there is one.
  for (const { id } of failed.reverse()) await askAgain(app, id);
  await moveCursor(database.db, CURSOR, now.toISOString(), now);
  return failed.length;
}

async function listStart(database: Database, now: Date): Promise<number> {
  const cursor = await readCursor(database.db, CURSOR);
  const last = cursor === null ? 0 : Math.min(Date.parse(cursor), now.getTime());
  return Math.max(last - OVERLAP_MILLISECONDS, now.getTime() - KEPT_MILLISECONDS);
}

/** By GUID, which all attempts of a delivery share; newest first, as GitHub lists them. */
async function deliveriesSince(app: Client, since: number): Promise<Map<string, Attempts>> {
  const found = new Map<string, Attempts>();
  const pages = app.paginate.iterator(app.rest.apps.listWebhookDeliveries, { per_page: 100 });
  for await (const { data } of pages) {
    for (const { id, guid, delivered_at, status_code } of data) {
      if (Date.parse(delivered_at) < since) return found;
      const known = found.get(guid) ?? { id, count: 0, delivered: false };
      known.count += 1;
      known.delivered ||= status_code >= 200 && status_code < 300;
      found.set(guid, known);
    }
  }
  return found;
}

async function askAgain(app: Client, id: number): Promise<void> {
  try {
    await app.rest.apps.redeliverWebhookDelivery({ delivery_id: id });
  } catch (error) {
    // Too old to be sent again, or dropped meanwhile: the sweep closes that gap.
    const { status } = error as { status?: number };
    if (status !== 404 && status !== 422 && status !== 400) throw error;
  }
}
