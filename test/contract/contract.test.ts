/** That the description covers what the sandbox serves, and that a wrong field is seen. */
import { readFileSync } from "node:fs";
import { Octokit } from "@octokit/rest";
import { lexicographicSortSchema, printSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Exchange } from "../../src/sandbox/exchange.ts";
import { schema } from "../../src/sandbox/graphql-schema.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { DESCRIPTION_FILE, openContract, sandboxRoutes, TYPES_FILE } from "./contract.ts";
import { type Description, routeKey } from "./derive.ts";
import { watchExchanges } from "./watch.ts";

const { judge } = openContract();
const here = { owner: "sandbox", repo: "sglang" };
const seen: Exchange[] = [];
let sandbox: Sandbox;
let github: Octokit;
let target: { owner: string; repo: string; issue_number: number };

beforeAll(async () => {
  sandbox = await startSandbox({ webhookSecret: "s", onExchange: (exchange) => seen.push(exchange) });
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  github = new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokenFor("maintainer"), log: quiet });
  target = { ...here, issue_number: sandbox.createIssue({ title: "It stops", body: "x" }).number };
});
afterAll(() => sandbox.stop());

/** The exchange of a call, whether it succeeds or not. */
async function exchangeOf(call: Promise<unknown>): Promise<Exchange> {
  await call.catch(() => {});
  return seen.at(-1)!;
}

const comment = (body = "hello") => exchangeOf(github.rest.issues.createComment({ ...target, body }));
const hide = `mutation($id: ID!, $why: ReportedContentClassifiers!) {
  minimizeComment(input: {subjectId: $id, classifier: $why}) { minimizedComment { isMinimized } }
}`;

test("each route of the sandbox is one of GitHub's", () => {
  const { operations } = JSON.parse(readFileSync(DESCRIPTION_FILE, "utf8")) as Description;
  const described = new Set(
    Object.keys(operations).map((name) => routeKey(name.split(" ")[0]!, name.split(" ")[1]!)),
  );
  const served = new Set(sandboxRoutes().map(({ method, path }) => routeKey(method, path)));
  expect(served).toEqual(described);
});

test("the sandbox's GraphQL schema is the part of GitHub's that it names", () => {
  expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(readFileSync(TYPES_FILE, "utf8"));
});

describe("what a client of GitHub sends, and the sandbox's answer, are valid", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a comment", () => github.rest.issues.createComment({ ...target, body: "hello" })],
    ["a comment without text", () => github.rest.issues.createComment({ ...target, body: " " })],
    ["an issue that is not there", () => github.rest.issues.get({ ...here, issue_number: 999 })],
    [
      "a list",
      () => github.rest.issues.listForRepo({ ...here, state: "all", since: "2026-01-01T00:00:00Z" }),
    ],
    ["a label's name to be escaped", () => github.rest.issues.getLabel({ ...here, name: "a/b c" })],
    ["a file", () => github.rest.repos.getContent({ ...here, path: ".github/sglang-triage.yml" })],
    ["the closing of an issue", () => github.rest.issues.update({ ...target, state: "closed" })],
    ["the events of a closed issue", () => github.rest.issues.listEvents(target)],
    ["the timeline", () => github.rest.issues.listEventsForTimeline(target)],
    ["a search", () => github.rest.search.issuesAndPullRequests({ q: "repo:sandbox/sglang is:issue" })],
    ["a person", () => github.rest.users.getAuthenticated()],
    ["GraphQL", () => github.graphql(hide, { id: "IC_x", why: "RESOLVED" })],
  ])("%s", async (_, call) => {
    expect(judge(await exchangeOf(call()))).toEqual([]);
  });
});

