import { describe, expect, test } from "vitest";
import { type Effect, NO_ORDERS, ordersOf, readEffect, writeEffect } from "../../src/github/orders.ts";

const A = "a".repeat(16);
const B = "b".repeat(16);
const again = (lifts: boolean): Effect => ({ kind: "again", lifts });
const wrong = (...records: string[]): Effect => ({ kind: "wrong", records });
const as = (slug: string, record: string): Effect => ({ kind: "as", slug, record });
const failed: Effect = { kind: "failed", why: "unknown-command", word: "x", near: [] };

const orders = (...effects: Effect[]) => ordersOf(new Map(effects.map((effect, id) => [id, effect])));

describe("what commands come to", () => {
  test.each<[string, Effect[], Partial<typeof NO_ORDERS>]>([
    ["nothing", [], {}],
    ["a refused one: nothing", [{ kind: "refused" }], {}],
    ["another look", [again(false)], { asked: true }],
    ["an explanation", [{ kind: "explain" }], { asked: true, explain: true }],
    ["help", [{ kind: "help" }], { asked: true, note: { kind: "help" } }],
    ["one that cannot be done", [failed], { asked: true, note: failed as never }],
    ["the last note wins", [failed, { kind: "help" }], { asked: true, note: { kind: "help" } }],
    ["a note goes with the next command", [failed, { kind: "silence" }], { asked: true, silenced: true }],
    [
      "another look by anybody ends notes and explanation",
      [{ kind: "explain" }, failed, again(false)],
      { asked: true },
    ],
    ["silence", [{ kind: "silence" }], { silenced: true }],
    ["silence stays for the author", [{ kind: "silence" }, again(false)], { silenced: true, asked: true }],
    ["silence ends for the triage role", [{ kind: "silence" }, again(true)], { asked: true }],
    ["wrong", [wrong(A)], { rejected: new Set([A]) }],
    ["wrong twice", [wrong(A), wrong(B)], { rejected: new Set([A, B]) }],
    ["wrong, and the triage role looks again", [wrong(A), again(true)], { asked: true }],
    ["named", [as("x", A)], { asked: true, entry: "x" }],
    ["named after all", [wrong(A, B), as("x", A)], { asked: true, entry: "x", rejected: new Set([B]) }],
    ["named, and that is wrong", [as("x", A), wrong(A)], { asked: true, rejected: new Set([A]) }],
  ])("%s", (_, effects, expected) => {
    expect(orders(...effects)).toEqual({ ...NO_ORDERS, ...expected });
  });

  test("in the order of their comments, however they were seen", () => {
    const effects: [number, Effect][] = [
      [9, { kind: "silence" }],
      [4, again(true)],
    ];
    expect(ordersOf(new Map(effects)).silenced).toBe(true);
    expect(ordersOf(new Map(effects.reverse())).silenced).toBe(true);
  });
});

test.each([[again(true)], [wrong(A)], [as("x", A)], [failed]])(
  "an effect is kept and read back: %j",
  (effect) => {
    expect(readEffect(writeEffect(effect))).toEqual(effect);
  },
);

test.each(["", "{", "null", '{"kind":"dance"}', '{"kind":"again"}'])(
  "unreadable: %j has no effect",
  (text) => {
    expect(readEffect(text)).toEqual({ kind: "refused" });
  },
);
