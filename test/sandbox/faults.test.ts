import { expect, test } from "vitest";
import type { Fault } from "../../src/sandbox/faults.ts";
import { client, errorOf, here, start } from "./start.ts";

const create = { route: "/repos/:owner/:repo/issues/:number/comments", method: "POST" };

async function scene() {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const octokit = client(sandbox, sandbox.tokenFor("reporter"));
  const comment = () => octokit.issues.createComment({ ...here, issue_number: 1, body: "a comment" });
  return { sandbox, octokit, comment };
}

test.each([
  ["before", 0],
  ["after", 1],
] as const)("a 502 %s the write leaves %i comments", async (when, comments) => {
  const { sandbox, comment } = await scene();
  sandbox.faults.add({ ...create, when, answer: { kind: "status", status: 502 }, times: 1 });
  expect((await errorOf(comment())).status).toBe(502);
  expect(sandbox.commentsOf(1)).toHaveLength(comments);
  await comment();
  expect(sandbox.commentsOf(1)).toHaveLength(comments + 1);
  expect(sandbox.faults.injected()).toBe(1);
});

test("a cut connection after the write fails the call, not the write", async () => {
  const { sandbox, comment } = await scene();
  sandbox.faults.add({ ...create, when: "after", answer: { kind: "cut" }, times: 1 });
  await expect(comment()).rejects.toThrow();
  expect(sandbox.commentsOf(1)).toHaveLength(1);
});

test("a truncated answer is no JSON any more", async () => {
  const { sandbox, comment } = await scene();
  sandbox.faults.add({ ...create, when: "after", answer: { kind: "truncated" }, times: 1 });
  const { data, status } = await comment();
  expect(status).toBe(201);
  expect(typeof data).toBe("string");
});

test("limits come with the headers that clients wait by", async () => {
  const { sandbox } = await scene();
  const url = `${sandbox.url}/repos/sandbox/sglang/issues`;
  sandbox.faults.add({
    route: "*",
    when: "before",
    answer: { kind: "secondary-limit", retryAfterSeconds: 7 },
    times: 1,
  });
  sandbox.faults.add({
    route: "*",
    when: "before",
    answer: { kind: "primary-limit", resetInSeconds: 60 },
    times: 1,
  });
  const secondary = await fetch(url);
  expect([secondary.status, secondary.headers.get("retry-after")]).toEqual([403, "7"]);
  expect(await secondary.json()).toMatchObject({ message: expect.stringContaining("secondary rate limit") });
  const primary = await fetch(url);
  expect([primary.status, primary.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
  expect(Number(primary.headers.get("x-ratelimit-reset")) * 1000).toBeGreaterThan(Date.now());
  expect((await fetch(url)).status).toBe(200);
});

test.each([
  ["/repos/:o/:r/issues", undefined, 404],
  ["/repos/*", undefined, 404],
  ["*", "write", 200],
  ["/repos/:o/:r/issues", "POST", 200],
  ["/repos/:o/:r/issues/:n", undefined, 200],
  ["/repos/:o", undefined, 200],
])("a fault on %s with method %s: the list of issues answers %i", async (route, method, status) => {
  const { sandbox } = await scene();
  const fault: Fault = { route, when: "before", answer: { kind: "status", status: 404 }, times: 9 };
  sandbox.faults.add(method ? { ...fault, method } : fault);
  expect((await fetch(`${sandbox.url}/repos/sandbox/sglang/issues`)).status).toBe(status);
});

test("faults by chance are the same for the same seed, and end when taken away", async () => {
  const run = async () => {
    const { sandbox } = await scene();
    const fault: Fault = {
      route: "*",
      when: "before",
      answer: { kind: "status", status: 500 },
      probability: 0.5,
    };
    const takeAway = sandbox.faults.add(fault);
    const statuses: number[] = [];
    for (let call = 0; call < 12; call++) statuses.push((await fetch(`${sandbox.url}/rate_limit`)).status);
    takeAway();
    expect((await fetch(`${sandbox.url}/rate_limit`)).status).toBe(200);
    return statuses;
  };
  const first = await run();
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await run()).toEqual(first);
});
