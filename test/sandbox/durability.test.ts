import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { receiver, secret, start } from "./start.ts";

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "sandbox.jsonl");
}

test("a sandbox opened again has the same app, issues and tokens, and goes on counting", async () => {
  const dataFile = file();
  const first = await startSandbox({ webhookSecret: secret, dataFile });
  first.createIssue({ title: "before" });
  first.comment(1, "kept");
  first.addLabel(1, "bug");
  const token = first.tokenFor("reporter");
  await first.stop();

  const second = await start({ dataFile });
  expect(second.app).toEqual(first.app);
  expect(second.issue(1).title).toBe("before");
  expect(second.commentsOf(1).map((it) => it.body)).toEqual(["kept"]);
  expect(second.labelsOf(1)).toEqual(["bug"]);
  expect(second.createIssue({ title: "after" }).number).toBe(2);
  const me = await fetch(`${second.url}/repos/sandbox/sglang`, {
    headers: { authorization: `token ${token}` },
  });
  expect(me.status).toBe(200);
  expect(second.state.repositories.size).toBe(1);
});

test("a delivery that nobody took before the end is sent after the next start, with its GUID", async () => {
  const dataFile = file();
  const first = await startSandbox({ webhookSecret: secret, dataFile });
  first.createIssue({ title: "before" });
  const guids = first.state.deliveries.all().map((it) => it.guid);
  await first.stop();

  const app = await receiver();
  const second = await start({ dataFile, webhookUrl: app.url });
  await second.settled();
  expect(app.names()).toEqual(["installation.created", "issues.opened"]);
  expect(app.received.map((it) => it.headers["x-github-delivery"])).toEqual(guids);
});
