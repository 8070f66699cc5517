/** What goes wrong while the server runs: the webhook is answered 503 or goes through, and nothing is lost. */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NOW, REPORTS, startTestServer } from "./server.ts";

const HOUR_MS = 3_600_000;

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer();
  await server.settled();
}, 60_000);
afterEach(() => server.close(), 60_000);

const report = () => server.sandbox.createIssue({ title: "[Bug] it stops", body: REPORTS.memory }).number;
const replies = (number: number) => server.sandbox.botCommentsOf(number).length;
const codes = () =>
  server.sandbox.state.deliveries
    .all()
    .filter(({ event, action }) => `${event}.${action}` === "issues.opened")
    .map(({ outcome }) => outcome?.statusCode);

/** What `max_page_count` refuses is refused with the error of a full disk. */
async function setFull(full: boolean): Promise<void> {
  const { db } = server.database;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit(full ? rows[0]!.page_count : 1_000_000)}`.execute(db);
}

test("a full disk: 503 until there is room, then GitHub is asked to send it again", async () => {
  // Rows of some size take the free space within the file first.
  await setFull(true);
  const numbers: number[] = [];
  for (let tries = 0; tries < 500 && !codes().includes(503); tries += 1) {
    numbers.push(report());
    await server.sandbox.webhooks.drained();
  }
  expect(codes()).toContain(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await setFull(false);
  server.clock.now = new Date(NOW.getTime() + HOUR_MS);
  await server.queue.enqueue({ kind: "tick" });
  await server.settled();
  expect(numbers.filter((number) => replies(number) !== 1)).toEqual([]);
}, 120_000);

test.each([
  ["forward a day", 24 * HOUR_MS],
  ["back an hour", -HOUR_MS],
])("a clock that is set %s: issues before and after it are answered once", async (_, step) => {
  server.sandbox.webhooks.hold();
  const before = report();
  server.sandbox.webhooks.release();
  server.clock.now = new Date(NOW.getTime() + step);
  const after = report();
  await server.settled();
  server.sandbox.editIssue(before, { body: `${REPORTS.memory}\nmore` });
  await server.settled();
  expect([replies(before), replies(after)]).toEqual([1, 1]);
});

test("a step of the tick that GitHub refuses keeps none of the others from being done", async () => {
  const day = 24 * HOUR_MS;
  await sql`insert into deliveries (delivery_id, event, received_at) values ('old', 'ping', ${NOW.getTime() - 9 * day})`.execute(
    server.database.db,
  );
  const open = server.sandbox.faults.add({
    method: "GET",
    route: "/app/hook/deliveries",
    when: "before",
    answer: { kind: "status", status: 404 },
    probability: 1,
  });
  server.sandbox.webhooks.disturb({ kind: "lose", times: 1 });
  const lost = report();
  await server.queue.enqueue({ kind: "tick" });
  await expect.poll(() => replies(lost), { timeout: 20_000 }).toBe(1);
  const left = () =>
    server.database.db.selectFrom("deliveries").where("delivery_id", "=", "old").selectAll().execute();
  await expect.poll(async () => (await left()).length, { timeout: 20_000 }).toBe(0);
  open();
});
