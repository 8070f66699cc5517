import { expect, test } from "vitest";
import { diagnosisToJson } from "../../src/reply/diagnosis-json.ts";
import { COMMIT, DCP_SLUG, dcpMatch, diagnosisOf, environment, reportedError } from "./diagnoses.ts";

const OPTIONS = { number: 7, reply: "text", labelPrefix: "error/" };

test("a diagnosis with an entry", () => {
  const error = reportedError({ frames: [{ file: "a.py", line: 3, function: "f", source: "x()" }] });
  const match = dcpMatch({ error, confidence: 0.97123 });
  const other = reportedError({
    line: "other",
    message: "other",
    lineNumber: 2,
    role: "wrapper",
    wraps: 0,
  });
  const diagnosis = diagnosisOf(match, {
    environment: environment({ sglang: "0.5.9" }),
    errors: [
      { error, match },
      { error: other, match: null },
    ],
  });
  expect(diagnosisToJson(diagnosis, OPTIONS)).toEqual({
    number: 7,
    decision: "reply",
    reason: "known error",
    confidence: 0.971,
    primary: {
      id: "e5d14d89baab6914",
      slug: DCP_SLUG,
      errorClass: "RuntimeError",
      backgroundTag: "kv-layout-mismatch",
      part: "body",
      line: error.line,
      lineNumber: 12,
      message: error.message,
      captures: { src_token_lens: "1152, 1152", dst_token_lens: "576, 576" },
      site: {
        filePath: "python/sglang/srt/disaggregation/common/conn.py",
        lineNumber: 336,
        githubUrl: `https://github.com/sgl-project/sglang/blob/${COMMIT}/python/sglang/srt/disaggregation/common/conn.py#L336-L339`,
        release: null,
      },
      evidence: match.evidence,
    },
    errors: [
      {
        part: "body",
        line: error.line,
        lineNumber: 12,
        errorClass: "RuntimeError",
        message: error.message,
        role: "root",
        wraps: null,
        frames: [{ file: "a.py", line: 3, function: "f" }],
        recordId: "e5d14d89baab6914",
        confidence: 0.971,
      },
      {
        part: "body",
        line: "other",
        lineNumber: 2,
        errorClass: "RuntimeError",
        message: "other",
        role: "wrapper",
        wraps: 0,
        frames: [],
        recordId: null,
        confidence: 0,
      },
    ],
    environment: environment({ sglang: "0.5.9" }),
    labels: ["error/kv-layout-mismatch"],
    reply: "text",
  });
});

test("a raise site without entry is named by its own id and words", () => {
  const site = { id: "0123456789abcdef", errorClass: "ValueError", message: "bad size {n}", guard: null };
  const match = dcpMatch({ entry: null, site, place: null, error: reportedError({ errorClass: null }) });
  expect(diagnosisToJson(diagnosisOf(match), OPTIONS).primary).toMatchObject({
    id: "0123456789abcdef",
    slug: "bad-size",
    errorClass: "ValueError",
    backgroundTag: "other",
    site: null,
  });
});

test("silence", () => {
  const diagnosis = diagnosisOf(dcpMatch(), { decision: "silent", primary: null, errors: [], tags: [] });
  const json = diagnosisToJson(diagnosis, { number: null, reply: null, labelPrefix: "error/" });
  expect(json).toMatchObject({
    number: null,
    decision: "silent",
    primary: null,
    errors: [],
    labels: [],
    reply: null,
  });
});
