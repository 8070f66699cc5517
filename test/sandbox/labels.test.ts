import { expect, test } from "vitest";
import { client, errorOf, here, start } from "./start.ts";

test("adding labels creates the missing ones silently, grey and without description", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const octokit = client(sandbox, sandbox.tokenFor("triager"));
  const added = await octokit.issues.addLabels({ ...here, issue_number: 1, labels: ["bug", "brand new"] });
  expect(added.status).toBe(200);
  expect(added.data.map((it) => it.name)).toEqual(["bug", "brand new"]);
  const made = await octokit.issues.getLabel({ ...here, name: "Brand New" });
  expect(made.data).toMatchObject({ name: "brand new", color: "ededed", description: null, default: false });
  await octokit.issues.addLabels({ ...here, issue_number: 1, labels: ["BUG"] });
  expect(sandbox.eventsOf(1).map((it) => [it.event, it.actor, it.label?.name])).toEqual([
    ["labeled", "triager", "bug"],
    ["labeled", "triager", "brand new"],
  ]);
});

test("removing gives the remaining labels; one that is not there is 404", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  sandbox.addLabel(1, "error/a b");
  sandbox.addLabel(1, "bug");
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  const removed = await octokit.issues.removeLabel({ ...here, issue_number: 1, name: "error/a b" });
  expect(removed.data.map((it) => it.name)).toEqual(["bug"]);
  const again = octokit.issues.removeLabel({ ...here, issue_number: 1, name: "error/a b" });
  expect(await errorOf(again)).toMatchObject({ status: 404, message: "Label does not exist" });
});

test("replacing writes events for the differences only", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  sandbox.addLabel(1, "bug");
  sandbox.addLabel(1, "question");
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  await octokit.issues.setLabels({ ...here, issue_number: 1, labels: ["bug", "stale"] });
  expect(sandbox.labelsOf(1)).toEqual(["bug", "stale"]);
  expect(
    sandbox
      .eventsOf(1)
      .slice(2)
      .map((it) => `${it.event} ${it.label?.name}`),
  ).toEqual(["unlabeled question", "labeled stale"]);
  await octokit.issues.removeAllLabels({ ...here, issue_number: 1 });
  expect(sandbox.labelsOf(1)).toEqual([]);
});

test("a repository's labels are created, changed and deleted", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  const created = await octokit.issues.createLabel({
    ...here,
    name: "error/oom",
    color: "D93F0B",
    description: "Memory",
  });
  expect([created.status, created.data.color]).toEqual([201, "d93f0b"]);
  sandbox.addLabel(1, "error/oom");
  await octokit.issues.updateLabel({ ...here, name: "error/oom", new_name: "error/memory" });
  expect(sandbox.labelsOf(1)).toEqual(["error/memory"]);
  await octokit.issues.deleteLabel({ ...here, name: "error/memory" });
  expect(sandbox.labelsOf(1)).toEqual([]);
});

test.each([
  ["an existing name in other case", { name: "BUG" }, { code: "already_exists", field: "name" }],
  ["a colour with a number sign", { name: "x", color: "#ff0000" }, { code: "invalid", field: "color" }],
  ["a long name", { name: "x".repeat(51) }, { code: "custom", field: "name" }],
  [
    "a long description",
    { name: "x", description: "y".repeat(101) },
    { code: "custom", field: "description" },
  ],
])("refuses %s", async (_, label, error) => {
  const sandbox = await start();
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  const answer = await errorOf(octokit.issues.createLabel({ ...here, ...label }));
  expect(answer.status).toBe(422);
  expect(answer.errors).toEqual([expect.objectContaining({ resource: "Label", ...error })]);
});

test("labels need the triage role; those of a reporter's new issue are dropped silently", async () => {
  const sandbox = await start();
  const octokit = client(sandbox, sandbox.tokenFor("reporter"));
  await octokit.issues.create({ ...here, title: "a report", labels: ["bug"] });
  expect(sandbox.labelsOf(1)).toEqual([]);
  const add = octokit.issues.addLabels({ ...here, issue_number: 1, labels: ["bug"] });
  expect((await errorOf(add)).status).toBe(403);
});
