import fc from "fast-check";
import { expect, test } from "vitest";
import { compareEntries, decodeTable, encodeTable, type LineTable } from "../../src/source/line-table.ts";

const id = fc.integer({ min: 0, max: 30 }).map((n) => n.toString(16).padStart(16, "0"));
const entry = fc.record({
  id,
  first: fc.integer({ min: 1, max: 200 }),
  span: fc.integer({ min: 0, max: 5 }),
});
const file = fc
  .uniqueArray(entry, { selector: (one) => one.id, maxLength: 20 })
  .map((list) => list.sort(compareEntries));
const table = fc
  .array(fc.tuple(fc.constantFrom("pkg/a.py", "pkg/b.py", "other/c.py"), file), { maxLength: 3 })
  .map((rows): LineTable => new Map(rows.filter(([, list]) => list.length > 0)));

test("a table read against the one before gives what was written", () => {
  fc.assert(
    fc.property(table, table, (before, after) => {
      expect(decodeTable(before, encodeTable(before, after, "pkg/"), "pkg/")).toEqual(after);
    }),
  );
});

test("lines inserted above shift in one token; unchanged files are not named", () => {
  const at = (n: number, first: number) => ({ id: n.toString(16).padStart(16, "0"), first, span: 0 });
  const before: LineTable = new Map([
    ["pkg/a.py", [at(1, 10), at(2, 20), at(3, 30), at(4, 40)]],
    ["pkg/b.py", [at(5, 1)]],
  ]);
  const after: LineTable = new Map([
    ["pkg/a.py", [at(1, 10), at(2, 23), at(4, 43)]],
    ["pkg/b.py", [at(5, 1)]],
  ]);
  expect(encodeTable(before, after, "pkg/")).toBe("a.py\t1 1+3 x1 1+3\n");
});

test.each(["a.py", "a.py\t5", "a.py\t!zz@1", "a.py\t1~x", "a.py\tx9"])("damage is told: %j", (text) => {
  const before: LineTable = new Map([["pkg/a.py", [{ id: "0".repeat(16), first: 1, span: 0 }]]]);
  expect(() => decodeTable(before, text, "pkg/")).toThrow(/damaged/);
});
