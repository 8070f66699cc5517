import { createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { setSuspended } from "../../src/sandbox/seed.ts";
import { client, errorOf, here, start } from "./start.ts";

function assertion(key: string, claims: object, algorithm = "RS256"): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encode({ alg: algorithm, typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
}

const now = () => Math.floor(Date.now() / 1000);
const claims = (changes: object = {}) => ({ iat: now() - 30, exp: now() + 500, iss: 1, ...changes });

describe("the app's JSON web token", () => {
  test("opens the app's routes and gives an installation token that writes as the bot", async () => {
    const sandbox = await start();
    sandbox.createIssue({ title: "a report" });
    const app = client(sandbox, assertion(sandbox.app.privateKey, claims()));
    expect((await app.apps.getAuthenticated()).data).toMatchObject({ id: 1, slug: "sglang-triage" });
    const { data: installation } = await app.apps.getRepoInstallation(here);
    expect((await app.apps.listInstallations()).data.map((it) => it.id)).toEqual([installation.id]);
    const { data: token } = await app.apps.createInstallationAccessToken({
      installation_id: installation.id,
    });
    expect(Date.parse(token.expires_at) - Date.now()).toBeGreaterThan(3_500_000);

    const bot = client(sandbox, token.token);
    const comment = await bot.issues.createComment({ ...here, issue_number: 1, body: "known error" });
    expect(comment.data).toMatchObject({
      user: { login: "sglang-triage[bot]", type: "Bot" },
      performed_via_github_app: { id: 1, slug: "sglang-triage" },
    });
    expect(sandbox.botCommentsOf(1)).toHaveLength(1);
    const { data } = await bot.apps.listReposAccessibleToInstallation();
    expect(data.repositories.map((it) => it.full_name)).toEqual(["sandbox/sglang"]);
    expect((await errorOf(bot.apps.getAuthenticated())).status).toBe(401);
  });

  const other = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  }).privateKey;

  test.each([
    ["of another key", () => [other, claims()], 401, "could not be decoded"],
    ["that has expired", (key: string) => [key, claims({ exp: now() - 5 })], 401, "must be a numeric value"],
    ["from the future", (key: string) => [key, claims({ iat: now() + 90 })], 401, "'Issued at' claim"],
    [
      "that lives too long",
      (key: string) => [key, claims({ exp: now() + 900 })],
      401,
      "too far in the future",
    ],
    ["of another app", (key: string) => [key, claims({ iss: 77 })], 404, "Integration not found"],
    ["without signature", (key: string) => [key, claims(), "none"], 401, "could not be decoded"],
  ] as [string, (key: string) => [string, object, string?], number, string][])(
    "one %s is refused",
    async (_, make, status, message) => {
      const sandbox = await start();
      const answer = await errorOf(
        client(sandbox, assertion(...make(sandbox.app.privateKey))).apps.getAuthenticated(),
      );
      expect(answer.status).toBe(status);
      expect(answer.message).toContain(message);
    },
  );
});

test("writing needs a token, and a wrong one is refused even for reading", async () => {
  const sandbox = await start();
  sandbox.createIssue({ title: "a report" });
  const write = client(sandbox).issues.createComment({ ...here, issue_number: 1, body: "x" });
  expect(await errorOf(write)).toMatchObject({ status: 401, message: "Requires authentication" });
  const read = client(sandbox, "ghs_wrong").issues.get({ ...here, issue_number: 1 });
  expect(await errorOf(read)).toMatchObject({ status: 401, message: "Bad credentials" });
});

test("a suspended installation gets no token", async () => {
  const sandbox = await start();
  const { id } = sandbox.state.installations.all()[0]!;
  setSuspended(sandbox.state, id, true);
  const app = client(sandbox, assertion(sandbox.app.privateKey, claims()));
  const answer = await errorOf(app.apps.createInstallationAccessToken({ installation_id: id }));
  expect(answer).toMatchObject({ status: 403, message: "This installation has been suspended" });
});

test("GitHub Enterprise's prefix works too, and rates are told", async () => {
  const sandbox = await start();
  const answer = await fetch(`${sandbox.url}/api/v3/rate_limit`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ rate: { limit: 5_000 } });
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("5000");
});
