import { expect, test } from "vitest";
import { client, here, start } from "./start.ts";

const minimize = `mutation($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: RESOLVED }) { minimizedComment { isMinimized minimizedReason } }
}`;

test("a comment is hidden, read as hidden, and shown again", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const { id } = sandbox.comment(1, "an answer");
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  const node = (await octokit.issues.getComment({ ...here, comment_id: id })).data.node_id;
  expect(await octokit.graphql(minimize, { id: node })).toEqual({
    minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: "resolved" } },
  });
  const read =
    "query($id: ID!) { node(id: $id) { ... on IssueComment { isMinimized author { login } fullDatabaseId } } }";
  expect(await octokit.graphql(read, { id: node })).toEqual({
    node: { isMinimized: true, author: { login: "reporter" }, fullDatabaseId: String(id) },
  });
  await octokit.graphql(
    "mutation($id: ID!) { unminimizeComment(input: { subjectId: $id }) { unminimizedComment { isMinimized } } }",
    { id: node },
  );
  expect(sandbox.commentsOf(1)[0]?.minimized).toBeNull();
});

test.each([
  ["an unknown field", "{ viewer { shoeSize } }", /Cannot query field/],
  ["a broken document", "{ viewer {", /Syntax Error/],
  ["an unknown id", '{ node(id: "IC_nope") { id } }', /Could not resolve/],
])("%s is an error in the answer", async (_, query, message) => {
  const sandbox = await start();
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  await expect(octokit.graphql(query)).rejects.toThrow(message);
});

test("an outsider hides nothing", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const { id } = sandbox.comment(1, "an answer", "maintainer");
  const octokit = client(sandbox, sandbox.tokenFor("outsider"));
  const node = (await octokit.issues.getComment({ ...here, comment_id: id })).data.node_id;
  await expect(octokit.graphql(minimize, { id: node })).rejects.toThrow(/admin rights/);
  expect(sandbox.commentsOf(1)[0]?.minimized).toBeNull();
});
