import { expect, test } from "vitest";
import { client, errorOf, here, start } from "./start.ts";

test.each([
  ["triager", "read", "triage", { pull: true, triage: true, push: false, maintain: false, admin: false }],
  ["maintainer", "write", "maintain", { pull: true, triage: true, push: true, maintain: true, admin: false }],
  ["outsider", "read", "read", { pull: true, triage: false, push: false, maintain: false, admin: false }],
])("%s has the permission %s and the role %s", async (username, permission, role, permissions) => {
  const sandbox = await start();
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  const { data } = await octokit.repos.getCollaboratorPermissionLevel({ ...here, username });
  expect(data).toMatchObject({ permission, role_name: role, user: { login: username, permissions } });
});

test("who is unknown, or a bot, is no user", async () => {
  const sandbox = await start();
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  for (const username of ["nobody-here", "sglang-triage[bot]"]) {
    const answer = await errorOf(octokit.repos.getCollaboratorPermissionLevel({ ...here, username }));
    expect(answer).toMatchObject({ status: 404, message: `${username} is not a user` });
  }
});

test("a file is given in base64 or raw, a folder as a list", async () => {
  const sandbox = await start();
  sandbox.putFile("docs/a b.md", "ümlaut\n".repeat(20));
  const octokit = client(sandbox);
  const settings = await octokit.repos.getContent({ ...here, path: ".github/sglang-triage.yml" });
  expect(settings.data).toMatchObject({ type: "file", encoding: "base64", size: 14 });
  expect(Buffer.from((settings.data as { content: string }).content, "base64").toString()).toBe(
    "dryRun: false\n",
  );
  const raw = await octokit.repos.getContent({ ...here, path: "docs/a b.md", mediaType: { format: "raw" } });
  expect(raw.data).toBe("ümlaut\n".repeat(20));
  const folder = await octokit.repos.getContent({ ...here, path: "" });
  expect((folder.data as { name: string; type: string }[]).map((it) => `${it.type} ${it.name}`)).toEqual([
    "dir .github",
    "dir docs",
  ]);
  expect((await errorOf(octokit.repos.getContent({ ...here, path: "none.yml" }))).status).toBe(404);
  expect((await errorOf(octokit.repos.getContent({ ...here, path: "docs", ref: "other" }))).status).toBe(404);
});

test("the repository tells its numbers and links", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "open" });
  const { data } = await client(sandbox).repos.get(here);
  expect(data).toMatchObject({
    full_name: "sandbox/sglang",
    default_branch: "main",
    open_issues_count: 1,
    private: false,
  });
  expect(data.issues_url).toBe(`${sandbox.url}/repos/sandbox/sglang/issues{/number}`);
});

test("other repositories are apart, and our app works only in its account", async () => {
  const sandbox = await start();
  const ours = sandbox.elsewhere("sandbox", ".github");
  ours.putFile(".github/sglang-triage.yml", "enabled: true\n");
  const foreign = sandbox.elsewhere("stranger", "project");
  const before = sandbox.state.deliveries.size;
  foreign.createIssue({ title: "not ours" });
  expect(sandbox.state.deliveries.size).toBe(before);
  ours.createIssue({ title: "ours" });
  expect(sandbox.state.deliveries.size).toBe(before + 1);
  expect(sandbox.issues()).toEqual([]);
  const { data } = await client(sandbox).repos.getContent({
    owner: "sandbox",
    repo: ".github",
    path: ".github/sglang-triage.yml",
  });
  expect(data).toMatchObject({ type: "file", size: 14 });
});
