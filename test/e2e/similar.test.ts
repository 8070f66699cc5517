/** "Also seen in", on the final state of the sandbox. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { REPORTS, startTestServer } from "./server.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

async function issue(by: string, body = REPORTS.geometry("[1, 1]", "[2, 2]")): Promise<number> {
  const { number } = server.sandbox.createIssue({ title: `[Bug] @${by} sees it`, body, by });
  await server.settled();
  return number;
}

/** The lines of the section, without it null. */
function alsoSeen(number: number): string[] | null {
  const [reply] = server.sandbox.botCommentsOf(number);
  const section = /<summary>Also seen in<\/summary>\n\n([\s\S]*?)\n\n<\/details>/.exec(reply!.body);
  return section === null ? null : section[1]!.split("\n");
}

test("names other people's issues with the same error, with state, age and what closed them", async () => {
  const first = await issue("one");
  const second = await issue("two");
  const third = await issue("three");
  await issue("other", REPORTS.memory);
  const fix = server.sandbox.createIssue({ title: "Fix it", isPullRequest: true }).number;
  server.sandbox.editIssue(first, { state: "closed", closer: fix, by: "maintainer" });
  server.sandbox.editIssue(second, { state: "closed", by: "maintainer" });
  await server.settled();
  const link = (number: number, kind = "issues") =>
    `https://redirect.github.com/sandbox/sglang/${kind}/${number}`;
  const expected = [
    `- [Issue ${third}](${link(third)}): \`[Bug] @three sees it\`, open, opened 2026-11-30`,
    `- [Issue ${second}](${link(second)}): \`[Bug] @two sees it\`, closed, opened 2026-11-30`,
    `- [Issue ${first}](${link(first)}): \`[Bug] @one sees it\`, closed by [pull request ${fix}](${link(fix, "pull")}), opened 2026-11-30`,
  ];
  expect(alsoSeen(await issue("four"))).toEqual(expected);
  expect(alsoSeen(await issue("two"))).toHaveLength(3);
  expect(alsoSeen(first)).toBeNull();
});

test("five at most, and no comment is edited because others came", async () => {
  const numbers = [];
  for (let i = 0; i < 7; i += 1) numbers.push(await issue(`person${i}`));
  const last = numbers.at(-1)!;
  expect(alsoSeen(last)).toHaveLength(5);
  const [before] = server.sandbox.botCommentsOf(last);
  await issue("person8");
  server.sandbox.comment(last, "any news?", "reporter");
  await server.settled();
  expect(server.sandbox.botCommentsOf(last)).toEqual([before]);
});
