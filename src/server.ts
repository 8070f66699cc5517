/** The server: webhooks, worker and pages in one process; without credentials, with a GitHub of its own. */
import type { Logger } from "pino";
import { Probot, ProbotOctokit } from "probot";
import { triageApp } from "./app.ts";
import type { Config } from "./config.ts";
import { type Connection, openConnection } from "./connection.ts";
import { diagnose } from "./diagnose.ts";
import { createExcerptReader } from "./excerpts.ts";
import { attachmentHostOf } from "./github/attachments.ts";
import { createClients } from "./github/clients.ts";
import { attachmentReader } from "./github/fetch-attachment.ts";
import { createJobHandler } from "./jobs.ts";
import { listen } from "./listen.ts";
import { loadCatalog } from "./match/catalog.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createRecordFinder } from "./records.ts";
import { createReplier } from "./reply/replier.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { createSite } from "./site.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { createIntake, type Intake } from "./store/intake.ts";
import { openQueue } from "./store/open-queue.ts";
import type { Queue } from "./store/queue.ts";
import { createWebApp, lastReview } from "./web/web-app.tsx";
import { WEBHOOK_PATH, webhookRoutes } from "./webhooks.ts";

/** Issues worked on at once: what GitHub's limits for one installation bear. */
const CONCURRENCY = 4;

export interface Server {
  /** Address of webhooks and pages, without a slash at the end. */
  url: string;
  /** Null with credentials of a real GitHub. */
  sandbox: Sandbox | null;
  queue: Queue;
  database: Database;
  /** Takes no more work, finishes what runs, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts everything, in the order of need: store, GitHub, web, worker.
 * @throws StoreError, ConfigError or the listener's error, with what to do in the message
 */
export async function startServer(
  config: Config,
  log: Logger,
  now: () => Date = () => new Date(),
): Promise<Server> {
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
  const datasetVersion = lastReview(catalog.entries.values());
  const metrics = createMetrics({
    queue,
    waitingIntake: () => intake.waiting(),
    catalogVersion: datasetVersion,
    entries: catalog.entries.size,
  });
  const probot = await startProbot(connection, intake, metrics, log, now);

  let ready = true;
  const clients = createClients(probot, database, now);
  const pages = createWebApp({
    catalog,
    datasetVersion,
    recordFor: createRecordFinder(catalog, createExcerptReader(config, clients, database, log, now)),
    diagnose: (text) =>
      diagnose({ title: "", parts: [{ kind: "body", id: "body", author: "", text }] }, catalog),
  });
  const home = connection.sandbox?.url ?? "/errors";
  const site = createSite({ database, home, isReady: () => ready, pages, metrics });
  site.route("/", webhookRoutes(probot, log, metrics.webhook));
  const listener = await listen(site, config.host, config.port);
  const render = createReplier(catalog, config.publicUrl ?? listener.url);

  const attachmentHost = attachmentHostOf(connection.credentials.baseUrl);
  const handler = createJobHandler({
    clients,
    catalog,
    database,
    queue,
    log,
    now,
    render,
    attachments: { host: attachmentHost, read: attachmentReader(attachmentHost) },
    metrics,
  });
  await queue.work(handler, { concurrency: CONCURRENCY });
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

async function startProbot(
  connection: Connection,
  intake: Intake,
  metrics: Metrics,
  log: Logger,
  now: () => Date,
): Promise<Probot> {
  const { appId, privateKey, webhookSecret, baseUrl } = connection.credentials;
  const Counted = ProbotOctokit.plugin(countCalls(metrics));
  // Our own GitHub has no limits to keep to; the real one's are kept by the throttling plugin.
  const Octokit = connection.sandbox === null ? Counted : Counted.defaults({ throttle: { enabled: false } });
  const probot = new Probot({
    appId,
    privateKey,
    secret: webhookSecret,
    baseUrl,
    Octokit,
    log: log.child({ name: "probot" }),
  });
  await probot.ready();
  await probot.load(triageApp(intake, now));
  return probot;
}

/** A plugin of the client: every call of the API with its outcome and what GitHub has left for us. */
function countCalls(metrics: Metrics): Parameters<typeof ProbotOctokit.plugin>[0] {
  return (octokit) => {
    octokit.hook.wrap("request", async (request, options) => {
      const started = performance.now();
      const count = (status: number, headers: Record<string, unknown>): void => {
        const left = headers["x-ratelimit-remaining"];
        const seconds = (performance.now() - started) / 1000;
        metrics.apiCall(options.method, status, seconds, left === undefined ? null : Number(left));
      };
      try {
        const response = await request(options);
        count(response.status, response.headers);
        return response;
      } catch (error) {
        const { status = 0, response } = error as { status?: number; response?: { headers: object } };
        count(status, { ...response?.headers });
        throw error;
      }
    });
    return {};
  };
}
