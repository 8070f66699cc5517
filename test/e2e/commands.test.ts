/** Commands and the life of the one comment, on the final state of the sandbox. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { feedbackBetween } from "../../src/store/feedback.ts";
import { REPORTS, startTestServer } from "./server.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const REPOSITORY = "sandbox/sglang";
const LABEL = "error/gpu-out-of-memory";

async function issue(body = REPORTS.memory): Promise<number> {
  const { number } = server.sandbox.createIssue({ title: "[Bug] it stops", body });
  await server.settled();
  return number;
}

async function say(number: number, body: string, by = "maintainer"): Promise<number> {
  const { id } = server.sandbox.comment(number, body, by);
  await server.settled();
  return id;
}

/** Our comments as `minimized: body`, the body cut at its first lines. */
const ours = (number: number) => server.sandbox.botCommentsOf(number);
const reactions = (comment: number) => server.sandbox.reactionsTo(comment);
const TAKEN = ["sglang-triage[bot] eyes"];
const REFUSED = ["sglang-triage[bot] confused"];

describe("who may", () => {
  test.each<[string, string, string, string[]]>([
    ["the triage role everything", "triager", "/triage silence", TAKEN],
    ["the maintain role everything", "maintainer", "/triage explain", TAKEN],
    ["the author another look", "reporter", "/triage", TAKEN],
    ["the author say that it is wrong", "reporter", "/triage wrong", TAKEN],
    ["the author ask for help", "reporter", "/triage help", TAKEN],
    ["the author nothing else", "reporter", "/triage silence", REFUSED],
    ["an outsider nothing", "outsider", "/triage wrong", REFUSED],
    ["a bot nothing, not even a reaction", "renovate[bot]", "/triage silence", []],
  ])("%s", async (_, by, command, expected) => {
    const number = await issue();
    const [before] = ours(number);
    const id = await say(number, command, by);
    expect(reactions(id)).toEqual(expected);
    if (expected !== TAKEN) expect(ours(number)).toEqual([before]);
    expect(ours(number)).toHaveLength(1);
  });
});

test("wrong hides the answer, takes the label and is remembered; another error is answered again", async () => {
  const number = await issue();
  const [before] = ours(number);
  await say(number, "/triage wrong the driver was old, ask me@example.com", "reporter");
  expect(ours(number)).toEqual([{ ...before, minimized: "OFF_TOPIC" }]);
  expect(server.sandbox.labelsOf(number)).toEqual([]);
  const window = { repository: REPOSITORY, from: new Date(0), to: new Date("2030-01-01") };
  expect(await feedbackBetween(server.database.db, window)).toMatchObject([
    {
      issue: number,
      commentId: before!.id,
      source: "command",
      verdict: "wrong",
      reason: "the driver was old, ask ⟨e-mail address removed⟩",
    },
  ]);

  await say(number, `Here is the whole log again.\n${REPORTS.memory}`, "reporter");
  expect(ours(number)).toEqual([{ ...before, minimized: "OFF_TOPIC" }]);

  server.sandbox.editIssue(number, { body: REPORTS.geometry("[1, 1]", "[2, 2]") });
  await server.settled();
  expect(ours(number)).toMatchObject([
    { id: before!.id, minimized: null, body: expect.stringContaining("geometry") },
  ]);
});

test("as answers with another entry, its label with it; a slug that is none is told", async () => {
  const number = await issue(REPORTS.nothing);
  expect(ours(number)).toEqual([]);
  await say(number, "/triage as pd-dcp-source-kv-geometry");
  expect(ours(number)[0]!.body).toMatch(
    /No entry is called `pd-dcp-source-kv-geometry`\. Did you mean `pd-dcp-/,
  );
  const [, slug] = /Did you mean `([a-z0-9-]+)`/.exec(ours(number)[0]!.body)!;
  await say(number, `/triage as \`${slug}\``);
  expect(ours(number)).toHaveLength(1);
  expect(ours(number)[0]!.body).toContain("**Cause:**");
  expect(ours(number)[0]!.body).toContain("Named by a maintainer");
  expect(ours(number)[0]!.body).not.toContain("Did you mean");
  expect(server.sandbox.labelsOf(number)).toHaveLength(1);
});

test("explain and help are in the one comment, until another look", async () => {
  const number = await issue();
  const [before] = ours(number);
  await say(number, "/triage explain");
  expect(ours(number)[0]!.body).toContain("**Explanation**");
  await say(number, "/triage help");
  expect(ours(number)[0]!.body).toContain("`/triage as SLUG`");
  await say(number, "/triage");
  expect(ours(number)).toEqual([{ ...before, updatedAt: expect.any(String) }]);
});

