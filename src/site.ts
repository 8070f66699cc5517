/** What every process answers to those who operate it, whatever its role. */
import { Hono } from "hono";
import type { Metrics } from "./metrics.ts";
import type { Database } from "./store/database.ts";

export interface SiteParts {
  database: Database;
  /** False while the server drains. */
  isReady(): boolean;
  metrics: Metrics;
}

export function createSite({ database, isReady, metrics }: SiteParts): Hono {
  const site = new Hono();
  site.get("/healthz", (c) => c.text("ok\n"));
  site.get("/readyz", async (c) => {
    if (!isReady()) return c.text("draining\n", 503);
    const problem = await storeProblem(database);
    return problem === null ? c.text("ready\n") : c.text(`${problem}\n`, 503);
  });
  site.get("/metrics", async (c) => {
    const { contentType, text } = await metrics.page();
    return c.body(text, 200, { "content-type": contentType });
  });
  return site;
}

async function storeProblem(database: Database): Promise<string | null> {
  try {
    await database.ping();
    return null;
  } catch {
    return "the store does not answer";
  }
}
