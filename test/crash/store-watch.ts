/** Looks into a run's store beside the servers that work on it. */
import { sql } from "kysely";
import { openDatabase } from "../../src/store/database.ts";
import { countUnhandled } from "../../src/store/deliveries.ts";
import { openQueue } from "../../src/store/open-queue.ts";
import { changeJobs } from "../store/change-jobs.ts";

export interface StoreWatch {
  /** Resolves when every recorded delivery is handled, or when that seems to be never. */
  handled(): Promise<void>;
  /** The same for the queue: no job waits or runs, those for later included. */
  idle(): Promise<void>;
  /** What waits for later is due now. */
  hurry(): Promise<void>;
  /** Jobs that were given up. */
  dead(): Promise<number>;
  close(): Promise<void>;
}

/** The longest pause between two tries of a job is 15 minutes; a lease of a killed worker lasts one. */
const PATIENCE_MS = 20 * 60_000;
const LOOK_EACH_MS = 500;

export async function watchStore(environment: Record<string, string>): Promise<StoreWatch> {
  const database = await openDatabase({
    url: environment.DATABASE_URL,
    dataDir: environment.DATA_DIR ?? "",
  });
  const queue = await openQueue(database);
  return {
    handled: () => withinPatience(async () => (await countUnhandled(database.db)) === 0),
    idle: () =>
      withinPatience(async () => {
        const { waiting, running } = await queue.depth();
        return waiting + running === 0;
      }),
    async hurry() {
      if (database.kind === "sqlite")
        await sql`update jobs set run_at = 0 where state = 'waiting'`.execute(database.db);
      else await changeJobs(database, "set start_after = now() where state = 'created'");
    },
    dead: async () => (await queue.depth()).dead,
    async close() {
      await queue.stop();
      await database.close();
    },
  };
}

async function withinPatience(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds()) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EACH_MS));
}
