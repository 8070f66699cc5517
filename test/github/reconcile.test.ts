/** The wiring of a reconcile: which requests go out to GitHub, and with what. */
import { Octokit } from "@octokit/rest";
import nock from "nock";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NO_MEMORY } from "../../src/github/memory.ts";
import { NO_SETTINGS_MEMORY } from "../../src/github/read-settings.ts";
import { reconcile } from "../../src/github/reconcile.ts";
import { writeMarker } from "../../src/reply/marker.ts";
import { catalogOf } from "../match/builders.ts";
import { APP } from "./builders.ts";

const REPOSITORY = "sgl-project/sglang";
const catalog = catalogOf({ teeth: {} });
const REPLY = `${writeMarker(["0000000000000000"])}\nThe answer.`;
const KNOWN = "```\nValueError: The frobnicator has 3 teeth but 4 are needed\n```";

const silence = () => {};
const SILENT = { debug: silence, info: silence, warn: silence, error: silence };

let github: nock.Scope;
beforeEach(() => {
  nock.disableNetConnect();
  github = nock("https://api.github.com");
});
afterEach(() => {
  nock.abortPendingRequests();
  nock.cleanAll();
  nock.enableNetConnect();
});

const run = (assertHeld = () => {}) =>
  reconcile(
    {
      client: new Octokit({ auth: "t", log: SILENT }),
      ourselves: APP,
      knowledge: async () => ({
        catalog,
        render: (it) => (it.decision === "reply" ? REPLY : null),
        recordUrl: () => null,
        problem: null,
      }),
      attachments: { host: { origin: "https://github.com", storage: [] }, read: async () => null },
      settingsMemory: NO_SETTINGS_MEMORY,
      memory: NO_MEMORY,
      similar: async () => [],
      now: () => new Date("2026-11-30T12:00:00Z"),
      assertHeld,
    },
    REPOSITORY,
    12,
  );

test("a job that another worker has by now writes nothing", async () => {
  settings("dryRun: false");
  issue();
  thread();
  // Nothing else is answered: any call to write would fail in other words.
  const lost = () => {
    throw new Error("lost to another worker");
  };
  await expect(run(lost)).rejects.toThrow("lost to another worker");
});

function settings(text: string | null): void {
  const content = { type: "file", encoding: "base64", content: Buffer.from(text ?? "").toString("base64") };
  github.get("/repos/sgl-project/.github/contents/.github%2Fsglang-triage.yml").reply(404);
  github
    .get(`/repos/${REPOSITORY}/contents/.github%2Fsglang-triage.yml`)
    .reply(text === null ? 404 : 200, content);
}

function issue(changes: Record<string, unknown> = {}): void {
  github.get(`/repos/${REPOSITORY}/issues/12`).reply(200, {
    number: 12,
    title: "It dies",
    body: KNOWN,
    user: { login: "reporter", type: "User" },
    state: "open",
    locked: false,
    labels: [],
    created_at: "2026-11-29T10:00:00Z",
    repository_url: `https://api.github.com/repos/${REPOSITORY}`,
    ...changes,
  });
}

function thread(comments: unknown[] = [], events: unknown[] = []): void {
  github.get(`/repos/${REPOSITORY}/issues/12/comments?per_page=100`).reply(200, comments);
  github.get(`/repos/${REPOSITORY}/issues/12/events?per_page=100`).reply(200, events);
}

