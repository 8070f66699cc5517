/** The queue that fits the store. */
import type { Database } from "./database.ts";
import { pgBossQueue } from "./pgboss-queue.ts";
import { type Queue, type QueueSettings, queueSettings } from "./queue.ts";
import { sqliteQueue } from "./sqlite-queue.ts";

/**
 * Make the queue of an open store. The settings' defaults are the server's.
 * @throws StoreError when PostgreSQL's queue cannot be prepared.
 */
export async function openQueue(database: Database, changes: Partial<QueueSettings> = {}): Promise<Queue> {
  const settings = queueSettings(changes);
  return database.kind === "sqlite" ? sqliteQueue(database, settings) : await pgBossQueue(database, settings);
}
