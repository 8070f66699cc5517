import { expect, test } from "vitest";
import type { CatalogRecord } from "../../src/catalog/record.ts";
import { lintRecord } from "../../src/lint/lint.ts";
import { HEAD_COMMIT, madeUpSource } from "./made-up.ts";

const source = await madeUpSource();

/** As an analysis from elsewhere writes it: code with its line ends spelled out, some names guessed. */
function record(changes: Partial<CatalogRecord>): CatalogRecord {
  return {
    id: "0123456789abcdef",
    repo: "sgl-project/sglang",
    slug: "the-frobnicator-has-teeth-but-are-needed",
    errorCode: null,
    errorMessage: "The frobnicator has {count} teeth but {wanted} are needed",
    messagePattern: "The frobnicator has (.+?) teeth but (.+?) are needed",
    errorType: "exception",
    errorClass: "ValueError",
    httpStatus: null,
    severity: "error",
    filePath: "python/sglang/srt/mill.py",
    lineNumber: 12,
    sourceCode: null,
    sourceCodeStart: null,
    sourceCodeEnd: null,
    githubUrl: `https://github.com/sgl-project/sglang/blob/${HEAD_COMMIT}/python/sglang/srt/mill.py#L10-L20`,
    documentation: "grind_corn compares the teeth with the number asked for.",
    triggerScenarios: "Calling grind_corn with a worn stone.",
    commonSituations: "Two mills started with different --teeth values.",
    solutions: ["Start both mills with the same --teeth value"],
    exampleFix: null,
    handlingStrategy: null,
    validationCode: null,
    typeGuard: null,
    tryCatchPattern: null,
    preventionTips: ["Sharpen the stone each week"],
    tags: ["mill"],
    backgroundTag: "other",
    analyzedSha: HEAD_COMMIT,
    analyzedAt: "2026-01-01T00:00:00.000Z",
    schemaVersion: 2,
    ...changes,
  };
}

function reasons(changes: Partial<CatalogRecord>): string[] {
  return lintRecord(record(changes), source).map(({ key, reason }) => `${key}: ${reason}`);
}

test("a record whose names all exist is without fault", () => {
  expect(reasons({})).toEqual([]);
});

test("finds a mode that was made a flag", () => {
  const exampleFix =
    "# before\npython -m sglang.launch_server --teeth 3 --mill-coarse\n\n# after\npython -m sglang.launch_server --teeth 4 --mill-coarse";
  expect(reasons({ exampleFix })).toEqual([
    expect.stringContaining("there is no flag --mill-coarse; did you mean"),
  ]);
});

test("finds helpers that nobody wrote, in code with its line ends spelled out", () => {
  const tryCatchPattern =
    "try:\\n    mill.grind_corn(corn)\\nexcept ValueError:\\n    # start over\\n    corn_store.purge_corn(); reharvest()";
  expect(reasons({ tryCatchPattern })).toEqual([
    "tryCatchPattern: there is no function corn_store.purge_corn in the source",
    expect.stringContaining("there is no function reharvest in the source"),
  ]);
});

test("finds a source link at a commit that is not known", () => {
  const githubUrl = `https://github.com/sgl-project/sglang/blob/${"8".repeat(40)}/python/sglang/srt/mill.py#L1`;
  expect(reasons({ githubUrl })).toEqual([expect.stringContaining("is not in the list of releases")]);
});
