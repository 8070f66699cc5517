/** The errors the catalog began with, with other numbers, in each of the three places people put them. */
import { describe, expect, test } from "vitest";
import { recordSchema } from "../src/catalog/record.ts";
import { diagnose } from "../src/diagnose.ts";
import { loadCatalog } from "../src/match/catalog.ts";
import { createRecordFinder } from "../src/records.ts";

const catalog = loadCatalog();

const SEEDS = [
  {
    id: "e5d14d89baab6914",
    slug: "pd-dcp-source-destination-kv-geometry-differs-src",
    errorClass: "RuntimeError",
    message:
      "PD DCP source/destination KV geometry differs: src=[656, 656, 656, 576], dst=[656, 656, 656, 656]",
    file: "disaggregation/common/conn.py",
    fn: "prepare_dcp_token_item_lens",
    backgroundTag: "kv-layout-mismatch",
    pattern: "PD DCP source/destination KV geometry differs: src=(.+?), dst=(.+?)",
    errorType: "exception",
  },
  {
    id: "c56dcf555fd34341",
    slug: "pd-peers-must-connect-matching-dcp-ranks-got-prefi",
    errorClass: "RuntimeError",
    message: "PD peers must connect matching DCP ranks, got prefill=3, decode=0",
    file: "disaggregation/common/conn.py",
    fn: "requires_dcp_relayout",
    backgroundTag: "parallel-config-mismatch",
    pattern: "PD peers must connect matching DCP ranks, got prefill=(.+?), decode=(.+?)",
    errorType: "exception",
  },
  {
    id: "1cf1ea870b01f5b5",
    slug: "destination-mla-kv-descriptors-do-not-match-prefil",
    errorClass: "ValueError",
    message: "Destination MLA KV descriptors do not match prefill pp configuration",
    file: "disaggregation/mori/conn.py",
    fn: "_get_mla_mem_desc_slices",
    backgroundTag: "parallel-config-mismatch",
    pattern: "Destination MLA KV descriptors do not match prefill pp configuration",
    errorType: "validation",
  },
];

function primaryOf(title: string, text: string) {
  return diagnose({ title, parts: [{ kind: "body", id: "body", author: "", text }] }, catalog).primary;
}

describe.each(SEEDS)(
  "$slug",
  ({ id, errorClass, message, file, fn, slug, backgroundTag, pattern, errorType }) => {
    const trace = `### Describe the bug

\`\`\`shell
[2026-09-02 07:14:55 DP3 TP5] Scheduler hit an exception: Traceback (most recent call last):
  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/managers/scheduler.py", line 3120, in run_scheduler_process
    scheduler.event_loop_normal_disagg_prefill()
  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/${file}", line 410, in ${fn}
    raise ${errorClass}(
${errorClass}: ${message}

[2026-09-02 07:14:55] Received sigquit from a child process. It usually means the child failed.
\`\`\``;

    test.each([
      ["a traceback with a rank prefix", "[Bug] prefill stops", trace],
      [
        "plain prose",
        "prefill stops",
        `Since yesterday our prefill server says ${message} at the first request, what is it?`,
      ],
      ["the title alone", `[Bug] ${message}`, ""],
    ])("in %s", (_, title, text) => {
      expect(primaryOf(title, text)?.entry?.id).toBe(id);
    });

    test("its record keeps the facts it came with, pinned where the source raises it", async () => {
      const record = await createRecordFinder(catalog, async () => null)(id);
      expect(recordSchema.parse(record)).toEqual(record);
      expect(record).toMatchObject({
        repo: "sgl-project/sglang",
        slug,
        messagePattern: pattern,
        errorClass,
        errorType,
        severity: "critical",
        filePath: `python/sglang/srt/${file}`,
        backgroundTag,
        analyzedSha: "d315eb725044e435b146c85488b7c6d9222f7fec",
        schemaVersion: 2,
      });
      expect(record!.lineNumber).toBeGreaterThan(0);
      expect(record!.githubUrl).toContain(
        `/blob/${record!.analyzedSha}/python/sglang/srt/${file}#L${record!.lineNumber}`,
      );
    });
  },
);
