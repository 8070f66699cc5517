import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPORTS, startTestServer } from "./server.ts";

type Server = Awaited<ReturnType<typeof startTestServer>>;
let server: Server;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function newIssue(
  body: string | null,
  more: { title?: string; by?: string; isPullRequest?: boolean } = {},
) {
  const { number } = server.sandbox.createIssue({ title: "[Bug] it stops", body, ...more });
  await server.settled();
  return number;
}

const replies = (number: number) => server.sandbox.botCommentsOf(number).map(({ body }) => body);

describe("a new issue", () => {
  test("with a known error gets one comment with cause, solutions and values, and the label", async () => {
    const number = await newIssue(REPORTS.geometry("[1152, 1152]", "[576, 576]"));
    const [reply, ...more] = replies(number);
    expect(more).toEqual([]);
    expect(reply).toContain("**Cause:**");
    expect(reply).toContain("common/conn.py");
    expect(reply).toMatch(/\*\*Try this\*\*[\s\S]*\n1\. [\s\S]*\n2\. /);
    expect(reply).toContain("`576, 576`");
    expect(server.sandbox.labelsOf(number)).toEqual(["error/kv-layout-mismatch"]);
  });

  test("the label is made with colour and description", async () => {
    await newIssue(REPORTS.geometry("[1, 2]", "[3, 4]"));
    const label = [...server.sandbox.state.labels.all()].find(
      ({ name }) => name === "error/kv-layout-mismatch",
    );
    expect(label?.color).toBe("5319e7");
    expect(label?.description).toMatch(/^Prefill and decode servers hold KV/);
  });

  test("whose log is attached gets the answer to the log", async () => {
    const link = server.sandbox.attach("server.log", REPORTS.geometry("[1, 1]", "[2, 2]"));
    const number = await newIssue(`The decode server stops, see ${link}`);
    expect(replies(number)).toEqual([expect.stringContaining("common/conn.py")]);
    expect(server.sandbox.labelsOf(number)).toEqual(["error/kv-layout-mismatch"]);
  });

  test.each([
    ["without an error", REPORTS.nothing],
    ["without a body", null],
    ["with an empty body", ""],
  ])("%s is left alone", async (_, body) => {
    const number = await newIssue(body);
    expect(replies(number)).toEqual([]);
    expect(server.sandbox.labelsOf(number)).toEqual([]);
  });

  test("by a bot is left alone", async () => {
    expect(replies(await newIssue(REPORTS.memory, { by: "renovate[bot]" }))).toEqual([]);
  });

  test("that is a pull request is left alone", async () => {
    expect(replies(await newIssue(REPORTS.memory, { isPullRequest: true }))).toEqual([]);
  });
});

describe("an edit", () => {
  test("that changes the numbers edits the same comment", async () => {
    const number = await newIssue(REPORTS.geometry("[1152, 1152]", "[576, 576]"));
    const [before] = server.sandbox.botCommentsOf(number);
    server.sandbox.editIssue(number, { body: REPORTS.geometry("[656, 656, 656]", "[656, 656, 576]") });
    await server.settled();
    const after = server.sandbox.botCommentsOf(number);
    expect(after.map(({ id }) => id)).toEqual([before!.id]);
    expect(after[0]!.body).toContain("`656, 656, 576`");
  });

  test("that changes nothing of the diagnosis writes nothing", async () => {
    const number = await newIssue(REPORTS.geometry("[1, 1]", "[2, 2]"));
    const [before] = server.sandbox.botCommentsOf(number);
    server.sandbox.editIssue(number, { title: "[Bug] it still stops" });
    await server.settled();
    expect(server.sandbox.botCommentsOf(number)).toEqual([before]);
  });

  test("that shows another error changes comment and label", async () => {
    const number = await newIssue(REPORTS.geometry("[1, 1]", "[2, 2]"));
    server.sandbox.editIssue(number, { body: REPORTS.memory });
    await server.settled();
    expect(replies(number)).toEqual([expect.stringContaining("out of memory")]);
    expect(server.sandbox.labelsOf(number)).toEqual(["error/gpu-out-of-memory"]);
  });
});

