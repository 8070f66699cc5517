import { afterAll, beforeAll, expect, test } from "vitest";
import { REPORTS, startTestServer } from "./server.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function series(): Promise<Map<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return new Map(
    text
      .split("\n")
      .filter((line) => line.startsWith("sglang_triage_"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

test("an answered report is counted from webhook to comment, and named nowhere", async () => {
  await server.settled();
  const { number } = server.sandbox.createIssue({ title: "secret-title", body: REPORTS.memory });
  await server.settled();
  expect(server.sandbox.botCommentsOf(number)).toHaveLength(1);
  const counted = await series();
  const of = (name: string) => counted.get(`sglang_triage_${name}`);
  expect(of('webhooks_total{event="issues",status="200"}')).toBeGreaterThan(0);
  expect(of('diagnoses_total{decision="reply",silence=""}')).toBeGreaterThan(0);
  expect(of('actions_total{type="create-comment",written="true"}')).toBe(1);
  expect(of("webhook_handled_seconds_count")).toBeGreaterThan(0);
  expect(of('job_seconds_count{kind="reconcile",outcome="done"}')).toBeGreaterThan(0);
  expect(of('github_call_seconds_count{method="POST",status="201"}')).toBeGreaterThan(0);
  expect(of("github_calls_remaining")).toBeGreaterThan(0);
  expect(of('queue_jobs{state="waiting"}')).toBe(0);
  expect([...counted.keys()].join("\n")).not.toMatch(/secret-title|sandbox/);
});

test("an event's name that GitHub does not send makes no series of its own", async () => {
  const body = "{}";
  const headers = {
    "x-github-delivery": "1",
    "x-github-event": "made-up",
    "x-hub-signature-256": "sha256=0",
  };
  await fetch(`${server.url}/api/github/webhooks`, { method: "POST", body, headers });
  const counted = await series();
  expect(counted.get('sglang_triage_webhooks_total{event="other",status="401"}')).toBe(1);
  expect([...counted.keys()].join("\n")).not.toContain("made-up");
});
