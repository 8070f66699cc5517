/** A server in two parts over one PostgreSQL. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Role, readConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { startServer } from "../../src/server.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { environmentFor } from "../crash/server-process.ts";
import { REPORTS } from "../e2e/server.ts";
import { dropScratchDatabase, scratchPostgres, scratchUrl } from "./scratch-postgres.ts";

const SECRET = "a secret of the test";

afterAll(dropScratchDatabase);
beforeEach(async () => void (await scratchPostgres()));

test("web takes webhooks and shows pages, a worker does the work and answers its operator alone", async () => {
  const sandbox = await startSandbox({ webhookSecret: SECRET });
  const start = (role: Role) =>
    startServer(
      readConfig({ ...environmentFor(sandbox, SECRET), DATABASE_URL: scratchUrl(), PORT: "0" }, role),
      createLog("silent"),
    );
  const web = await start("web");
  const status = async (url: string, path: string, method = "GET") =>
    (await fetch(url + path, { method })).status;
  try {
    sandbox.webhooks.connect(web.url + WEBHOOK_PATH);
    const { number } = sandbox.createIssue({ title: "[Bug] it stops", body: REPORTS.memory });
    await sandbox.webhooks.drained();
    expect(await status(web.url, "/errors")).toBe(200);
    expect(await status(web.url, "/readyz")).toBe(200);
    const { waiting, running } = await web.queue.depth();
    expect([waiting > 0, running]).toEqual([true, 0]);

    const worker = await start("worker");
    try {
      expect(await status(worker.url, "/readyz")).toBe(200);
      expect(await status(worker.url, "/metrics")).toBe(200);
      expect(await status(worker.url, "/errors")).toBe(404);
      expect(await status(worker.url, WEBHOOK_PATH, "POST")).toBe(404);
      await expect
        .poll(() => sandbox.labelsOf(number), { timeout: 15_000 })
        .toEqual(["error/gpu-out-of-memory"]);
      expect(sandbox.botCommentsOf(number)).toHaveLength(1);
    } finally {
      await worker.stop();
    }
  } finally {
    await web.stop();
    await sandbox.stop();
  }
}, 60_000);
