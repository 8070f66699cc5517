/** Everything the server answers over HTTP beside webhooks. */
import { Hono } from "hono";
import type { Metrics } from "./metrics.ts";
import type { Database } from "./store/database.ts";

export interface SiteParts {
  database: Database;
  /** Where `/` leads: the sandbox when there is one, the list of errors otherwise. */
  home: string;
  /** False while the server drains. */
  isReady(): boolean;
  pages: Hono;
  metrics: Metrics;
}

export function createSite({ database, home, isReady, pages, metrics }: SiteParts): Hono {
  const site = new Hono();
  site.get("/", (c) => c.redirect(home));
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
  return site.route("/", pages);
}

async function storeProblem(database: Database): Promise<string | null> {
  try {
    await database.ping();
    return null;
  } catch {
    return "the store does not answer";
  }
}
