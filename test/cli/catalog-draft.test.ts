/** The road of somebody who adds an entry, over the built command line. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "./run.ts";

/** A catalog of its own with the package's tags and no entry. */
let catalog: string;
beforeAll(() => {
  catalog = mkdtempSync(join(tmpdir(), "draft-"));
  mkdirSync(join(catalog, "entries"));
  cpSync("catalog/tags.yml", join(catalog, "tags.yml"));
});
afterAll(() => rmSync(catalog, { recursive: true }));

const MESSAGE = "PD DCP source/destination KV geometry differs: src=[7, 8], dst=[8, 8]";
const SLUG = "pd-dcp-source-destination-kv-geometry-differs-src";
const TAG = "kv-layout-mismatch";

test("a message becomes a file at its place, and the lint says what is left", {
  timeout: 120_000,
}, async () => {
  const file = join(catalog, "entries", TAG, `${SLUG}.yml`);
  const made = await run([
    "catalog",
    "new",
    MESSAGE,
    "--class",
    "RuntimeError",
    "--tag",
    TAG,
    "--catalog",
    catalog,
  ]);
  expect([made.code, made.err]).toEqual([0, ""]);
  expect(made.out).toContain(`catalog lint ${SLUG}`);
  expect(readFileSync(file, "utf8")).toContain("function: CommonKVManager.prepare_dcp_token_item_lens");

  const linted = await run(["catalog", "lint", SLUG, "--catalog", catalog]);
  expect(linted.code).toBe(1);
  expect(linted.out).toContain("documentation: unfinished: TODO: ");

  writeFileSync(file, readFileSync(file, "utf8").replace("severity: error", "severity: critical"));
  const again = await run([
    "catalog",
    "new",
    MESSAGE,
    "--class",
    "RuntimeError",
    "--tag",
    TAG,
    "--catalog",
    catalog,
  ]);
  expect(again).toMatchObject({
    code: 1,
    err: expect.stringContaining("exists: nothing is written over it"),
  });
  expect(readFileSync(file, "utf8")).toContain("severity: critical");
});

test("without a certain tag it asks for one and writes nothing", { timeout: 120_000 }, async () => {
  const { code, err } = await run(["catalog", "new", "ZebraError: 3 stripes", "--catalog", catalog]);
  expect(code).toBe(2);
  expect(err).toMatch(/^sglang-triage: --tag: which background tag is not certain; .* kv-layout-mismatch/);
  expect(existsSync(join(catalog, "entries", "other"))).toBe(false);
});

test("a message that an entry answers already is named", { timeout: 120_000 }, async () => {
  const { code, err } = await run(["catalog", "draft", `RuntimeError: ${MESSAGE}`]);
  expect(code).toBe(1);
  expect(err).toContain(`entries/${TAG}/${SLUG}.yml is about this message already`);
});

test("coverage lists what no entry fits, reports bad lines and goes on", { timeout: 120_000 }, async () => {
  const issue = (number: number, body: string): string => JSON.stringify({ number, title: "t", body });
  const lines = [
    issue(1, "ZebraError: 3 stripes | @all `x`"),
    "no JSON",
    issue(2, "ZebraError: 4 stripes | @all `x`"),
    issue(3, `RuntimeError: ${MESSAGE}`),
  ].join("\n");
  const text = await run(["catalog", "coverage", "-"], lines);
  expect(text).toMatchObject({ code: 1, err: "sglang-triage: line 2: not JSON\n" });
  expect(text.out).toMatch(/^3 issues, 3 root errors, 1 of them with an entry; 1 kind without one\n/);
  expect(text.out).toContain("   2  ZebraError: <n> stripes | @all `x`");
  const markdown = await run(["catalog", "coverage", "-", "--format", "markdown"], lines);
  expect(markdown.out).toContain("| 2 | 2 | `` ZebraError: <n> stripes \\| @all `x` `` |");
  const json = await run(["catalog", "coverage", "-", "--format", "json", "--limit", "1"], lines);
  expect(JSON.parse(json.out)).toMatchObject({
    issues: 3,
    kinds: 1,
    groups: [{ count: 2, issues: ["#1", "#2"] }],
  });
  expect((await run(["catalog", "coverage", "-", "--limit", "some"], "")).code).toBe(2);
});