describe("in a request is seen", () => {
  const requests: [string, () => Promise<unknown>, RegExp][] = [
    [
      "a misspelt field of the body",
      () => github.request("POST /repos/{owner}/{repo}/labels", { ...here, name: "n", colour: "cccccc" }),
      /colour/,
    ],
    [
      "a field of the wrong type",
      () => github.rest.issues.create({ ...here, title: "t", body: 7 as never }),
      /\/body/,
    ],
    ["a missing body", () => github.request("POST /repos/sandbox/sglang/issues/1/comments"), /body/],
    [
      "a body where none is taken",
      () => github.request("POST /app/hook/deliveries/{id}/attempts", { id: 1, extra: true }),
      /no body/,
    ],
    [
      "a parameter that GitHub does not know",
      () => github.request("GET /repos/sandbox/sglang/issues", { order: "asc" }),
      /no parameter order/,
    ],
    [
      "a parameter's wrong value",
      () => github.request("GET /repos/sandbox/sglang/issues", { sort: "changed" }),
      /sort/,
    ],
    ["an unknown route", () => github.request("GET /repos/sandbox/sglang/triage"), /no such route/],
    [
      "an unknown field of GraphQL",
      () => github.graphql("query { viewer { shoeSize } }"),
      /Cannot query field "shoeSize"/,
    ],
    ["a wrong variable of GraphQL", () => github.graphql(hide, { id: "IC_x", why: "BORED" }), /BORED/],
  ];
  test.each(requests)("%s", async (_, call, fault) => {
    const problems = judge(await exchangeOf(call()));
    expect(problems).toContainEqual({ where: "request", what: expect.stringMatching(fault) });
  });
});

describe("in an answer is seen", () => {
  const changed = async (
    change: (body: Record<string, unknown>) => unknown,
    more: Partial<Exchange> = {},
  ) => {
    const exchange = await comment();
    const body = JSON.parse(exchange.responseBody) as Record<string, unknown>;
    return judge({ ...exchange, ...more, responseBody: JSON.stringify(change(body)) });
  };
  const user = (body: Record<string, unknown>) => body.user as object;

  test.each<[string, (body: Record<string, unknown>) => unknown, RegExp]>([
    ["a field too many", (body) => ({ ...body, hidden: false }), /"hidden"/],
    ["a field too many further in", (body) => ({ ...body, user: { ...user(body), isBot: true } }), /"isBot"/],
    ["a missing field", ({ id: _, ...rest }) => rest, /'id'/],
    ["a number as a text", (body) => ({ ...body, id: String(body.id) }), /\/id must be integer/],
    ["a text that is no time", (body) => ({ ...body, created_at: "yesterday" }), /created_at.*date-time/],
    ["a word that is not in the list", (body) => ({ ...body, author_association: "FRIEND" }), /association/],
    ["a list in the place of an object", (body) => [body], /must be object/],
  ])("%s", async (_, change, fault) => {
    expect(await changed(change)).toContainEqual({ where: "answer", what: expect.stringMatching(fault) });
  });

  test("a status that GitHub does not give", async () => {
    expect(await changed((body) => body, { status: 202 })).toContainEqual({
      where: "answer",
      what: expect.stringMatching(/does not answer 202/),
    });
  });

  test("an answer cut off by a fault is not judged, its request is", async () => {
    const exchange = { ...(await comment()), responseBody: "{", spoilt: true };
    expect(judge(exchange)).toEqual([]);
    expect(judge({ ...exchange, requestBody: '{"text":"x"}' })).not.toEqual([]);
  });
});

test("a watch fails the test that saw a wrong field, once", async () => {
  const watch = watchExchanges();
  watch.onExchange(await comment());
  expect(() => watch.check()).not.toThrow();
  watch.onExchange({ ...(await comment()), requestBody: '{"body":"x","text":"y"}' });
  expect(() => watch.check()).toThrow(/"text"/);
  expect(() => watch.check()).not.toThrow();
});

test("where wrong calls are sent on purpose, only those that are taken count", async () => {
  const watch = watchExchanges("taken");
  watch.onExchange(await exchangeOf(github.request("POST /repos/sandbox/sglang/issues/1/comments")));
  expect(() => watch.check()).not.toThrow();
  watch.onExchange(await exchangeOf(github.request("GET /repos/sandbox/sglang/issues?order=asc")));
  expect(() => watch.check()).toThrow(/order/);
});
