/** The wiring of the app: GitHub's real payloads in, deliveries and jobs out. */

import { createHmac } from "node:crypto";
import { createRequire } from "node:module";
import { Webhooks } from "@octokit/webhooks";
import type { WebhookDefinition } from "@octokit/webhooks-examples";
import { beforeEach, describe, expect, test } from "vitest";
import { handleWebhooks } from "../src/app.ts";
import { createLog } from "../src/log.ts";
import type { Delivery } from "../src/store/deliveries.ts";
import type { Job } from "../src/store/queue.ts";
import { StoreError } from "../src/store/store-error.ts";
import { webhookRoutes } from "../src/webhooks.ts";

const examples = createRequire(import.meta.url)("@octokit/webhooks-examples") as WebhookDefinition[];
const SECRET = "a secret of the test";
const NOW = new Date("2026-11-30T12:00:00Z");

let recorded: { delivery: Delivery; job: Job | null }[];
let failure: Error | null;
let routes: ReturnType<typeof webhookRoutes>;

beforeEach(() => {
  recorded = [];
  failure = null;
  const intake = {
    async recordDelivery(delivery: Delivery, job: Job | null) {
      if (failure !== null) throw failure;
      recorded.push({ delivery, job });
      return "new" as const;
    },
    waiting: () => 0,
    drain: async () => {},
  };
  const webhooks = new Webhooks({ secret: SECRET });
  handleWebhooks(webhooks, intake, () => NOW);
  routes = webhookRoutes(webhooks, createLog("silent"));
});

function example(name: string, action: string): Record<string, unknown> & { action: string } {
  const found = examples
    .find((webhook) => webhook.name === name)
    ?.examples.find((payload) => "action" in payload && payload.action === action);
  if (found === undefined) throw new Error(`no example of ${name}.${action}`);
  return structuredClone(found) as never;
}

function sign(body: string, secret = SECRET): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function send(event: string, body: string, headers: Record<string, string> = {}) {
  return routes.request("/api/github/webhooks", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "x-github-event": event,
      "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
      "x-hub-signature-256": sign(body),
      ...headers,
    },
  });
}

describe("GitHub's own examples", () => {
  test.each([
    ["issues", "opened"],
    ["issues", "edited"],
    ["issues", "reopened"],
    ["issue_comment", "created"],
    ["issue_comment", "edited"],
    ["issue_comment", "deleted"],
  ])("%s.%s becomes a delivery and a job for its issue", async (name, action) => {
    const payload = example(name, action);
    const answer = await send(name, JSON.stringify(payload));
    const { repository, issue } = payload as never as {
      repository: { full_name: string; id: number };
      issue: { number: number };
    };
    expect(answer.status).toBe(200);
    expect(recorded).toEqual([
      {
        delivery: {
          deliveryId: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
          event: name,
          action,
          repository: repository.full_name,
          issue: issue.number,
          receivedAt: NOW,
          installation: (payload as { installation?: { id: number } }).installation?.id ?? null,
          repositoryId: repository.id,
        },
        job: { kind: "reconcile", repository: repository.full_name, issue: issue.number },
      },
    ]);
  });

  test.each([
    ["installation", "created"],
    ["installation", "deleted"],
    ["installation_repositories", "added"],
    ["installation_repositories", "removed"],
  ])("%s.%s has the installation read again", async (name, action) => {
    const payload = example(name, action);
    const { id } = payload.installation as { id: number };
    expect((await send(name, JSON.stringify(payload))).status).toBe(200);
    expect(recorded.map(({ job }) => job)).toEqual([{ kind: "installation", installation: id }]);
  });

  test.each([
    ["issues", "labeled"],
    ["issues", "assigned"],
    ["star", "created"],
    ["pull_request", "opened"],
  ])("%s.%s is accepted and starts nothing", async (name, action) => {
    expect((await send(name, JSON.stringify(example(name, action)))).status).toBe(200);
    expect(recorded).toEqual([]);
  });

  test("a bot's comment is recorded without a job", async () => {
    const payload = example("issue_comment", "created");
    (payload.comment as { user: { type: string } }).user.type = "Bot";
    await send("issue_comment", JSON.stringify(payload));
    expect(recorded.map(({ job }) => job)).toEqual([null]);
  });
});

describe("what is no webhook of GitHub's", () => {
  const body = JSON.stringify({ action: "opened" });

  test.each<[string, string, string, Record<string, string>, number]>([
    ["a wrong signature", "issues", body, { "x-hub-signature-256": sign(body, "another") }, 401],
    ["a signature of another body", "issues", body, { "x-hub-signature-256": sign(`${body} `) }, 401],
    ["an empty signature", "issues", body, { "x-hub-signature-256": "" }, 401],
    ["a signature that is none", "issues", body, { "x-hub-signature-256": "sha1=abc" }, 401],
    ["a body without its length", "issues", body, { "content-length": "" }, 411],
    ["no event", "", body, {}, 400],
    ["no delivery id", "issues", body, { "x-github-delivery": "" }, 400],
    ["no JSON", "issues", "{", {}, 400],
    ["no object", "issues", "[1]", {}, 400],
    ["an unknown event", "weather", body, {}, 200],
    ["missing fields", "issues", body, {}, 400],
  ])("%s", async (_, event, text, headers, status) => {
    const answer = await send(event, text, headers);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(/\n\s+at |\.[jt]s:\d/);
    expect(recorded).toEqual([]);
  });

  test("a body that says it is larger than GitHub's limit is refused before it is read", async () => {
    expect((await send("issues", body, { "content-length": String(26 * 1024 * 1024) })).status).toBe(413);
  });
});

test("when the store cannot take it the answer is 503, so that GitHub counts it as failed", async () => {
  failure = new StoreError("busy", "Too many webhooks wait for the store; try again later.");
  expect((await send("issues", JSON.stringify(example("issues", "opened")))).status).toBe(503);
});
