/** What maintainers are told, bounds on what is written, and what people say of it, on the sandbox's final state. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Testbed } from "../../src/sandbox/testbed.ts";
import { feedbackBetween } from "../../src/store/feedback.ts";
import { entryText } from "../catalog/entry-text.ts";
import { NOW, REPORTS, startTestServer } from "./server.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  server = await startTestServer();
  await server.settled();
});
afterEach(() => server.close());

const FILE = ".github/sglang-triage.yml";
const DAY = 24 * 60;

async function tick(minutes = 0): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
  await server.queue.enqueue({ kind: "tick" });
  await server.settled();
}

async function report(body = REPORTS.memory, on: Testbed = server.sandbox): Promise<number> {
  const { number } = on.createIssue({ title: "[Bug] it stops, ask @someone", body });
  await server.settled();
  return number;
}

const replies = (number: number, on: Testbed = server.sandbox) => on.botCommentsOf(number);
const notes = (on: Testbed = server.sandbox) =>
  on.issues().filter(({ title }) => title.includes("notes for maintainers"));

describe("where the bot is new", () => {
  test("without a settings file it opens one issue with what it would have said, and writes nothing else", async () => {
    const fresh = server.sandbox.elsewhere("sandbox", "fresh");
    server.clock.now = new Date(NOW.getTime() - 40 * DAY * 60_000);
    await report(REPORTS.memory, fresh);
    server.clock.now = NOW;
    const known = await report(REPORTS.memory, fresh);
    await report(REPORTS.nothing, fresh);
    await tick(60);
    await tick(60);
    const [issue, ...more] = notes(fresh);
    expect(more).toEqual([]);
    const told = issue!.body!.split("<details>")[0]!.replace(server.sandbox.url, "https://github.example");
    expect(told).toMatchInlineSnapshot(`
      "<!-- sglang-triage notes -->

      <!-- end of notes -->

      ## What it would have said

      This bot answers issues with what is known about their error. It is installed here and **in dry run**: it reads issues and writes nothing to them.

      Of the 2 issues of the last 30 days it would have answered 1.

      | issue | title | label |
      | --: | --- | --- |
      | [2](https://redirect.github.com/sandbox/fresh/issues/2) | \`[Bug] it stops, ask @someone\` | \`error/gpu-out-of-memory\` |

      **To switch it on**, put this line into \`.github/sglang-triage.yml\` ([make the file](https://github.example/sandbox/fresh/new/main?filename=.github/sglang-triage.yml&value=dryRun%3A%20false%0A)):

      \`\`\`yaml
      dryRun: false
      \`\`\`

      To be rid of it, uninstall the app; it keeps nothing then. This issue may be closed.

      "
    `);
    expect(issue!.body).toContain(`<summary>The answer to issue ${known}</summary>`);
    expect(issue!.body).toContain("**Cause:**");
    expect(fresh.labelsOf(issue!.number)).toEqual(["sglang-triage-notes"]);
    expect(replies(known, fresh)).toEqual([]);
    expect(fresh.labelsOf(known)).toEqual([]);
  });

  test("its one line switches it on, and the issue stays as it is", async () => {
    const fresh = server.sandbox.elsewhere("sandbox", "fresh");
    await tick(60);
    fresh.putFile(FILE, "dryRun: false\n");
    expect(replies(await report(REPORTS.memory, fresh), fresh)).toHaveLength(1);
    const before = notes(fresh);
    await tick(60);
    expect(notes(fresh)).toEqual(before);
  });

  test("with settings that switch it on, no such issue is opened", async () => {
    await tick(60);
    expect(notes()).toEqual([]);
  });

  test("in dry run a command gets no reaction, and is not made up for later", async () => {
    server.sandbox.putFile(FILE, "dryRun: true\n");
    const number = await report();
    const { id } = server.sandbox.comment(number, "/triage silence", "maintainer");
    await server.settled();
    expect(server.sandbox.reactionsTo(id)).toEqual([]);
  });
});

describe("settings that cannot be used", () => {
  test("count as they were, and maintainers hear of it once, until they are mended", async () => {
    server.sandbox.putFile(FILE, "dryRun: false\nlabels: { prefx: x/ }\n");
    const number = await report();
    expect(replies(number)).toHaveLength(1);
    expect(server.sandbox.labelsOf(number)).toEqual(["error/gpu-out-of-memory"]);
    const [issue, ...more] = notes();
    expect(more).toEqual([]);
    expect(issue!.body).toMatchInlineSnapshot(`
      "<!-- sglang-triage notes -->

      ## Settings that cannot be used

      - \`.github/sglang-triage.yml of sandbox/sglang cannot be used: unknown key labels.prefx. Until then it counts as it was before.\`

      <!-- end of notes -->"
    `);
    await report();
    await tick(60);
    expect(notes()).toEqual([issue]);
    server.sandbox.putFile(FILE, "dryRun: false\nlabels: { prefix: x/ }\n");
    expect(server.sandbox.labelsOf(await report())).toEqual(["x/gpu-out-of-memory"]);
    expect(notes()).toMatchObject([{ number: issue!.number, body: expect.not.stringContaining("prefx") }]);
  });

  test("are noticed without any issue, and again when the note was closed", async () => {
    server.sandbox.putFile(FILE, "nonsense: 1\n");
    await tick(60);
    const [issue] = notes();
    server.sandbox.editIssue(issue!.number, { state: "closed", by: "maintainer" });
    await tick(60);
    expect(notes()).toMatchObject([{ state: "closed" }]);
    server.sandbox.putFile(FILE, "rubbish: 1\n");
    await tick(60);
    expect(notes()).toMatchObject([
      { number: issue!.number, state: "open", body: expect.stringContaining("rubbish") },
    ]);
  });
});

describe("the day's most comments", () => {
  test("are never exceeded, the stop is told once, and the next day goes on", async () => {
    server.sandbox.putFile(FILE, "dryRun: false\ncaps: { commentsPerDay: 2 }\n");
    const numbers = Array.from(
      { length: 6 },
      () => server.sandbox.createIssue({ title: "x", body: REPORTS.memory }).number,
    );
    await server.settled();
    expect(numbers.filter((number) => replies(number).length === 1)).toHaveLength(2);
    expect(numbers.every((number) => server.sandbox.labelsOf(number).length === 1)).toBe(true);
    const [issue, ...more] = notes();
    expect(more).toEqual([]);
    expect(issue!.body).toContain("On 2026-11-30 (UTC) 2 issues were answered");
    // The sweep sees again what changed since the last one.
    await tick(DAY);
    expect(numbers.filter((number) => replies(number).length === 1)).toHaveLength(4);
    await tick(DAY);
    const left = numbers.find((number) => replies(number).length === 0)!;
    server.sandbox.comment(left, "/triage", "reporter");
    await server.settled();
    expect(replies(left)).toHaveLength(1);
  });
});

test("an issue older than settings say is answered only when a command asks", async () => {
  const number = await report(REPORTS.nothing);
  server.clock.now = new Date(NOW.getTime() + 15 * DAY * 60_000);
  server.sandbox.comment(number, REPORTS.memory, "reporter");
  await server.settled();
  expect(replies(number)).toEqual([]);
  server.sandbox.comment(number, "/triage", "reporter");
  await server.settled();
  expect(replies(number)).toHaveLength(1);
});

test("reactions of people to the comment are feedback, the last of each, as long as they stand", async () => {
  const number = await report();
  const { id } = replies(number)[0]!;
  const verdicts = async () => {
    const window = { repository: "sandbox/sglang", from: new Date(0), to: new Date("2030-01-01") };
    return (await feedbackBetween(server.database.db, window)).map(
      ({ verdict, source }) => `${source} ${verdict}`,
    );
  };
  server.sandbox.reactTo(id, "+1", "reporter");
  server.sandbox.reactTo(id, "-1", "outsider");
  server.sandbox.reactTo(id, "heart", "triager");
  server.sandbox.reactTo(id, "+1", "renovate[bot]");
  await tick(60);
  expect((await verdicts()).sort()).toEqual(["reaction right", "reaction wrong"]);
  server.sandbox.reactTo(id, "-1", "reporter");
  await tick(60);
  expect(await verdicts()).toEqual(["reaction wrong", "reaction wrong"]);
});

describe("entries of the repository's own", () => {
  const OWN = "```\nValueError: The frobnicator has 3 teeth but 4 are needed\n```";
  const switchOn = () =>
    server.sandbox.putFile(FILE, "dryRun: false\ncatalogs: { folder: .github/errors }\n");

  test("answer like built-in ones, with their label", async () => {
    server.sandbox.putFile(".github/errors/other/teeth.yml", entryText());
    switchOn();
    const number = await report(OWN);
    expect(replies(number)).toMatchObject([
      { body: expect.stringContaining("The frobnicator counts its teeth at start") },
    ]);
    expect(server.sandbox.labelsOf(number)).toEqual(["error/other"]);
    expect(replies(await report())).toHaveLength(1);
    expect(notes()).toEqual([]);
  });

  test("that cannot be used are told to maintainers; the others count", async () => {
    server.sandbox.putFile(".github/errors/other/teeth.yml", entryText());
    server.sandbox.putFile(".github/errors/other/broken.yml", "id: 1\n");
    server.sandbox.putFile(".github/errors/no-tag/more.yml", entryText({ id: "00000000000000aa" }));
    switchOn();
    expect(replies(await report(OWN))).toHaveLength(1);
    expect(notes()[0]!.body).toContain("`.github/errors/no-tag/more.yml: no-tag is no background tag`");
    expect(notes()[0]!.body).toContain("`.github/errors/other/broken.yml: id: ");
  });

  test("a project that is not wanted is not known", async () => {
    server.sandbox.putFile(FILE, "dryRun: false\ncatalogs: { projects: [] }\n");
    expect(replies(await report(REPORTS.geometry("[1, 1]", "[2, 2]")))).toEqual([]);
  });
});
