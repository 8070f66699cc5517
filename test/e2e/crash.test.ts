/**
 * kill -9 of the server between webhook and comment. The server runs as `npm start` would run it, from dist/,
 * as a process of its own; GitHub (the sandbox) stays up, as GitHub does.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { WEBHOOK_PATH } from "../../src/webhooks.ts";
import { REPORTS } from "./server.ts";

const SECRET = "a secret of the test";
const COMMENTS = { method: "POST", route: "/repos/:owner/:repo/issues/:number/comments" };

let dataDir: string;
let sandbox: Sandbox;
let child: ChildProcess | null = null;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crash-"));
  sandbox = await startSandbox({ webhookSecret: SECRET });
});
afterEach(async () => {
  await kill();
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server and connects the sandbox's webhooks to it. */
async function start(): Promise<void> {
  child = spawn(process.execPath, ["dist/cli/main.js", "serve"], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      APP_ID: String(sandbox.app.id),
      PRIVATE_KEY: sandbox.app.privateKey,
      WEBHOOK_SECRET: SECRET,
      GITHUB_API_URL: sandbox.url,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout!) {
    output += String(chunk);
    const url = /at (http:\S+)/.exec(output)?.[1];
    if (url !== undefined) return sandbox.webhooks.connect(url + WEBHOOK_PATH);
  }
  throw new Error(`the server ended: ${output}`);
}

async function kill(): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

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
    await start();
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
    await kill();
    release();
    expect(sandbox.botCommentsOf(number)).toHaveLength(written);

    await start();
    await until("the label is there", () => sandbox.labelsOf(number).includes("error/kv-layout-mismatch"));
    expect(sandbox.botCommentsOf(number)).toHaveLength(1);
  },
  60_000,
);
