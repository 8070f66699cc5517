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

test("how long the store keeps what, in days", () => {
  expect(readConfig({}).retention).toEqual({ deliveries: 7, occurrences: 400, feedback: 400 });
  expect(readConfig({ KEEP_OCCURRENCES_DAYS: "30" }).retention.occurrences).toBe(30);
});

test.each([
  ["KEEP_DELIVERIES_DAYS", "3", /^KEEP_DELIVERIES_DAYS: is a number of days from 4/],
  ["KEEP_OCCURRENCES_DAYS", "for ever", /^KEEP_OCCURRENCES_DAYS: is a number of days/],
  ["KEEP_FEEDBACK_DAYS", "1.5", /^KEEP_FEEDBACK_DAYS: is a number of days/],
])("%s=%s is refused", (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});

test("without a word one process does everything, and keeps to GitHub's limits", () => {
  expect(readConfig({})).toMatchObject({ role: "all", rateLimits: true });
  expect(readConfig({ GITHUB_RATE_LIMITS: "off" }).rateLimits).toBe(false);
});
