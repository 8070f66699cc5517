import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cluster, type Item } from "../../src/digest/cluster.ts";

let made = 0;
function item(
  maskedMessage: string,
  errorClass: string | null = "RuntimeError",
  frame: string | null = null,
): Item {
  made += 1;
  return { fingerprint: `f${made}`, errorClass, maskedMessage, frame };
}

const together = (a: Item, b: Item) => new Set(cluster([a, b]).values()).size === 1;

describe("one error", () => {
  test.each<[string, Item, Item]>([
    [
      "a list at the end that grows with the releases",
      item(
        "The attention backend 'fa9' cannot run the model's sliding windows on this device. Known ones: 'a1', 'b2', 'c3', 'd4', 'e5', 'f6'",
      ),
      item(
        "The attention backend 'fa9' cannot run the model's sliding windows on this device. Known ones: 'z1', 'y2', 'x3', 'w4', 'v5', 'u6'",
      ),
    ],
    [
      "the same words with others around them",
      item("Group watchdog ended: the frobnicator lost eleven teeth while polishing", null),
      item("the frobnicator lost eleven teeth while polishing"),
    ],
    [
      "a report that does not show the class",
      item("the pool of pages leaks"),
      item("the pool of pages leaks", null),
    ],
    [
      "values masked in another way",
      item("expected <n> got <n> pages here"),
      item("expected <size> got <n> pages here"),
    ],
    ["no message, the same function", item("", "AssertionError", "load"), item("", "AssertionError", "load")],
  ])("%s", (_, a, b) => {
    expect(together(a, b)).toBe(true);
    expect(together(b, a)).toBe(true);
  });
});

describe("two errors", () => {
  test.each<[string, Item, Item]>([
    ["another class", item("the pool of pages leaks"), item("the pool of pages leaks", "ValueError")],
    ["another name", item("no module named 'alpha_kernel'"), item("no module named 'beta_kernel'")],
    [
      "another fault behind the same beginning",
      item("CUDA error: an illegal instruction was encountered"),
      item("CUDA error: an illegal memory access was encountered"),
    ],
    ["no message, another function", item("", "AssertionError", "load"), item("", "AssertionError", "save")],
    [
      "Python's own words from another function",
      item("'NoneType' object is not subscriptable", "TypeError", "read_config"),
      item("'NoneType' object is not subscriptable", "TypeError", "verify"),
    ],
    [
      "a few words within many",
      item("out of memory"),
      item("the worker ran out of memory while it read the batch"),
    ],
  ])("%s", (_, a, b) => {
    expect(together(a, b)).toBe(false);
  });
});

const words = fc.constantFrom(
  "pool",
  "page",
  "'A'",
  "'b_c'",
  "of",
  "the",
  "kv_cache",
  "lost",
  "<n>",
  "GPU",
  "x.y",
  "tensor",
);
const messages = fc.array(words, { minLength: 1, maxLength: 30 }).map((list) => list.join(" "));
const lists = fc
  .array(
    fc.record({
      errorClass: fc.constantFrom(null, "ValueError", "TypeError"),
      maskedMessage: messages,
      frame: fc.constantFrom(null, "load", "save"),
    }),
    { maxLength: 25 },
  )
  .map((list): Item[] => list.map((one, index) => ({ ...one, fingerprint: `f${index}` })));

test("nothing becomes the first of its kind that is like an older one: the index finds what a look at each would", () => {
  fc.assert(
    fc.property(lists, (items) => {
      const belongsTo = cluster(items);
      const firsts = items.filter(({ fingerprint }) => belongsTo.get(fingerprint) === fingerprint);
      for (const [index, first] of firsts.entries())
        for (const older of firsts.slice(0, index)) expect(together(older, first)).toBe(false);
    }),
  );
});

test("what came later changes nothing: ids stay from week to week", () => {
  fc.assert(
    fc.property(lists, fc.nat(25), (items, count) => {
      const before = cluster(items.slice(0, count));
      const after = cluster(items);
      for (const [fingerprint, leader] of before) expect(after.get(fingerprint)).toBe(leader);
    }),
  );
});

test("thousands of kinds cost little more than their number", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      item(`step ${index.toString(36)}_${index} of stage_${index % 97} failed while the runner waited`),
    );
  const belongsTo = cluster(many(4_000));
  expect(belongsTo.size).toBe(4_000);
});