test("an edit that removes the error hides the answer as resolved and takes the label; back, both are back", async () => {
  const number = await newIssue(REPORTS.memory);
  const [before] = server.sandbox.botCommentsOf(number);
  server.sandbox.editIssue(number, { body: "Never mind, it was something else." });
  await server.settled();
  expect(server.sandbox.botCommentsOf(number)).toEqual([{ ...before, minimized: "RESOLVED" }]);
  expect(server.sandbox.labelsOf(number)).toEqual([]);
  server.sandbox.editIssue(number, { body: REPORTS.memory });
  await server.settled();
  expect(server.sandbox.botCommentsOf(number)).toEqual([before]);
  expect(server.sandbox.labelsOf(number)).toEqual(["error/gpu-out-of-memory"]);
});

describe("a comment", () => {
  test("by the author that brings the log is answered", async () => {
    const number = await newIssue("It stops. What can I do?");
    server.sandbox.comment(number, REPORTS.memory, "reporter");
    await server.settled();
    expect(replies(number)).toHaveLength(1);
  });

  test("our own, and those of other bots, start nothing", async () => {
    const number = await newIssue(REPORTS.memory);
    const before = replies(number);
    server.sandbox.comment(number, REPORTS.geometry("[1]", "[2]"), "github-actions[bot]");
    await server.settled();
    expect(replies(number)).toEqual(before);
  });
});

test("a locked issue is left alone", async () => {
  const { number } = server.sandbox.createIssue({ title: "x", body: REPORTS.nothing });
  server.sandbox.lockIssue(number);
  server.sandbox.editIssue(number, { body: REPORTS.memory });
  await server.settled();
  expect(replies(number)).toEqual([]);
});

test("without a settings file nothing is written", async () => {
  server.sandbox.putFile(".github/sglang-triage.yml", null);
  try {
    const number = await newIssue(REPORTS.memory);
    expect(replies(number)).toEqual([]);
    expect(server.sandbox.labelsOf(number)).toEqual([]);
  } finally {
    server.sandbox.putFile(".github/sglang-triage.yml", "dryRun: false\n");
  }
});

describe("when GitHub fails", () => {
  test("after it took the comment, the comment stands once", async () => {
    server.sandbox.faults.add({
      method: "POST",
      route: "/repos/:owner/:repo/issues/:number/comments",
      when: "after",
      answer: { kind: "status", status: 502 },
      times: 1,
    });
    const number = await newIssue(REPORTS.memory);
    expect(replies(number)).toHaveLength(1);
  });

  test.each([
    ["GET", "/repos/:owner/:repo/contents/*"],
    ["GET", "/repos/:owner/:repo/issues/:number"],
    ["GET", "/repos/:owner/:repo/issues/:number/comments"],
    ["GET", "/repos/:owner/:repo/issues/:number/events"],
    ["POST", "/repos/:owner/:repo/issues/:number/comments"],
    ["POST", "/repos/:owner/:repo/issues/:number/labels"],
  ])("by cutting off an answer to %s %s, all is done once", async (method, route) => {
    server.sandbox.faults.add({ method, route, when: "after", answer: { kind: "truncated" }, times: 1 });
    const number = await newIssue(REPORTS.memory);
    expect(replies(number)).toHaveLength(1);
    expect(server.sandbox.labelsOf(number)).toEqual(["error/gpu-out-of-memory"]);
  });

  test("to find an issue for a moment, it is looked for again", async () => {
    const route = "/repos/:owner/:repo/issues/:number";
    server.sandbox.faults.add({ route, when: "before", answer: { kind: "status", status: 404 }, times: 2 });
    expect(replies(await newIssue(REPORTS.memory))).toHaveLength(1);
  });

  test("before it took the comment, it comes later", async () => {
    server.sandbox.faults.add({
      method: "POST",
      route: "/repos/:owner/:repo/issues/:number/comments",
      when: "before",
      answer: { kind: "status", status: 500 },
      times: 1,
    });
    const number = await newIssue(REPORTS.memory);
    expect(replies(number)).toHaveLength(1);
  });
});
