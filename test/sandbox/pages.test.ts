import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { createComment } from "../../src/sandbox/actions/comments.ts";
import { preparedReports } from "../../src/sandbox/pages/prepared-reports.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { start } from "./start.ts";

const path = "/sandbox/sglang/issues";

async function page(sandbox: Sandbox, at: string): Promise<string> {
  const answer = await fetch(sandbox.url + at);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  return answer.text();
}

/** Submits a form as a browser would; gives the status and where it leads. */
async function submit(
  sandbox: Sandbox,
  at: string,
  fields: Record<string, string>,
  headers?: Record<string, string>,
) {
  const answer = await fetch(sandbox.url + at, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: headers ?? { origin: sandbox.url },
    redirect: "manual",
  });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

/** The bot's comment, as if it had come over REST. */
function botComment(sandbox: Sandbox, number: number, body: string) {
  const repository = sandbox.state.repositories.all()[0]!;
  return createComment(
    sandbox.state,
    { login: "sglang-triage[bot]", viaApp: true },
    repository,
    number,
    body,
  );
}

describe("pages", () => {
  test("every page says that it is a sandbox", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "a report" });
    for (const at of ["/", path, `${path}/new`, `${path}/1`, "/_sandbox", "/nothing/here"]) {
      expect(await page(sandbox, at)).toContain("This is a sandbox.");
    }
  });

  test("the list shows issues with their labels, newest first", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "the first" });
    sandbox.createIssue({ title: "the second" });
    sandbox.addLabel(1, "error/kv-layout-mismatch");
    const html = await page(sandbox, path);
    expect(html.indexOf("the second")).toBeLessThan(html.indexOf("the first"));
    expect(html).toContain("error/kv-layout-mismatch</span>");
  });

  test("hostile words of a reporter stay plain text", async () => {
    const sandbox = await start();
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)> "quoted" </textarea></title>';
    sandbox.createIssue({ title: hostile, body: hostile });
    sandbox.comment(1, hostile);
    for (const at of [path, `${path}/1`]) {
      const html = await page(sandbox, at);
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img");
      expect(html).not.toContain("</textarea></title>");
      expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    }
  });

  test("the bot's comment is rendered as GitHub would, and sanitised", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "a report" });
    botComment(
      sandbox,
      1,
      "### KV geometry\n\n1. one\n2. two\n\n<details><summary>more</summary>\n\n`x`\n</details>\n<script>bad()</script>",
    );
    const html = await page(sandbox, `${path}/1`);
    expect(html).toContain("<h3>KV geometry</h3>");
    expect(html).toContain("<summary>more</summary>");
    expect(html).not.toContain("bad()</script>");
  });

  test("the poll answers the version alone until something changes", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "a report" });
    const ask = async (have: string) =>
      (await (await fetch(`${sandbox.url}${path}/1.json?have=${have}`)).json()) as {
        version: string;
        regions?: { id: string; html: string }[];
      };
    const first = await ask("");
    expect(first.regions?.map((it) => it.id)).toEqual([
      "issue-labels",
      "issue-events",
      "issue-head",
      "issue-body",
    ]);
    expect(await ask(first.version)).toEqual({ version: first.version });
    const { id } = botComment(sandbox, 1, "a known error");
    sandbox.addLabel(1, "error/oom");
    const then = await ask(first.version);
    expect(then.regions?.find((it) => it.id === `issuecomment-${id}`)?.html).toContain("a known error");
    expect(then.regions?.find((it) => it.id === "issue-labels")?.html).toContain("error/oom");
  });

  test("prepared reports fill the form", async () => {
    const sandbox = await start();
    for (const report of preparedReports) {
      const html = await page(sandbox, `${path}/new?report=${report.key}`);
      const firstLine = report.body
        .split("\n", 1)[0]!
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;");
      expect(html).toContain(firstLine);
    }
    expect(new Set(preparedReports.map((it) => it.key)).size).toBe(preparedReports.length);
  });
});

