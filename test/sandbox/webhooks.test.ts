import { createRequire } from "node:module";
import { verify } from "@octokit/webhooks-methods";
import { describe, expect, test } from "vitest";
import { client, here, receiver, secret, start } from "./start.ts";

interface Example {
  readonly name: string;
  readonly examples: Record<string, unknown>[];
}
const examples = createRequire(import.meta.url)("@octokit/webhooks-examples") as Example[];

/** A real payload of that event and action. */
function example(name: string, action: string): Record<string, unknown> {
  return examples.find((it) => it.name === name)!.examples.find((it) => it.action === action)!;
}

/** The paths of the keys that `real` has and `ours` lacks; what is null on either side tells nothing. */
function missingKeys(real: unknown, ours: unknown, path = ""): string[] {
  if (typeof real !== "object" || real === null || ours === null || Array.isArray(real)) return [];
  return Object.entries(real).flatMap(([key, value]) => {
    const at = path === "" ? key : `${path}.${key}`;
    if (!(key in (ours as object))) return [at];
    return missingKeys(value, (ours as Record<string, unknown>)[key], at);
  });
}

test("deliveries are signed over the raw body and come in order", async () => {
  const app = await receiver();
  const sandbox = await start({ webhookUrl: app.url });
  sandbox.createIssue({ title: "ünïcode 🚀", body: "text" });
  const { id } = sandbox.comment(1, "more");
  sandbox.editComment(id, "even more");
  sandbox.deleteComment(id);
  sandbox.editIssue(1, { title: "new title" });
  sandbox.addLabel(1, "bug");
  sandbox.editIssue(1, { state: "closed" });
  await sandbox.settled();
  expect(app.names()).toEqual([
    "installation.created",
    "issues.opened",
    "issue_comment.created",
    "issue_comment.edited",
    "issue_comment.deleted",
    "issues.edited",
    "issues.labeled",
    "issues.closed",
  ]);
  for (const { headers, body } of app.received) {
    expect(await verify(secret, body, headers["x-hub-signature-256"]!)).toBe(true);
    expect(headers["x-github-delivery"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
  expect(new Set(app.received.map((it) => it.headers["x-github-delivery"])).size).toBe(8);
  const edited = JSON.parse(app.received[5]!.body);
  expect(edited.changes).toEqual({ title: { from: "ünïcode 🚀" } });
});

test("what changes nothing tells nobody", async () => {
  const app = await receiver();
  const sandbox = await start({ webhookUrl: app.url });
  sandbox.createIssue({ title: "same", body: "same" });
  const { id } = sandbox.comment(1, "same");
  await sandbox.settled();
  const before = app.received.length;
  sandbox.editIssue(1, { title: "same", body: "same" });
  sandbox.editComment(id, "same");
  sandbox.reactTo(id, "+1");
  sandbox.minimizeComment(id, "OUTDATED");
  await sandbox.settled();
  expect(app.received.length).toBe(before);
});

describe("payloads have the keys of GitHub's", () => {
  // Kept by GitHub for compatibility or for features that the sandbox lacks.
  const left = new Set(["issue.draft", "repository.git_url", "issue.assignee", "issue.milestone"]);
  test.each([
    ["issues", "opened"],
    ["issues", "edited"],
    ["issues", "labeled"],
    ["issue_comment", "created"],
    ["issue_comment", "edited"],
    ["installation", "created"],
  ])("%s %s", async (event, action) => {
    const app = await receiver();
    const sandbox = await start({ webhookUrl: app.url });
    sandbox.createIssue({ title: "a report", body: "text" });
    sandbox.addLabel(1, "bug");
    sandbox.editComment(sandbox.comment(1, "a").id, "b");
    sandbox.editIssue(1, { body: "other text" });
    await sandbox.settled();
    const at = app.names().indexOf(`${event}.${action}`);
    const missing = missingKeys(example(event, action), JSON.parse(app.received[at]!.body));
    expect(
      missing.filter((path) => !left.has(path) && !path.startsWith("installation.permissions.")),
    ).toEqual([]);
  });
});

describe("the list of deliveries", () => {
  test("shows failures, and a redelivery keeps its GUID and body", async () => {
    let status = 500;
    const app = await receiver(() => status);
    const sandbox = await start({ webhookUrl: app.url });
    sandbox.createIssue({ title: "a report" });
    await sandbox.settled();
    const octokit = await appClient(sandbox);
    const failures = await octokit.request("GET /app/hook/deliveries", { status: "failure" });
    expect(
      failures.data.map((it) => [it.event, it.action, it.status, it.status_code, it.redelivery]),
    ).toEqual([
      ["issues", "opened", "Invalid HTTP Response: 500", 500, false],
      ["installation", "created", "Invalid HTTP Response: 500", 500, false],
    ]);
    const failed = failures.data[0]!;
    const { data: whole } = await octokit.apps.getWebhookDelivery({ delivery_id: Number(failed.id) });
    expect(whole.request.payload).toMatchObject({ action: "opened", issue: { number: 1 } });
    expect(whole.response.payload).toBe("taken");

    status = 200;
    const again = await octokit.apps.redeliverWebhookDelivery({ delivery_id: Number(failed.id) });
    expect(again.status).toBe(202);
    await sandbox.settled();
    const [first, second] = app.received.filter((it) => it.headers["x-github-event"] === "issues");
    expect(second?.headers["x-github-delivery"]).toBe(first?.headers["x-github-delivery"]);
    expect(second?.body).toBe(first?.body);
    const successes = await octokit.request("GET /app/hook/deliveries", { status: "success" });
    expect(successes.data.map((it) => [it.guid, it.redelivery])).toEqual([[failed.guid, true]]);
  });

  test("pages by cursor", async () => {
    const app = await receiver();
    const sandbox = await start({ webhookUrl: app.url });
    for (let number = 0; number < 6; number++) sandbox.createIssue({ title: "a report" });
    await sandbox.settled();
    const octokit = await appClient(sandbox);
    const all = await octokit.paginate("GET /app/hook/deliveries", { per_page: 3 });
    expect(all).toHaveLength(7);
    expect(new Set(all.map((it) => it.id)).size).toBe(7);
  });

  test("an app that hangs is given up after the time-out, one that is away fails", async () => {
    const app = await receiver(() => new Promise<number>(() => {}));
    const sandbox = await start({ webhookUrl: app.url, webhookTimeoutMs: 50 });
    await sandbox.settled();
    expect(sandbox.state.deliveries.all()[0]?.outcome?.status).toBe("timed out");
    sandbox.webhooks.connect("http://127.0.0.1:1/nobody");
    sandbox.createIssue({ title: "a report" });
    await sandbox.settled();
    expect(sandbox.state.deliveries.all()[1]?.outcome).toMatchObject({
      status: "failed to connect to host",
      statusCode: 502,
    });
  });
});

describe("disturbances", () => {
  test("fail, lose, duplicate and late", async () => {
    const app = await receiver();
    const sandbox = await start({ webhookUrl: app.url });
    await sandbox.settled();
    sandbox.webhooks.disturb({ kind: "fail", event: "issues.opened", times: 1 });
    sandbox.webhooks.disturb({ kind: "lose", event: "issues.labeled", times: 1 });
    sandbox.webhooks.disturb({ kind: "duplicate", event: "issue_comment", times: 1 });
    sandbox.webhooks.disturb({ kind: "late", event: "issues.edited", times: 1 });
    sandbox.webhooks.hold();
    sandbox.createIssue({ title: "a report" });
    sandbox.addLabel(1, "bug");
    sandbox.editIssue(1, { title: "late" });
    sandbox.comment(1, "twice");
    sandbox.webhooks.release();
    await sandbox.settled();
    expect(app.names().slice(1)).toEqual(["issue_comment.created", "issue_comment.created", "issues.edited"]);
    const guids = app.received.slice(1, 3).map((it) => it.headers["x-github-delivery"]);
    expect(guids[0]).toBe(guids[1]);
    const listed = sandbox.state.deliveries
      .all()
      .map((it) => `${it.event}.${it.action} ${it.outcome?.statusCode}`);
    expect(listed).toEqual([
      "installation.created 200",
      "issues.opened 502",
      "issues.edited 200",
      "issue_comment.created 200",
    ]);
  });

  test("held deliveries can be shuffled, the same way for the same seed", async () => {
    const order = async () => {
      const app = await receiver();
      const sandbox = await start({ webhookUrl: app.url, seed: 7 });
      await sandbox.settled();
      sandbox.webhooks.hold();
      for (let number = 0; number < 8; number++) sandbox.createIssue({ title: "a report" });
      sandbox.webhooks.release({ shuffle: true });
      await sandbox.settled();
      return app.received.slice(1).map((it) => JSON.parse(it.body).issue.number as number);
    };
    const first = await order();
    expect(first).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...first].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await order()).toEqual(first);
  });
});

/** A client that is the app itself. */
async function appClient(sandbox: Awaited<ReturnType<typeof start>>) {
  const { createSign } = await import("node:crypto");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const signed = `${encode({ alg: "RS256" })}.${encode({ iat: now - 30, exp: now + 300, iss: 1 })}`;
  const signature = createSign("RSA-SHA256").update(signed).sign(sandbox.app.privateKey, "base64url");
  return client(sandbox, `${signed}.${signature}`);
}

test("the bot's own writes are announced as the bot's", async () => {
  const app = await receiver();
  const sandbox = await start({ webhookUrl: app.url });
  sandbox.createIssue({ title: "a report" });
  const octokit = await appClient(sandbox);
  const { data: installation } = await octokit.apps.getRepoInstallation(here);
  const { data } = await octokit.apps.createInstallationAccessToken({ installation_id: installation.id });
  await client(sandbox, data.token).issues.addLabels({ ...here, issue_number: 1, labels: ["error/x"] });
  await sandbox.settled();
  const payload = JSON.parse(app.received.at(-1)!.body);
  expect(payload).toMatchObject({ action: "labeled", sender: { login: "sglang-triage[bot]", type: "Bot" } });
  expect(sandbox.eventsOf(1)[0]).toMatchObject({ actor: "sglang-triage[bot]", viaApp: true });
});
