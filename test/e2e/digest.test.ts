import { afterEach, beforeEach, expect, test } from "vitest";
import { run } from "../cli/run.ts";
import { NOW, REPORTS, startTestServer } from "./server.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const UNKNOWN = "```\nZebraError: the stripes of 7 zebras differ\n```";

const digests = () =>
  server.sandbox.issues().filter(({ number }) => server.sandbox.labelsOf(number).includes("error-digest"));

async function runDigest() {
  await server.queue.enqueue({ kind: "digest", repository: "sandbox/sglang" });
  await server.settled();
}

test("the command line writes the same digest with a person's token", async () => {
  server.sandbox.createIssue({ title: "[Bug] e", body: REPORTS.memory, by: "five" });
  await server.settled();
  const env = { GITHUB_API_URL: server.sandbox.url, GITHUB_TOKEN: server.sandbox.tokenFor("maintainer") };
  const args = ["digest", "--repo", "sandbox/sglang", "--since", "2026-11-20"];
  const first = await run(args, "", env);
  expect(first.err).toBe("");
  const second = await run(args, "", env);
  expect(second.out).toBe(first.out);
  expect(first.out).toMatch(/^digest: issue \d+ of sandbox\/sglang\n$/);
});

test("the week's errors become one issue, and the same one when it runs again", async () => {
  server.clock.now = new Date(NOW.getTime() - 5 * 24 * 3600 * 1000);
  server.sandbox.createIssue({ title: "[Bug] a", body: REPORTS.memory, by: "one" });
  server.sandbox.createIssue({ title: "[Bug] b", body: REPORTS.memory, by: "two" });
  server.sandbox.createIssue({ title: "[Bug] c", body: UNKNOWN, by: "three" });
  server.sandbox.createIssue({ title: "[Feature] d", body: REPORTS.nothing, by: "four" });
  await server.settled();
  server.clock.now = NOW;
  await runDigest();
  const [digest, ...more] = digests();
  expect(more).toEqual([]);
  expect(digest!.title).toBe("Error digest 2026-W48");
  expect(digest!.body).toContain("4 new issues, 3 with an error");
  expect(digest!.body).toMatch(/\| 2 \| 2 \| .*out of memory/i);
  expect(digest!.body).toContain("ZebraError: the stripes of <n> zebras differ");

  await runDigest();
  expect(digests()).toEqual([digest]);
  expect(server.sandbox.botCommentsOf(digest!.number)).toEqual([]);
});
