/** The store that commands share with a server: looked at and added to beside it, never worked on. */
import { readConfig } from "../config.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { openQueue } from "../store/open-queue.ts";
import type { Queue } from "../store/queue.ts";

/**
 * Opens the store of DATABASE_URL or DATA_DIR for one piece of work and closes it again.
 * @throws StoreError, ConfigError
 */
export async function withStore<T>(work: (database: Database, queue: Queue) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase({ ...(databaseUrl !== null && { url: databaseUrl }), dataDir });
  try {
    const queue = await openQueue(database);
    try {
      return await work(database, queue);
    } finally {
      await queue.stop();
    }
  } finally {
    await database.close();
  }
}
