/** PostgreSQL goes away for a while: webhooks are answered 503, nothing accepted is lost, work goes on afterwards. */
import { once } from "node:events";
import { connect, createServer, type Server as NetServer, type Socket } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { startServer } from "../../src/server.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { environmentFor } from "../crash/server-process.ts";
import { REPORTS } from "../e2e/server.ts";
import { dropScratchDatabase, scratchPostgres, scratchUrl } from "./scratch-postgres.ts";

const SECRET = "a secret of the test";
/** 30 s is measured by hand: AWAY_SECONDS=30. */
const AWAY_SECONDS = Number(process.env.AWAY_SECONDS ?? 2);

afterAll(dropScratchDatabase);
beforeEach(async () => void (await scratchPostgres()));

/** Stands between the server and PostgreSQL, which the other tests need; cut, it looks like a PostgreSQL that is gone. */
async function openCable(to: URL) {
  const sockets = new Set<Socket>();
  let listener: NetServer;
  const plug = async (port: number): Promise<number> => {
    listener = createServer((socket) => {
      const other = connect(Number(to.port || 5432), to.hostname);
      for (const [one, end] of [
        [socket, other],
        [other, socket],
      ] as const) {
        sockets.add(one);
        one
          .on("error", () => {})
          .on("close", () => {
            sockets.delete(one);
            end.destroy();
          });
        one.pipe(end);
      }
    }).listen(port, "127.0.0.1");
    await once(listener, "listening");
    return (listener.address() as { port: number }).port;
  };
  const cut = (): void => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  const port = await plug(0);
  const url = new URL(to);
  Object.assign(url, { hostname: "127.0.0.1", port: String(port) });
  return { url: url.href, cut, mend: () => plug(port) };
}

test("PostgreSQL away: 503, then all that was accepted and all that was refused is done", async () => {
  const cable = await openCable(new URL(scratchUrl()));
  const sandbox = await startSandbox({ webhookSecret: SECRET, webhookConcurrency: 4 });
  const server = await startServer(
    readConfig({ ...environmentFor(sandbox, SECRET), DATABASE_URL: cable.url, PORT: "0" }),
    createLog("silent"),
  );
  const report = () => sandbox.createIssue({ title: "[Bug] it stops", body: REPORTS.memory }).number;
  const lastCode = () => sandbox.state.deliveries.all().at(-1)?.outcome?.statusCode;
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  try {
    sandbox.webhooks.connect(server.url + WEBHOOK_PATH);
    const numbers = [report(), report(), report()];
    await sandbox.webhooks.drained();
    cable.cut();
    const end = performance.now() + AWAY_SECONDS * 1000;
    do {
      numbers.push(report());
      await sandbox.webhooks.drained();
      expect(lastCode()).toBe(503);
      expect(await ready()).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 500));
    } while (performance.now() < end);

    await cable.mend();
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
    await server.queue.enqueue({ kind: "tick" });
    const answers = () => numbers.map((number) => sandbox.botCommentsOf(number).length);
    await expect.poll(answers, { timeout: 120_000 }).toEqual(numbers.map(() => 1));
    expect((await server.queue.depth()).dead).toBe(0);
  } finally {
    await server.stop();
    await sandbox.stop();
    cable.cut();
  }
}, 240_000);
