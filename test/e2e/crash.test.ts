/**
 * kill -9 of the server between webhook and comment. The server runs as `npm start` would run it, from dist/,
 * as a process of its own; GitHub (the sandbox) stays up, as GitHub does.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { environmentFor, type ServerProcess, serverProcess } from "../crash/server-process.ts";
import { REPORTS } from "./server.ts";

const SECRET = "a secret of the test";
const COMMENTS = { method: "POST", route: "/repos/:owner/:repo/issues/:number/comments" };

let dataDir: string;
let sandbox: Sandbox;
let server: ServerProcess;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crash-"));
  sandbox = await startSandbox({ webhookSecret: SECRET });
  server = await serverProcess("all", { ...environmentFor(sandbox, SECRET), DATA_DIR: dataDir });
  sandbox.webhooks.connect(server.url + WEBHOOK_PATH);
});
afterEach(async () => {
  await server.kill();
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let waited = 0; waited < 15_000; waited += 20) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`never: ${what}`);
}

test.each([
  ["before the comment was written", "before" as const, 0],
  ["after the comment was written, before the answer", "after" as const, 1],
])(
  "kill -9 %s: after a start the comment is there once",
  async (_, when, written) => {
    await server.ready();
    const release = sandbox.faults.add({
      ...COMMENTS,
      when,
      answer: { kind: "delay", ms: 60_000 },
      times: 1,
    });
    const { number } = sandbox.createIssue({
      title: "[Bug] prefill stops",
      body: REPORTS.geometry("[1]", "[2]"),
    });
    await until("the server calls to write the comment", () => sandbox.faults.injected() === 1);
    await server.kill();
    release();
    expect(sandbox.botCommentsOf(number)).toHaveLength(written);

    await server.ready();
    await until("the label is there", () => sandbox.labelsOf(number).includes("error/kv-layout-mismatch"));
    expect(sandbox.botCommentsOf(number)).toHaveLength(1);
  },
  60_000,
);
