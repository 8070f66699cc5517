import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entryJsonSchema, SCHEMA_FILE } from "../../src/catalog/entry-json-schema.ts";

type Schema = {
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
};

const schema = JSON.parse(entryJsonSchema()) as Schema;

test("the schema that editors read is the one that is checked", () => {
  const stored = readFileSync(new URL(`../../catalog/${SCHEMA_FILE}`, import.meta.url), "utf8");
  expect(
    stored === entryJsonSchema(),
    "run: npx tsx src/cli/main.ts catalog schema > catalog/entry.schema.json",
  ).toBe(true);
});

test("it refuses unknown keys and asks only for keys without a default", () => {
  expect(schema.additionalProperties).toBe(false);
  expect(schema.required).toEqual(
    expect.arrayContaining(["id", "message", "match", "solutions", "examples", "reviewed"]),
  );
  expect(schema.required).not.toContain("cases");
});

test("an editor has something to say about what an entry is made of", () => {
  const silent = Object.entries(schema.properties!).filter(
    ([, { description }]) => description === undefined,
  );
  expect(silent.map(([key]) => key)).toEqual(["httpStatus", "handlingStrategy"]);
});