describe("a known error", () => {
  test("writes one comment, makes the label once, adds it", async () => {
    settings("dryRun: false");
    issue();
    thread();
    const sent: unknown[] = [];
    const note = (_uri: string, body: unknown) => {
      sent.push(body);
      return { id: 99, name: "error/other" };
    };
    github.post(`/repos/${REPOSITORY}/issues/12/comments`).reply(201, note);
    github.get(`/repos/${REPOSITORY}/labels/error%2Fother`).reply(404);
    github.post(`/repos/${REPOSITORY}/labels`).reply(201, note);
    github.post(`/repos/${REPOSITORY}/issues/12/labels`).reply(200, (_uri: string, body: unknown) => {
      sent.push(body);
      return [];
    });

    const { published } = await run();
    expect(sent).toMatchInlineSnapshot(`
      [
        {
          "body": "<!-- sglang-triage v1 0000000000000000 -->
      The answer.",
        },
        {
          "color": "cccccc",
          "description": "A tag of the tests.",
          "name": "error/other",
        },
        {
          "labels": [
            "error/other",
          ],
        },
      ]
    `);
    expect(published.map(({ written, comment }) => [written, comment])).toEqual([
      [true, 99],
      [true, null],
    ]);
    expect(github.isDone()).toBe(true);
  });

  test("without a settings file reads everything and writes nothing", async () => {
    settings(null);
    issue();
    thread();
    const { published } = await run();
    expect(published.map(({ action, written }) => [action.type, written])).toEqual([
      ["create-comment", false],
      ["add-label", false],
    ]);
    expect(github.isDone()).toBe(true);
  });

  test("with a broken settings file writes nothing and says why", async () => {
    settings("dryRun: [");
    issue();
    thread();
    const { published, settingsProblem } = await run();
    expect(published.every(({ written }) => !written)).toBe(true);
    expect(settingsProblem).toMatch(
      /^\.github\/sglang-triage\.yml of sgl-project\/sglang cannot be used: not readable as YAML/,
    );
  });
});

test("comments of several pages are read, and our own is found among them", async () => {
  settings("dryRun: false");
  issue({ labels: [{ name: "error/other" }] });
  const page = (id: number, body: string, app: number | null) => ({
    id,
    node_id: `IC_${id}`,
    minimized: null,
    body,
    user: { login: app === null ? "reporter" : APP.login, type: app === null ? "User" : "Bot" },
    created_at: "2026-11-29T11:00:00Z",
    performed_via_github_app: app === null ? null : { id: app },
  });
  const next = `<https://api.github.com/repos/${REPOSITORY}/issues/12/comments?per_page=100&page=2>; rel="next"`;
  github
    .get(`/repos/${REPOSITORY}/issues/12/comments?per_page=100`)
    .reply(200, [page(1, "me too", null)], { link: next });
  github
    .get(`/repos/${REPOSITORY}/issues/12/comments?per_page=100&page=2`)
    .reply(200, [page(2, REPLY, APP.appId)]);
  github.get(`/repos/${REPOSITORY}/issues/12/events?per_page=100`).reply(200, []);
  const { published } = await run();
  expect(published.map(({ action }) => action)).toEqual([
    { type: "skip", reason: "the comment is already right" },
  ]);
});

describe("an issue that is gone", () => {
  test.each([
    [404, "unreadable"],
    [410, "gone"],
    [403, "unreadable"],
  ])("%i ends it: it is %s", async (status, thread) => {
    settings("dryRun: false");
    // GitHub is asked more than once: it says 404 now and then of what is there.
    github
      .get(`/repos/${REPOSITORY}/issues/12`)
      .times(status === 404 ? 4 : 1)
      .reply(status, { message: "no" });
    expect((await run()).thread).toBe(thread);
  });

  test("transferred to another repository it is another one's work", async () => {
    settings("dryRun: false");
    issue({ repository_url: "https://api.github.com/repos/other/place" });
    expect((await run()).thread).toBe("gone");
  });

  test.each([
    [403, { "retry-after": "60" }],
    [403, { "x-ratelimit-remaining": "0" }],
    [502, {}],
  ])("%i with %j is not gone: it is thrown, to be tried again", async (status, headers) => {
    settings("dryRun: false");
    github.get(`/repos/${REPOSITORY}/issues/12`).reply(status, { message: "no" }, headers);
    await expect(run()).rejects.toMatchObject({ status });
  });
});
