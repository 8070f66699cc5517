import nock from "nock";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Part } from "../../src/extract/report.ts";
import { attachmentHostOf, attachmentsOf, withAttachments } from "../../src/github/attachments.ts";
import { attachmentReader } from "../../src/github/fetch-attachment.ts";

const GITHUB = attachmentHostOf("https://api.github.com");
const FILES = "https://github.com/user-attachments/files";

describe("links that are attachments", () => {
  test.each([
    ["a log", `[server.log](${FILES}/23456789/server.log)`, "23456789"],
    ["a text file, bare", `see ${FILES}/1/out.txt.`, null],
    ["a text file at the end", `see ${FILES}/1/out.txt`, "1"],
    ["an upload from before 2024", "[a](https://github.com/sgl-project/sglang/files/77/a.LOG)", "77"],
    ["in angle brackets", `<${FILES}/5/x.log>`, "5"],
    ["with a query, which is dropped", `(${FILES}/5/x.log?raw=1)`, "5"],
    ["an archive", `${FILES}/5/x.zip`, null],
    ["an image", "https://github.com/user-attachments/assets/0a1b", null],
    ["another host", "https://example.com/user-attachments/files/5/x.log", null],
    ["another host that begins alike", "https://github.com.example.com/user-attachments/files/5/x.log", null],
    ["a user name that looks like the host", "https://github.com@example.com/a/b/files/5/x.log", null],
    ["credentials", "https://me:secret@github.com/user-attachments/files/5/x.log", null],
    ["another scheme", "http://github.com/user-attachments/files/5/x.log", null],
    ["another port", "https://github.com:8443/user-attachments/files/5/x.log", null],
    ["a loopback address", "http://127.0.0.1/user-attachments/files/5/x.log", null],
    ["a path that climbs", `${FILES}/5/../../../settings/x.log`, null],
    ["a file of a repository", "https://github.com/a/b/blob/main/files/5/x.log", null],
    ["no link", "x.log", null],
  ])("%s", (_, text, id) => {
    expect(attachmentsOf(text, GITHUB).map((it) => it.id)).toEqual(id === null ? [] : [id]);
  });

  test("on another GitHub, its own", () => {
    const host = attachmentHostOf("https://ghe.example.com/api/v3");
    expect(attachmentsOf("https://ghe.example.com/user-attachments/files/5/x.log", host)).toHaveLength(1);
    expect(attachmentsOf(`${FILES}/5/x.log`, host)).toEqual([]);
  });
});

describe("the parts of a thread with attachments", () => {
  const part = (id: string, text: string): Part => ({ kind: "comment", id, author: `of ${id}`, text });
  const link = (id: number) => `${FILES}/${id}/x.log`;

  test("each after the part that links it, by its author, once, three at most", async () => {
    const asked: string[] = [];
    const { parts, unread } = await withAttachments(
      [part("a", `${link(1)} ${link(2)}`), part("b", `${link(1)} ${link(3)} ${link(4)}`)],
      GITHUB,
      async ({ id }) => {
        asked.push(id);
        return `log ${id}`;
      },
    );
    expect(asked).toEqual(["1", "2", "3"]);
    expect(unread).toBe(0);
    expect(parts.map(({ id, author }) => [id, author])).toEqual([
      ["a", "of a"],
      ["file-1", "of a"],
      ["file-2", "of a"],
      ["b", "of b"],
      ["file-3", "of b"],
    ]);
  });

  test("says what could not be read now, not what can never be", async () => {
    const read = async ({ id }: { id: string }) => (id === "1" ? "unavailable" : null);
    const result = await withAttachments([part("a", `${link(1)} ${link(2)}`)], GITHUB, read);
    expect(result.parts).toHaveLength(1);
    expect(result.unread).toBe(1);
  });
});

describe("fetching an attachment", () => {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
  const read = (limit?: number) => attachmentReader(GITHUB, limit)({ id: "5", url: `${FILES}/5/x.log` });
  const link = () => nock("https://github.com").get("/user-attachments/files/5/x.log");
  const stored = () => nock("https://objects.githubusercontent.com").get("/stored/5?signature=s");
  const redirect = (to = "https://objects.githubusercontent.com/stored/5?signature=s") =>
    link().reply(302, "", { location: to });

  test("follows GitHub's redirect to its storage and sends no credential", async () => {
    redirect();
    let headers: Record<string, unknown> = {};
    stored().reply(200, function () {
      headers = this.req.headers;
      return "Traceback \u00e9";
    });
    expect(await read()).toBe("Traceback \u00e9");
    expect(Object.keys(headers)).not.toContain("authorization");
  });

  test.each([
    ["another host", "https://example.com/x"],
    ["a loopback address", "http://127.0.0.1:3000/readyz"],
    ["no address", "https://"],
  ])("leaves out what redirects to %s, without asking there", async (_, to) => {
    redirect(to);
    expect(await read()).toBeNull();
  });

  test("gives up on a circle of redirects", async () => {
    nock("https://github.com")
      .persist()
      .get("/user-attachments/files/5/x.log")
      .reply(302, "", { location: `${FILES}/5/x.log` });
    expect(await read()).toBeNull();
  });

  test.each([
    ["is gone", 404, null],
    ["is private", 403, null],
    ["is refused for now", 429, "unavailable"],
    ["has a host in trouble", 502, "unavailable"],
  ])("that %s", async (_, status, outcome) => {
    link().reply(status, "x");
    expect(await read()).toBe(outcome);
  });

  test("that breaks off may come another time", async () => {
    link().replyWithError("connection reset");
    expect(await read()).toBe("unavailable");
  });

  test.each([
    ["larger than the bound, as announced", "x".repeat(11), { "content-length": "11" }],
    ["larger than the bound, unannounced", "x".repeat(11), {}],
    ["no text", "ab\u0000cd", {}],
  ])("%s is left out", async (_, body, headers) => {
    redirect();
    stored().reply(200, body, headers);
    expect(await read(10)).toBeNull();
  });
});
