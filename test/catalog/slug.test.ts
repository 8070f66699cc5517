import { expect, test } from "vitest";
import { slugOf, stableId } from "../../src/catalog/slug.ts";

test.each([
  [
    "PD DCP source/destination KV geometry differs: src={a}, dst={b}",
    "pd-dcp-source-destination-kv-geometry-differs-src",
  ],
  [
    "Destination MLA KV descriptors do not match prefill pp configuration",
    "destination-mla-kv-descriptors-do-not-match-prefil",
  ],
  ["'{name}' not found!", "not-found"],
  ["{{literal}} braces", "literal-braces"],
  ["{only}", ""],
])("the slug of %s", (message, slug) => {
  expect(slugOf(message)).toBe(slug);
});

test("ids depend on every part and on nothing else", () => {
  expect(stableId("a", 1, null)).toBe(stableId("a", 1, null));
  expect(stableId("a", 1, null)).not.toBe(stableId("a", 1, "null"));
  expect(stableId("ab", "c")).not.toBe(stableId("a", "bc"));
  expect(stableId("a")).toMatch(/^[0-9a-f]{16}$/);
});
