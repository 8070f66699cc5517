import { expect, test } from "vitest";
import type { Entry } from "../../src/catalog/entry.ts";
import { loadCatalog } from "../../src/match/catalog.ts";
import { frame } from "../match/builders.ts";

const catalog = loadCatalog();
const entry: Entry = catalog.entries.get("pd-dcp-source-destination-kv-geometry-differs-src")!;
const CONN = "python/sglang/srt/disaggregation/common/conn.py";
const INSTALLED = "/venv/lib/python3.12/site-packages/sglang/srt";

const place = (release: string | null, ...frames: ReturnType<typeof frame>[]) => {
  const found = catalog.placeOf(entry, release, frames);
  return found === null ? null : `${found.release ?? "head"} ${found.file} ${found.function}`;
};

const raising = frame(`${INSTALLED}/disaggregation/common/conn.py`, "prepare_dcp_token_item_lens", {
  line: 318,
});
const elsewhere = frame(`${INSTALLED}/managers/scheduler.py`, "run_batch", { line: 900 });
const below = frame("/venv/lib/python3.12/site-packages/torch/_ops.py", "__call__");
const site = `head ${CONN} CommonKVManager.prepare_dcp_token_item_lens`;

test.each([
  ["no traceback: the newest place", null, [], site],
  ["a traceback that passes it", null, [elsewhere, raising], site],
  ["a traceback of torch alone says nothing against it", null, [below], site],
  ["a traceback that ends elsewhere, release unknown: nothing is claimed", null, [elsewhere], null],
  [
    "a traceback that ends elsewhere, at a release without the site: that frame",
    "0.5.9",
    [elsewhere, below],
    "0.5.9 python/sglang/srt/managers/scheduler.py run_batch",
  ],
  ["a release we do not know, and another frame: nothing is claimed", "99.0", [elsewhere], null],
])("%s", (_, release, frames, expected) => {
  expect(place(release, ...frames)).toBe(expected);
});
