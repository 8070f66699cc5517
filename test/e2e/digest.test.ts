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
  expect(digest!.body).toContain(
    "**4 new issues**. Errors in 3 issues, new and old, from 3 people: 1 known kind, 1 not",
  );
  expect(digest!.body).toMatch(/\*\*2 people\*\*: \[?`CUDA out of memory/);
  expect(digest!.body).toContain("ZebraError: the stripes of <n> zebras differ");
  expect(digest!.body).toContain("The bot answered 2");

  await runDigest();
  expect(digests()).toEqual([digest]);
  expect(server.sandbox.botCommentsOf(digest!.number)).toEqual([]);
});

test("the next week's digest closes the one before, which points to it; writing the old one again opens nothing", async () => {
  await runDigest();
  server.clock.now = new Date(NOW.getTime() + 7 * 24 * 3600 * 1000);
  await runDigest();
  const [first, second] = digests().sort((a, b) => a.number - b.number);
  expect([first!.title, first!.state]).toEqual(["Error digest 2026-W48", "closed"]);
  expect([second!.title, second!.state]).toEqual(["Error digest 2026-W49", "open"]);
  expect(first!.body).toContain(`> The next digest: [issue ${second!.number}](https://redirect.github.com/`);
  await server.queue.enqueue({ kind: "digest", repository: "sandbox/sglang", week: "2026-W48" });
  await server.settled();
  expect(digests().sort((a, b) => a.number - b.number)).toEqual([first, second]);
});

test("the hourly tick writes the digest at the settings' hour, once, and makes up for a missed one", async () => {
  const tick = async (at: string) => {
    server.clock.now = new Date(at);
    await server.queue.enqueue({ kind: "tick" });
    await server.settled();
    return digests().length;
  };
  expect(await tick("2026-12-07T06:30:00Z")).toBe(0);
  expect(await tick("2026-12-07T07:30:00Z")).toBe(1);
  expect(await tick("2026-12-07T08:30:00Z")).toBe(1);
  expect(await tick("2026-12-15T21:00:00Z")).toBe(2);
});

test("the command line prints any week as Markdown, JSON or a page, and posts nothing then", async () => {
  server.clock.now = new Date("2026-11-25T12:00:00Z");
  server.sandbox.createIssue({ title: "[Bug] a", body: REPORTS.memory, by: "one" });
  await server.settled();
  const env = { GITHUB_API_URL: server.sandbox.url, GITHUB_TOKEN: server.sandbox.tokenFor("maintainer") };
  const digest = async (...more: string[]) => {
    const { out, err } = await run(
      ["digest", "--repo", "sandbox/sglang", "--week", "2026-W48", ...more],
      "",
      env,
    );
    expect(err).toBe("");
    return out;
  };
  const json = JSON.parse(await digest("--format", "json"));
  expect(json).toMatchObject({
    repository: "sandbox/sglang",
    window: { name: "2026-W48" },
    withError: { issues: 1 },
  });
  expect(json.known[0].kind.slug).toBe("cuda-out-of-memory-tried-to-allocate");
  expect(await digest("--print")).toContain("**1 new issue**");
  expect(await digest("--format", "html")).toMatch(/^<!doctype html>.*<h1>Error digest 2026-W48<\/h1>/s);
  expect(digests()).toEqual([]);
});
