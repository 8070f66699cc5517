/** The server: webhooks and pages, the queue's worker, or both; without credentials, with a GitHub of its own. */
import { Webhooks } from "@octokit/webhooks";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { handleWebhooks } from "./app.ts";
import { type Config, ConfigError } from "./config.ts";
import { type Connection, openConnection } from "./connection.ts";
import { diagnose } from "./diagnose.ts";
import { createExcerptReader } from "./excerpts.ts";
import { attachmentHostOf } from "./github/attachments.ts";
import { refusedCredentials } from "./github/check-credentials.ts";
import { type Clients, createClients } from "./github/clients.ts";
import { attachmentReader } from "./github/fetch-attachment.ts";
import { createKnowledge } from "./github/repository-catalog.ts";
import { createJobHandler } from "./jobs.ts";
import { listen } from "./listen.ts";
import { type Catalog, loadCatalog } from "./match/catalog.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { startProbot } from "./probot.ts";
import { createRecordFinder } from "./records.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { createSite } from "./site.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { createIntake, type Intake } from "./store/intake.ts";
import { openQueue } from "./store/open-queue.ts";
import type { Queue } from "./store/queue.ts";
import { createWebApp, lastReview } from "./web/web-app.tsx";
import { WEBHOOK_PATH, webhookRoutes } from "./webhooks.ts";

export interface Server {
  /** Address of webhooks and pages (of /readyz and /metrics alone for a worker), without a slash at the end. */
  url: string;
  /** Null with credentials of a real GitHub. */
  sandbox: Sandbox | null;
  queue: Queue;
  database: Database;
  /** Takes no more work, finishes what runs, closes everything. */
  stop(): Promise<void>;
}

/** What both parts of a server need. */
interface Parts {
  config: Config;
  log: Logger;
  now: () => Date;
  catalog: Catalog;
  database: Database;
  queue: Queue;
  intake: Intake;
  connection: Connection;
  metrics: Metrics;
  clients: Clients;
}

/**
 * Starts what the role asks for, in the order of need: store, GitHub, web, worker.
 * @throws StoreError, ConfigError or the listener's error, with what to do in the message
 */
export async function startServer(
  config: Config,
  log: Logger,
  now: () => Date = () => new Date(),
): Promise<Server> {
  const parts = await prepare(config, log, now);
  const { database, queue, intake, connection, metrics } = parts;
  let ready = true;
  const site = createSite({ database, isReady: () => ready, metrics });
  if (config.role !== "worker") await addWeb(site, parts);
  const listener = await listen(site, config.host, config.port);
  if (config.role !== "web") await startWork(parts, listener.url);
  // Whatever happened while nothing ran here, however short before the next full hour.
  await queue.enqueue({ kind: "tick" }, { priority: "background" });
  connection.sandbox?.webhooks.connect(listener.url + WEBHOOK_PATH);

  return {
    url: listener.url,
    sandbox: connection.sandbox,
    queue,
    database,
    async stop() {
      ready = false;
      await listener.close();
      await intake.drain();
      await queue.stop();
      await connection.sandbox?.stop();
      await database.close();
    },
  };
}

async function prepare(config: Config, log: Logger, now: () => Date): Promise<Parts> {
  const catalog = loadCatalog();
  const database = await openDatabase({
    ...(config.databaseUrl && { url: config.databaseUrl }),
    dataDir: config.dataDir,
    exclusive: true,
  });
  const queue = await openQueue(database, {
    onError: (error) => log.error({ err: error }, "the store does not answer"),
    onFailure: (job, error, next) => log.warn({ err: error, job, next }, "a job failed"),
  });
  const intake = createIntake(database, queue);
  const connection = await openConnection(config, now);
  const metrics = createMetrics({
    queue,
    waitingIntake: () => intake.waiting(),
    catalogVersion: lastReview(catalog.entries.values()),
    entries: catalog.entries.size,
  });
  // Our own GitHub has no limits to keep to.
  const rateLimits = config.rateLimits && connection.sandbox === null;
  const probot = await startProbot(connection.credentials, rateLimits, metrics, log);
  const clients = createClients(probot, database, now);
  const refusal = await refusedCredentials(clients);
  if (refusal !== null) throw new ConfigError(refusal);
  return { config, log, now, catalog, database, queue, intake, connection, metrics, clients };
}

/** Intake and pages. */
async function addWeb(site: Hono, parts: Parts): Promise<void> {
  const { config, log, now, catalog, database, intake, connection, metrics, clients } = parts;
  const webhooks = new Webhooks({ secret: connection.credentials.webhookSecret });
  handleWebhooks(webhooks, intake, now);
  const pages = createWebApp({
    catalog,
    datasetVersion: lastReview(catalog.entries.values()),
    recordFor: createRecordFinder(catalog, createExcerptReader(config, clients, database, log, now)),
    diagnose: (text) =>
      diagnose({ title: "", parts: [{ kind: "body", id: "body", author: "", text }] }, catalog),
  });
  site.get("/", (c) => c.redirect(connection.sandbox?.url ?? "/errors"));
  site.route("/", pages);
  site.route("/", webhookRoutes(webhooks, log, metrics.webhook));
}

/** The queue's consumer with the hourly tick. */
async function startWork(parts: Parts, ownUrl: string): Promise<void> {
  const { config, log, now, catalog, database, queue, connection, metrics, clients } = parts;
  // Beside a real GitHub our own address says nothing to the reader of a reply.
  const siteUrl = config.publicUrl ?? (connection.sandbox === null ? null : ownUrl);
  const attachmentHost = attachmentHostOf(connection.credentials.baseUrl);
  const handler = createJobHandler({
    clients,
    database,
    queue,
    log,
    now,
    knowledgeFor: createKnowledge(catalog, siteUrl, now),
    attachments: { host: attachmentHost, read: attachmentReader(attachmentHost) },
    metrics,
    retention: config.retention,
  });
  await queue.work(handler, { concurrency: config.concurrency });
}
