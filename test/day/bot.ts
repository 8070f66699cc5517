/** The bot in this process, on a sandbox, with a clock that is moved instead of waited for. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhooks } from "@octokit/webhooks";
import { Probot, ProbotOctokit } from "probot";
import { handleWebhooks } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { attachmentHostOf } from "../../src/github/attachments.ts";
import { createClients } from "../../src/github/clients.ts";
import { attachmentReader } from "../../src/github/fetch-attachment.ts";
import { createKnowledge } from "../../src/github/repository-catalog.ts";
import { wholeAnswers } from "../../src/github/whole-answers.ts";
import { createJobHandler } from "../../src/jobs.ts";
import { listen } from "../../src/listen.ts";
import { createLog } from "../../src/log.ts";
import type { Catalog } from "../../src/match/catalog.ts";
import { createMetrics } from "../../src/metrics.ts";
import type { Random } from "../../src/sandbox/random.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { openDatabase } from "../../src/store/database.ts";
import { createIntake } from "../../src/store/intake.ts";
import { openQueue } from "../../src/store/open-queue.ts";
import { WEBHOOK_PATH, webhookRoutes } from "../../src/webhooks.ts";

export interface Clock {
  now: Date;
}

export interface DayBot {
  /** Looks for what no webhook told of, as each hour does. */
  sweep(): Promise<void>;
  /** Resolves when nothing waits; moves the clock to when the next job is due. */
  settled(): Promise<void>;
  /** Jobs that were given up. */
  dead(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface DayBotOptions {
  sandbox: Sandbox;
  webhookSecret: string;
  catalog: Catalog;
  clock: Clock;
  random: Random;
}

const LONGEST_WAIT_MS = 120_000;

/** The server's parts as src/server.ts puts them together, but for pauses and the pages. */
export async function startDayBot(options: DayBotOptions): Promise<DayBot> {
  const { sandbox, webhookSecret, catalog, clock, random } = options;
  const now = () => clock.now;
  const log = createLog(process.env.LOG_LEVEL ?? "silent");
  // In memory where there is such a place: nothing here has to outlive a power cut.
  const dataDir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "day-"));
  const database = await openDatabase({ dataDir, exclusive: true });
  const queue = await openQueue(database, {
    now,
    random: random.next,
    pollMilliseconds: 20,
    onFailure: (job, error, next) => log.warn({ err: error, job, next }, "a job failed"),
  });
  const intake = createIntake(database, queue);
  const metrics = createMetrics({
    queue,
    waitingIntake: () => intake.waiting(),
    catalogVersion: "",
    entries: 0,
  });
  const probot = new Probot({
    appId: sandbox.app.id,
    privateKey: sandbox.app.privateKey,
    secret: webhookSecret,
    baseUrl: sandbox.url,
    Octokit: withoutPauses(),
    log,
  });
  await probot.ready();
  const host = attachmentHostOf(sandbox.url);
  const handler = createJobHandler({
    clients: createClients(probot, database, now),
    database,
    queue,
    log,
    now,
    knowledgeFor: createKnowledge(catalog, null, now),
    attachments: { host, read: attachmentReader(host) },
    metrics,
    retention: readConfig({}).retention,
  });
  const webhooks = new Webhooks({ secret: webhookSecret });
  handleWebhooks(webhooks, intake, now);
  const listener = await listen(webhookRoutes(webhooks, log), "127.0.0.1", 0);
  await queue.work(handler, { concurrency: 4, tick: false });
  sandbox.webhooks.connect(listener.url + WEBHOOK_PATH);

  async function nextDue(): Promise<number | null> {
    const row = await database.db
      .selectFrom("jobs")
      .select((builder) => builder.fn.min("run_at").as("next"))
      .where("state", "=", "waiting")
      .executeTakeFirst();
    return row?.next == null ? null : Number(row.next);
  }

  return {
    async sweep() {
      await queue.enqueue({ kind: "tick" }, { priority: "background" });
    },
    async settled() {
      const end = performance.now() + LONGEST_WAIT_MS;
      while (performance.now() < end) {
        await sandbox.webhooks.drained();
        const { waiting, running } = await queue.depth();
        if (running === 0 && sandbox.webhooks.pending() === 0) {
          if (waiting === 0) return;
          const due = await nextDue();
          if (due !== null && due > clock.now.getTime()) clock.now = new Date(due);
          queue.wake();
        }
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      throw new Error(`not settled after ${LONGEST_WAIT_MS} ms`);
    },
    async dead() {
      return (await queue.dead()).map(({ key, reason }) => `${key}: ${reason}`);
    },
    async stop() {
      await listener.close();
      await intake.drain();
      await queue.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server's client, but for the pauses before it repeats a call. */
function withoutPauses(): typeof ProbotOctokit {
  return ProbotOctokit.plugin(wholeAnswers).defaults((options: { throttle?: object; retry?: object }) => ({
    ...options,
    throttle: { ...options.throttle, enabled: false },
    retry: { ...options.retry, retryAfterBaseValue: 1 },
  })) as typeof ProbotOctokit;
}
