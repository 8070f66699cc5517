import { describe, expect, test } from "vitest";
import { client, errorOf, here, start, testClock } from "./start.ts";

describe("issues over REST", () => {
  test("an issue is created, read, edited and closed, and its events tell of it", async () => {
    const sandbox = await start();
    const octokit = client(sandbox, sandbox.tokenFor("reporter"));
    const created = await octokit.issues.create({ ...here, title: "It breaks", body: "a log" });
    expect(created.status).toBe(201);
    expect(created.data).toMatchObject({
      number: 1,
      state: "open",
      title: "It breaks",
      body: "a log",
      comments: 0,
      locked: false,
      author_association: "NONE",
      performed_via_github_app: null,
      url: `${sandbox.url}/repos/sandbox/sglang/issues/1`,
      html_url: `${sandbox.url}/sandbox/sglang/issues/1`,
      user: { login: "reporter", type: "User" },
    });
    await octokit.issues.update({ ...here, issue_number: 1, title: "It breaks at start" });
    const closed = await octokit.issues.update({
      ...here,
      issue_number: 1,
      state: "closed",
      state_reason: "not_planned",
    });
    expect(closed.data).toMatchObject({
      state: "closed",
      state_reason: "not_planned",
      closed_by: { login: "reporter" },
    });
    const events = await octokit.issues.listEvents({ ...here, issue_number: 1 });
    expect(events.data.map((it) => [it.event, it.actor?.login])).toEqual([
      ["renamed", "reporter"],
      ["closed", "reporter"],
    ]);
    expect(events.data[0]).toMatchObject({ rename: { from: "It breaks", to: "It breaks at start" } });
  });

  test("an issue without a body has null", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "only a title" });
    const { data } = await client(sandbox).issues.get({ ...here, issue_number: 1 });
    expect(data.body).toBeNull();
  });

  test.each([
    ["a blank title", { title: "  " }, 422, "Validation Failed"],
    ["a title that is too long", { title: "x".repeat(257) }, 422, "Validation Failed"],
    ["a body that is too long", { title: "x", body: "y".repeat(65_537) }, 422, "Validation Failed"],
    [
      "a body of the wrong type",
      { title: "x", body: 5 as never },
      422,
      "Invalid request.\n\nFor 'properties/body', the value is not a string.",
    ],
    ["no title", {} as { title: string }, 422, 'Invalid request.\n\n"title" wasn\'t supplied.'],
  ])("refuses %s", async (_, input, status, message) => {
    const sandbox = await start();
    const octokit = client(sandbox, sandbox.tokenFor("reporter"));
    const answer = await errorOf(octokit.request("POST /repos/{owner}/{repo}/issues", { ...here, ...input }));
    expect(answer).toMatchObject({ status, message });
    expect(sandbox.issues()).toEqual([]);
  });

  test("a number that never was is 404, a deleted one 410", async () => {
    const sandbox = await start();
    const octokit = client(sandbox);
    sandbox.createIssue({ title: "to be deleted" });
    sandbox.deleteIssue(1);
    expect((await errorOf(octokit.issues.get({ ...here, issue_number: 1 }))).status).toBe(410);
    expect((await errorOf(octokit.issues.get({ ...here, issue_number: 2 }))).status).toBe(404);
    expect(
      (await errorOf(octokit.issues.get({ owner: "sandbox", repo: "other", issue_number: 1 }))).status,
    ).toBe(404);
  });

  test("lists by state, labels, since and order", async () => {
    const clock = testClock();
    const sandbox = await start({ clock: clock.now });
    for (const title of ["first", "second", "third"]) {
      sandbox.createIssue({ title });
      clock.pass(1);
    }
    sandbox.addLabel(2, "bug");
    sandbox.editIssue(3, { state: "closed" });
    const octokit = client(sandbox);
    const numbers = async (query: object) =>
      (await octokit.issues.listForRepo({ ...here, ...query })).data.map((it) => it.number);
    expect(await numbers({})).toEqual([2, 1]);
    expect(await numbers({ state: "all" })).toEqual([3, 2, 1]);
    expect(await numbers({ state: "all", direction: "asc" })).toEqual([1, 2, 3]);
    expect(await numbers({ labels: "BUG" })).toEqual([2]);
    expect(await numbers({ state: "all", sort: "updated", since: "2026-03-01T10:03:00Z" })).toEqual([3, 2]);
    expect((await errorOf(octokit.request("GET /repos/sandbox/sglang/issues?state=none"))).status).toBe(422);
  });

  test("pages follow each other by Link headers", async () => {
    const sandbox = await start();
    for (let number = 1; number <= 5; number++) sandbox.createIssue({ title: `issue ${number}` });
    const octokit = client(sandbox);
    const first = await octokit.issues.listForRepo({ ...here, per_page: 2 });
    expect(first.headers.link).toContain('rel="next"');
    expect(first.headers.link).toContain(
      `<${sandbox.url}/repos/sandbox/sglang/issues?per_page=2&page=3>; rel="last"`,
    );
    const all = await octokit.paginate(octokit.issues.listForRepo, { ...here, per_page: 2 });
    expect(all.map((it) => it.number)).toEqual([5, 4, 3, 2, 1]);
    const last = await octokit.issues.listForRepo({ ...here, per_page: 2, page: 3 });
    expect(last.headers.link).not.toContain('rel="next"');
  });

  test("an answer that did not change is 304 to who has its ETag", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "same" });
    const octokit = client(sandbox);
    const { headers } = await octokit.issues.get({ ...here, issue_number: 1 });
    const again = octokit.issues.get({
      ...here,
      issue_number: 1,
      headers: { "if-none-match": headers.etag! },
    });
    expect((await errorOf(again)).status).toBe(304);
  });

  test("a locked issue takes comments of writers only", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "heated" });
    sandbox.lockIssue(1);
    const octokit = client(sandbox, sandbox.tokenFor("reporter"));
    expect(
      await errorOf(octokit.issues.createComment({ ...here, issue_number: 1, body: "but" })),
    ).toMatchObject({
      status: 403,
      message: "Unable to create comment because issue is locked.",
    });
    const writer = client(sandbox, sandbox.tokenFor("maintainer"));
    expect((await writer.issues.createComment({ ...here, issue_number: 1, body: "closed" })).status).toBe(
      201,
    );
  });

  test("searches by repository, label, author and words", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "CUDA error here" });
    sandbox.createIssue({ title: "another", by: "outsider" });
    sandbox.addLabel(1, "error/cuda");
    const octokit = client(sandbox);
    const found = async (q: string) =>
      (await octokit.request("GET /search/issues", { q })).data.items.map(
        (it: { number: number }) => it.number,
      );
    expect(await found('repo:sandbox/sglang is:issue label:"error/cuda"')).toEqual([1]);
    expect(await found("repo:sandbox/sglang author:outsider")).toEqual([2]);
    expect(await found("repo:sandbox/sglang -author:outsider cuda")).toEqual([1]);
  });
});
