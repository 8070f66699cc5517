/** Diagnoses to render: what matching would give, without matching. */

import { readFileSync } from "node:fs";
import type { Entry } from "../../src/catalog/entry.ts";
import { parseEntry } from "../../src/catalog/load.ts";
import type { BackgroundTag } from "../../src/catalog/tags.ts";
import type { Diagnosis } from "../../src/diagnosis.ts";
import { emptyEnvironment } from "../../src/extract/environment.ts";
import type { Environment, ReportedError } from "../../src/extract/report.ts";
import { adviceFor } from "../../src/match/advice.ts";
import type { Match } from "../../src/match/match.ts";
import type { ReplyContext } from "../../src/reply/reply.ts";

export const DCP_SLUG = "pd-dcp-source-destination-kv-geometry-differs-src";
export const COMMIT = "d315eb725044e435b146c85488b7c6d9222f7fec";

/** A copy of the entry as it was when the golden reply was judged; the catalog's own may move on. */
export function dcpEntry(changes: Partial<Entry> = {}): Entry {
  return { ...DCP_ENTRY, ...changes };
}

const DCP_ENTRY = readDcpEntry();

function readDcpEntry(): Entry {
  const text = readFileSync(new URL("../fixtures/replies/dcp-entry.yml", import.meta.url), "utf8");
  const result = parseEntry(text, `entries/kv-layout-mismatch/${DCP_SLUG}.yml`);
  if (!("entry" in result)) throw new Error(JSON.stringify(result.problems));
  return result.entry;
}

export const TAGS = new Map<string, BackgroundTag>([
  [
    "kv-layout-mismatch",
    {
      color: "5319e7",
      definition: "Prefill and decode servers hold KV in different layouts.",
      over: ["kv-transfer-failed"],
    },
  ],
]);

export function environment(changes: Partial<Environment> = {}): Environment {
  return { ...emptyEnvironment(), ...changes };
}

export function reportedError(changes: Partial<ReportedError> = {}): ReportedError {
  const message = "PD DCP source/destination KV geometry differs: src=[1152, 1152], dst=[576, 576]";
  return {
    part: "body",
    line: `[2026-08-14 10:03:11 TP2] RuntimeError: ${message}`,
    lineNumber: 12,
    errorClass: "RuntimeError",
    message,
    frames: [],
    role: "root",
    shape: "python-traceback",
    count: 1,
    ...changes,
  };
}

export function dcpMatch(changes: Partial<Match> = {}): Match {
  return {
    error: reportedError(),
    entry: dcpEntry(),
    site: null,
    place: {
      project: "sgl-project/sglang",
      commit: COMMIT,
      release: null,
      file: "python/sglang/srt/disaggregation/common/conn.py",
      function: "CommonKVManager.prepare_dcp_token_item_lens",
      firstLine: 336,
      lastLine: 339,
    },
    captures: { src_token_lens: "1152, 1152", dst_token_lens: "576, 576" },
    evidence: [
      { name: "message", amount: 1, weight: 5, detail: "36 literal characters" },
      { name: "class", amount: 1, weight: 1, detail: "RuntimeError" },
    ],
    score: 6,
    confidence: 0.97,
    ...changes,
  };
}

export function diagnosisOf(match: Match, changes: Partial<Diagnosis> = {}): Diagnosis {
  const where = changes.environment ?? environment();
  return {
    decision: "reply",
    silence: null,
    reason: "known error",
    confidence: match.confidence,
    primary: match,
    advice: match.entry === null ? null : adviceFor(match.entry, match.captures, where),
    secondary: [],
    errors: [{ error: match.error, match }],
    environment: where,
    tags: [match.entry?.backgroundTag ?? "other"],
    ...changes,
  };
}

export const CONTEXT: ReplyContext = {
  recordUrl: (slug) => `https://triage.example/errors/${slug}`,
  tags: TAGS,
  related: (slug) =>
    slug === "unsupported-pd-dcp-topology"
      ? {
          title: "Unsupported PD DCP topology: {self.dcp_size} -> {dst_dcp_size}",
          url: "https://triage.example/errors/unsupported-pd-dcp-topology",
        }
      : null,
  similar: [
    {
      repository: "sgl-project/sglang",
      number: 33001,
      title: "[Bug] PD with DCP stops at the first transfer",
      state: "closed",
      opened: "2026-08-11T09:00:00Z",
      closedBy: { repository: "sgl-project/sglang", number: 33010 },
    },
    {
      repository: "sgl-project/sglang",
      number: 33120,
      title: "geometry differs with a draft model",
      state: "open",
      opened: "2026-08-20T09:00:00Z",
      closedBy: null,
    },
  ],
};
