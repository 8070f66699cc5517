import { expect, test } from "vitest";
import { createLog } from "../src/log.ts";
import { createMetrics } from "../src/metrics.ts";
import { startProbot } from "../src/probot.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";
import type { Queue } from "../src/store/queue.ts";

/** The throttling plugin lets one write of an installation pass each second. */
const WRITES = 8;

test("without rate limits calls are not spaced", async () => {
  const sandbox = await startSandbox({ webhookSecret: "secret" });
  try {
    const metrics = createMetrics({
      queue: {} as Queue,
      waitingIntake: () => 0,
      catalogVersion: "",
      entries: 0,
    });
    const { id: appId, privateKey } = sandbox.app;
    const credentials = { appId, privateKey, webhookSecret: "secret", baseUrl: sandbox.url };
    const probot = await startProbot(credentials, false, metrics, createLog("silent"));
    const [installation] = sandbox.state.installations.all();
    const client = (await probot.auth(installation!.id)) as unknown as {
      request(route: string, body: object): Promise<{ status: number }>;
    };
    const { number } = sandbox.createIssue({ title: "x" });
    const route = `POST /repos/sandbox/sglang/issues/${number}/labels`;
    const began = performance.now();
    for (let write = 0; write < WRITES; write++) await client.request(route, { labels: [`l${write}`] });
    expect(performance.now() - began).toBeLessThan((WRITES - 2) * 1_000);
    expect(sandbox.labelsOf(number)).toHaveLength(WRITES);
  } finally {
    await sandbox.stop();
  }
});