describe("forms", () => {
  test("a person writes, edits, comments, labels, hides, closes", async () => {
    const sandbox = await start();
    const opened = await submit(sandbox, path, { title: "a report", body: "one\r\ntwo", by: "reporter" });
    expect([opened.status, opened.location]).toEqual([303, `${path}/1`]);
    expect(sandbox.issue(1)).toMatchObject({ title: "a report", body: "one\ntwo", author: "reporter" });
    await submit(sandbox, `${path}/1/edit`, { title: "a better title", body: "three", by: "reporter" });
    await submit(sandbox, `${path}/1/comments`, { body: "me too", by: "outsider" });
    const [comment] = sandbox.commentsOf(1);
    await submit(sandbox, `${path}/comments/${comment!.id}`, { action: "hide", by: "maintainer", body: "" });
    await submit(sandbox, `${path}/comments/${comment!.id}`, { action: "-1", by: "reporter", body: "" });
    await submit(sandbox, `${path}/1/labels`, { name: "bug", action: "add", by: "triager" });
    await submit(sandbox, `${path}/1/state`, { action: "close", by: "reporter" });
    expect(sandbox.issue(1)).toMatchObject({
      title: "a better title",
      body: "three",
      state: "closed",
      closedBy: "reporter",
    });
    expect(sandbox.commentsOf(1)[0]).toMatchObject({ author: "outsider", minimized: "OFF_TOPIC" });
    expect(sandbox.reactionsTo(comment!.id)).toEqual(["reporter -1"]);
    expect(sandbox.labelsOf(1)).toEqual(["bug"]);
    await submit(sandbox, `${path}/comments/${comment!.id}`, {
      action: "delete",
      by: "maintainer",
      body: "",
    });
    expect(sandbox.commentsOf(1)).toEqual([]);
  });

  test("rights are those of the person chosen, and nobody can be the bot", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "a report" });
    const refused = await submit(sandbox, `${path}/1/labels`, { name: "bug", action: "add", by: "outsider" });
    expect([refused.status, sandbox.labelsOf(1)]).toEqual([403, []]);
    expect(refused.text).toContain("Must have admin rights");
    const asBot = await submit(sandbox, `${path}/1/comments`, { body: "x", by: "sglang-triage[bot]" });
    expect([asBot.status, sandbox.commentsOf(1)]).toEqual([422, []]);
  });

  test.each([
    ["another site", { origin: "http://evil.example" }, 403],
    ["nobody named", {}, 403],
    ["another site, by the browser's word", { "sec-fetch-site": "cross-site" }, 403],
    ["this page, by the browser's word", { "sec-fetch-site": "same-origin" }, 303],
  ])("a form of %s", async (_, headers, status) => {
    const sandbox = await start();
    const answer = await submit(
      sandbox,
      path,
      { title: "x", body: "", by: "reporter" },
      headers as Record<string, string>,
    );
    expect(answer.status).toBe(status);
    expect(sandbox.issues()).toHaveLength(status === 303 ? 1 : 0);
  });

  test("a name that only points to this machine is refused", async () => {
    const sandbox = await start();
    const status = await new Promise((resolve, reject) => {
      const asked = request(sandbox.url, { headers: { host: "evil.example" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on("error", reject).end();
    });
    expect(status).toBe(421);
  });

  test("the control page sets and clears faults", async () => {
    const sandbox = await start();
    await submit(sandbox, "/_sandbox/faults", { action: "after", percent: "20" });
    expect(sandbox.faults.list()).toMatchObject([{ when: "after", probability: 0.2, method: "write" }]);
    expect(await page(sandbox, "/_sandbox")).toContain(
      "status 502 after the call took effect, 20 % of calls",
    );
    await submit(sandbox, "/_sandbox/faults", { action: "clear", percent: "20" });
    expect(sandbox.faults.list()).toEqual([]);
  });
});