test("silence hides the answer for good; only another look by the triage role brings it back", async () => {
  const number = await issue();
  const [before] = ours(number);
  await say(number, "/triage silence", "triager");
  expect(ours(number)).toEqual([{ ...before, minimized: "OUTDATED" }]);
  server.sandbox.editIssue(number, { body: REPORTS.geometry("[1, 1]", "[2, 2]") });
  await say(number, "/triage", "reporter");
  expect(ours(number)).toEqual([{ ...before, minimized: "OUTDATED" }]);
  await say(number, "/triage", "triager");
  expect(ours(number)).toMatchObject([
    { id: before!.id, minimized: null, body: expect.stringContaining("geometry") },
  ]);
});

describe("a command counts once", () => {
  test("when the comment is edited into another one", async () => {
    const number = await issue();
    const id = await say(number, "/triage help");
    server.sandbox.editComment(id, "/triage silence", "maintainer");
    await server.settled();
    expect(ours(number)).toMatchObject([
      { minimized: null, body: expect.stringContaining("`/triage help`") },
    ]);
  });

  test("when a comment is edited into a first one", async () => {
    const number = await issue();
    const id = await say(number, "Nice.");
    server.sandbox.editComment(id, "/triage silence", "maintainer");
    await server.settled();
    expect(ours(number)).toMatchObject([{ minimized: "OUTDATED" }]);
  });

  test("when its webhook comes again, and when its comment is deleted", async () => {
    const number = await issue();
    const id = await say(number, "/triage wrong", "reporter");
    const { state, webhooks } = server.sandbox;
    for (const { id: delivery } of state.deliveries.all().slice(-2)) webhooks.redeliver(delivery);
    server.sandbox.deleteComment(id);
    await server.settled();
    expect(ours(number)).toMatchObject([{ minimized: "OFF_TOPIC" }]);
    const window = { repository: REPOSITORY, from: new Date(0), to: new Date("2030-01-01") };
    expect(await feedbackBetween(server.database.db, window)).toHaveLength(1);
  });

  test("in code and quotes never", async () => {
    const number = await issue();
    const [before] = ours(number);
    const id = await say(number, "> /triage silence\n\n```\n/triage silence\n```\n\n`/triage silence`");
    expect(reactions(id)).toEqual([]);
    expect(ours(number)).toEqual([before]);
  });
});

describe("what a person did to the comment stays", () => {
  test("deleted: it never comes back, whatever the log and the commands say", async () => {
    const number = await issue();
    server.sandbox.deleteComment(ours(number)[0]!.id);
    server.sandbox.editIssue(number, { body: REPORTS.geometry("[1, 1]", "[2, 2]") });
    await say(number, "/triage explain");
    expect(ours(number)).toEqual([]);
    expect(server.sandbox.labelsOf(number)).toEqual(["error/kv-layout-mismatch"]);
  });

  test("hidden: it is neither shown nor edited", async () => {
    const number = await issue();
    const [before] = ours(number);
    server.sandbox.minimizeComment(before!.id, "SPAM");
    server.sandbox.editIssue(number, { body: REPORTS.geometry("[1, 1]", "[2, 2]") });
    await say(number, "/triage");
    expect(ours(number)).toEqual([{ ...before, minimized: "SPAM" }]);
  });

  test("shown again after we hid it: it is not hidden again", async () => {
    const number = await issue();
    server.sandbox.editIssue(number, { body: REPORTS.nothing });
    await server.settled();
    expect(ours(number)).toMatchObject([{ minimized: "RESOLVED" }]);
    server.sandbox.minimizeComment(ours(number)[0]!.id, null);
    await say(number, "thank you", "reporter");
    expect(ours(number)).toMatchObject([{ minimized: null }]);
  });

  test("a label taken off stays off", async () => {
    const number = await issue();
    server.sandbox.removeLabel(number, LABEL);
    await say(number, "/triage");
    expect(server.sandbox.labelsOf(number)).toEqual([]);
  });
});

describe("whose log", () => {
  test("another person's is answered while nothing else is", async () => {
    const number = await issue(REPORTS.nothing);
    await say(number, REPORTS.memory, "outsider");
    expect(ours(number)).toMatchObject([{ body: expect.stringContaining("out of memory") }]);
  });

  test("another person's does not change the author's answer, the author's own does", async () => {
    const number = await issue();
    const [before] = ours(number);
    await say(number, REPORTS.geometry("[1, 1]", "[2, 2]"), "outsider");
    expect(ours(number)).toEqual([before]);
    await say(number, REPORTS.geometry("[3, 3]", "[4, 4]"), "reporter");
    expect(ours(number)).toMatchObject([{ id: before!.id, body: expect.stringContaining("[3, 3]") }]);
  });

  test("a command asks for all of them", async () => {
    const number = await issue();
    await say(number, REPORTS.geometry("[1, 1]", "[2, 2]"), "outsider");
    await say(number, "/triage", "triager");
    expect(ours(number)).toMatchObject([
      { body: expect.stringMatching(/out of memory[\s\S]*Other errors of this report[\s\S]*geometry/) },
    ]);
  });
});
