import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readConfig } from "../src/config.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const APP = {
  APP_ID: "1",
  PRIVATE_KEY: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  WEBHOOK_SECRET: "a secret of the test",
};
const DATABASE_URL = "postgres://triage@localhost/triage";

test.each([
  ["web on SQLite", "web", APP, /--role web needs PostgreSQL: set DATABASE_URL/],
  ["worker on SQLite", "worker", APP, /--role worker needs PostgreSQL/],
  ["web in the sandbox", "web", { DATABASE_URL }, /--role web needs a GitHub App/],
] as const)("%s is refused", (_, role, environment, message) => {
  expect(() => readConfig(environment, role)).toThrow(message);
});

test.each(["web", "worker", "all"] as const)("%s on PostgreSQL is taken", (role) => {
  expect(readConfig({ ...APP, DATABASE_URL }, role)).toMatchObject({ role, databaseUrl: DATABASE_URL });
});

test("without a word one process does everything, and keeps to GitHub's limits", () => {
  expect(readConfig({})).toMatchObject({ role: "all", rateLimits: true });
  expect(readConfig({ GITHUB_RATE_LIMITS: "off" }).rateLimits).toBe(false);
});
