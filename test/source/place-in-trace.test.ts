import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/catalog/entry.ts";
import { loadCatalog } from "../../src/match/catalog.ts";
import type { Match } from "../../src/match/match.ts";
import { error, frame } from "../match/builders.ts";

const catalog = loadCatalog();
const CONN = "python/sglang/srt/disaggregation/common/conn.py";
const LINEAR = "python/sglang/srt/layers/linear.py";
const INSTALLED = "/venv/lib/python3.12/site-packages/sglang/srt";

const placeOf = (slug: string, release: string | null, ...frames: ReturnType<typeof frame>[]) => {
  const found = catalog.placeOf(catalog.entries.get(slug) as Entry, release, frames);
  return found === null ? null : `${found.release ?? "head"} ${found.file} ${found.function}`;
};

const below = frame("/venv/lib/python3.12/site-packages/torch/_ops.py", "__call__");

describe("an entry of one statement", () => {
  const raising = frame(`${INSTALLED}/disaggregation/common/conn.py`, "prepare_dcp_token_item_lens", {
    line: 318,
  });
  const elsewhere = frame(`${INSTALLED}/managers/scheduler.py`, "run_batch", { line: 900 });
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
    expect(placeOf("pd-dcp-source-destination-kv-geometry-differs-src", release, ...frames)).toBe(expected);
  });
});

describe("an entry of a line read by hand", () => {
  const loader = (line: number) => frame(`${INSTALLED}/layers/linear.py`, "weight_loader", { line });
  const asserts = "shape-assertion-of-a-weight-loader";

  test.each([
    ["no frame: other code fails like this as well", null, [], null],
    ["no frame of the project", "0.5.9", [below], null],
    [
      "the release tells which class's function the line is in",
      "0.5.9",
      [loader(416)],
      `0.5.9 ${LINEAR} ColumnParallelLinear.weight_loader`,
    ],
    ["without a release the frame's function alone does not tell the class", null, [loader(416)], null],
    [
      "a line behind the file's last function: the frame's own name",
      "0.5.9",
      [loader(90000)],
      `0.5.9 ${LINEAR} weight_loader`,
    ],
  ])("%s", (_, release, frames, expected) => {
    expect(placeOf(asserts, release, ...frames)).toBe(expected);
  });

  test("a missing scale without a frame has no place", () => {
    const slug = "not-found-while-loading-weights-quantization-scale";
    expect(placeOf(slug, "0.5.9")).toBeNull();
    // Its record names the line that was read all the same.
    expect(catalog.firstPlaceOf(catalog.entries.get(slug) as Entry)?.firstLine).toBe(323);
  });
});

describe("the same place on the newest commit", () => {
  const entry = catalog.entries.get("pd-dcp-source-destination-kv-geometry-differs-src") as Entry;
  const now = (place: Match["place"]) => {
    const match: Match = {
      error: error(),
      entry,
      site: null,
      place,
      captures: {},
      evidence: [],
      score: 1,
      confidence: 1,
    };
    return catalog.siteNow(match)?.place?.function ?? null;
  };
  const site = catalog.placeOf(entry, null, []);

  test("is told of the entry's statement", () => {
    expect(now(site)).toBe("CommonKVManager.prepare_dcp_token_item_lens");
  });

  test("is not told of another statement for a frame's place, nor where no place is known", () => {
    expect(site).not.toBeNull();
    expect(now({ ...site!, function: "run_batch" })).toBeNull();
    expect(now(null)).toBeNull();
  });
});
