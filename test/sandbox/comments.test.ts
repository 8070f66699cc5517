import { expect, test } from "vitest";
import { client, errorOf, here, start, testClock } from "./start.ts";

test("a comment is created, listed, edited and deleted", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const octokit = client(sandbox, sandbox.tokenFor("reporter"));
  const created = await octokit.issues.createComment({ ...here, issue_number: 1, body: "more log" });
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    body: "more log",
    user: { login: "reporter" },
    performed_via_github_app: null,
    issue_url: `${sandbox.url}/repos/sandbox/sglang/issues/1`,
    html_url: `${sandbox.url}/sandbox/sglang/issues/1#issuecomment-${created.data.id}`,
  });
  const comment_id = created.data.id;
  const edited = await octokit.issues.updateComment({ ...here, comment_id, body: "even more log" });
  expect(edited.data.body).toBe("even more log");
  expect((await octokit.issues.get({ ...here, issue_number: 1 })).data.comments).toBe(1);
  expect((await octokit.issues.listComments({ ...here, issue_number: 1 })).data.map((it) => it.id)).toEqual([
    comment_id,
  ]);
  expect((await octokit.issues.deleteComment({ ...here, comment_id })).status).toBe(204);
  expect((await errorOf(octokit.issues.getComment({ ...here, comment_id }))).status).toBe(404);
});

test("since and order of a repository's comments", async () => {
  const clock = testClock();
  const sandbox = await start({ clock: clock.now });
  sandbox.createIssue({ title: "one" });
  sandbox.createIssue({ title: "two" });
  const old = sandbox.comment(1, "old");
  clock.pass(5);
  const young = sandbox.comment(2, "young");
  const octokit = client(sandbox);
  const ids = async (query: object) =>
    (await octokit.issues.listCommentsForRepo({ ...here, ...query })).data.map((it) => it.id);
  expect(await ids({})).toEqual([old.id, young.id]);
  expect(await ids({ sort: "created", direction: "desc" })).toEqual([young.id, old.id]);
  expect(await ids({ since: "2026-03-01T10:01:00Z" })).toEqual([young.id]);
});

test.each([
  ["blank", " \n", "Body cannot be blank"],
  ["too long", "x".repeat(65_537), "Body is too long (maximum is 65536 characters)"],
])("refuses a %s comment", async (_, body, message) => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const octokit = client(sandbox, sandbox.tokenFor("reporter"));
  const answer = await errorOf(octokit.issues.createComment({ ...here, issue_number: 1, body }));
  expect(answer).toMatchObject({ status: 422, message: "Validation Failed" });
  expect(answer.errors).toEqual([
    { resource: "IssueComment", code: "unprocessable", field: "data", message },
  ]);
});

test("only its author and writers change a comment", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const { id } = sandbox.comment(1, "mine");
  const edit = (login: string) =>
    client(sandbox, sandbox.tokenFor(login)).issues.updateComment({
      ...here,
      comment_id: id,
      body: `by ${login}`,
    });
  expect((await errorOf(edit("outsider"))).status).toBe(403);
  expect((await errorOf(edit("triager"))).status).toBe(403);
  await edit("maintainer");
  expect(sandbox.commentsOf(1)[0]?.body).toBe("by maintainer");
});

test("reactions exist once per person, are counted and taken back", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const { id } = sandbox.comment(1, "an answer");
  const octokit = client(sandbox, sandbox.tokenFor("reporter"));
  const add = () => octokit.reactions.createForIssueComment({ ...here, comment_id: id, content: "-1" });
  const first = await add();
  const second = await add();
  expect([first.status, second.status, second.data.id]).toEqual([201, 200, first.data.id]);
  const { data } = await octokit.issues.getComment({ ...here, comment_id: id });
  expect(data.reactions).toMatchObject({ total_count: 1, "-1": 1, "+1": 0 });
  const listed = await octokit.reactions.listForIssueComment({ ...here, comment_id: id, content: "-1" });
  expect(listed.data.map((it) => it.user?.login)).toEqual(["reporter"]);
  await octokit.reactions.deleteForIssueComment({ ...here, comment_id: id, reaction_id: first.data.id });
  expect(sandbox.reactionsTo(id)).toEqual([]);
  const wrong = octokit.request("POST /repos/{owner}/{repo}/issues/1/reactions", { ...here, content: "boo" });
  expect((await errorOf(wrong)).status).toBe(422);
});

test("the timeline mixes comments and events in time", async () => {
  const clock = testClock();
  const sandbox = await start({ clock: clock.now });
  sandbox.createIssue({ title: "a report" });
  sandbox.addLabel(1, "bug");
  clock.pass(1);
  sandbox.comment(1, "more");
  clock.pass(1);
  sandbox.removeLabel(1, "bug");
  const { data } = await client(sandbox).issues.listEventsForTimeline({ ...here, issue_number: 1 });
  expect(data.map((it) => it.event)).toEqual(["labeled", "commented", "unlabeled"]);
});
