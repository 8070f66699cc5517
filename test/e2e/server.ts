/** A server with its sandbox in a folder of its own, for end-to-end tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { type Server, startServer } from "../../src/server.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { watchExchanges } from "../contract/watch.ts";
import { environmentFor } from "../crash/server-process.ts";

export interface TestServer extends Server {
  sandbox: Sandbox;
  /** What time it is for bot and sandbox; tests set it. */
  clock: { now: Date };
  /**
   * Resolves when every delivery is handled and no job waits.
   * @throws when anything that went over the wire meanwhile is not as GitHub describes it
   */
  settled(timeoutMs?: number): Promise<void>;
}

const SECRET = "a secret of the tests";

export const NOW = new Date("2026-11-30T12:00:00Z");

export async function startTestServer(): Promise<TestServer & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "e2e-"));
  const clock = { now: NOW };
  const watch = watchExchanges();
  const sandbox = await startSandbox({
    webhookSecret: SECRET,
    clock: () => clock.now.getTime(),
    onExchange: watch.onExchange,
  });
  const environment = { ...environmentFor(sandbox, SECRET), PORT: "0", DATA_DIR: dataDir };
  const server = await startServer(readConfig(environment), createLog("silent"), () => clock.now);
  sandbox.webhooks.connect(server.url + WEBHOOK_PATH);
  const idle = async () => {
    const { waiting, running } = await server.queue.depth();
    return waiting + running === 0;
  };
  return {
    ...server,
    sandbox,
    clock,
    async settled(timeoutMs = 60_000) {
      await sandbox.settled({ idle, timeoutMs });
      watch.check();
    },
    async close() {
      await server.stop();
      await sandbox.stop();
      rmSync(dataDir, { recursive: true, force: true });
      watch.check();
    },
  };
}

/** Reports of the shapes people write, with an error the catalog knows. */
export const REPORTS = {
  geometry: (src: string, dst: string) => `### Describe the bug

Decode starts fine, prefill stops at the first request.

\`\`\`
[2026-08-14 10:03:11 DP1 TP2] Scheduler hit an exception: Traceback (most recent call last):
  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/managers/scheduler.py", line 3120, in run_scheduler_process
    scheduler.run_event_loop()
  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/disaggregation/common/conn.py", line 318, in prepare_dcp_token_item_lens
    raise RuntimeError(
RuntimeError: PD DCP source/destination KV geometry differs: src=${src}, dst=${dst}
\`\`\`
`,
  memory: `Loading stops here:

\`\`\`
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.43 GiB. GPU 5 has a total capacity of 79.44 GiB of which 2.64 GiB is free. Process 4242 has 76.79 GiB memory in use. Of the allocated memory 72.76 GiB is allocated by PyTorch, and 1.02 GiB is reserved by PyTorch but unallocated.
\`\`\`
`,
  nothing: "Please add support for my favourite model. Thank you!",
};
