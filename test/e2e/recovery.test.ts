/** What no webhook told us of: lost and failed deliveries, outages, and the life of an installation. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findIssue } from "../../src/store/occurrences.ts";
import { NOW, REPORTS, startTestServer } from "./server.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const REPOSITORY = "sandbox/sglang";
const KNOWN = REPORTS.geometry("[1, 1]", "[2, 2]");
const report = (body = KNOWN) => server.sandbox.createIssue({ title: "[Bug] it stops", body });
const replies = (number: number) => server.sandbox.botCommentsOf(number).length;

async function tick(minutes = 0): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
  await server.queue.enqueue({ kind: "tick" });
  await server.settled();
}

describe("a delivery that does not reach us", () => {
  test("lost without a trace: the sweep finds the issue", async () => {
    await server.settled();
    server.sandbox.webhooks.disturb({ kind: "lose", times: 1 });
    const { number } = report();
    await server.settled();
    expect(replies(number)).toBe(0);
    await tick(60);
    expect(replies(number)).toBe(1);
  });

  test("lost edit of a comment: the sweep finds it by the comment", async () => {
    const { number } = report(REPORTS.nothing);
    const { id } = server.sandbox.comment(number, "log follows");
    await server.settled();
    await tick(60);
    server.sandbox.webhooks.disturb({ kind: "lose", times: 1 });
    server.sandbox.editComment(id, KNOWN);
    await tick(60);
    expect(replies(number)).toBe(1);
  });

  test("failed: it is asked for again and counts once", async () => {
    await server.settled();
    server.sandbox.webhooks.disturb({ kind: "fail", times: 1 });
    const { number } = report();
    await tick();
    expect(replies(number)).toBe(1);
    const attempts = () =>
      server.sandbox.state.deliveries
        .all()
        .filter(({ action, event }) => `${event}.${action}` === "issues.opened");
    expect(attempts().map(({ redelivery }) => redelivery)).toEqual([false, true]);
    await tick(60);
    expect(attempts()).toHaveLength(2);
  });

  test("a clock that was ahead hides nothing", async () => {
    await tick(60 * 24 * 30);
    server.clock.now = NOW;
    server.sandbox.webhooks.disturb({ kind: "lose", times: 1 });
    const { number } = report();
    await tick(60);
    expect(replies(number)).toBe(1);
  });

  test("more changes of one second than a page: all are found", async () => {
    await server.settled();
    server.sandbox.webhooks.disturb({ kind: "lose", probability: 1 });
    const numbers = Array.from(
      { length: 103 },
      (_, i) => report(i % 10 === 0 ? KNOWN : REPORTS.nothing).number,
    );
    server.sandbox.webhooks.calm();
    await tick(60);
    expect(numbers.filter((number) => replies(number) === 1)).toHaveLength(11);
    expect(await findIssue(server.database.db, REPOSITORY, numbers.at(-1)!)).not.toBeNull();
  }, 60_000);
});

describe("an installation", () => {
  test("suspended is left alone, and caught up with afterwards", async () => {
    const before = report().number;
    await server.settled();
    server.sandbox.suspendApp(true);
    await server.settled();
    const during = report().number;
    await tick(60);
    expect(replies(during)).toBe(0);
    expect(await findIssue(server.database.db, REPOSITORY, before)).not.toBeNull();
    server.sandbox.suspendApp(false);
    await server.settled();
    expect(replies(during)).toBe(1);
  });

  test("deleted: everything about its repositories is deleted", async () => {
    const { number } = report();
    await server.settled();
    server.sandbox.uninstallApp();
    await server.settled();
    expect(await findIssue(server.database.db, REPOSITORY, number)).toBeNull();
    for (const table of ["repositories", "installations", "occurrences", "replies"] as const)
      expect(await server.database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test("whose repository is renamed: what is known moves along", async () => {
    const { number } = report();
    await server.settled();
    const renamed = server.sandbox.rename("serving");
    await server.settled();
    expect(await findIssue(server.database.db, REPOSITORY, number)).toBeNull();
    expect(await findIssue(server.database.db, "sandbox/serving", number)).not.toBeNull();
    renamed.editIssue(number, { body: `${KNOWN}\nmore` });
    await server.settled();
    expect(renamed.botCommentsOf(number)).toHaveLength(1);
  });
});
