import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openJournal } from "../../src/sandbox/journal.ts";

interface Row {
  readonly group: string;
  readonly value: number;
}

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "data", "journal.jsonl");
}

const rowsOf = (path?: string) => {
  const journal = openJournal(path);
  return { journal, rows: journal.table<Row>("rows", (row) => row.group) };
};

test("what was written is there after opening again without closing", () => {
  const path = file();
  const first = rowsOf(path);
  first.rows.put("a", { group: "x", value: 1 });
  first.rows.put("b", { group: "y", value: 2 });
  first.rows.put("a", { group: "y", value: 3 });
  first.rows.delete("b");
  const { rows, journal } = rowsOf(path);
  expect(rows.all()).toEqual([{ group: "y", value: 3 }]);
  expect([rows.where("x"), rows.where("y").length]).toEqual([[], 1]);
  expect(statSync(path).mode & 0o077).toBe(0);
  journal.close();
});

test("a line torn by a kill is dropped, a broken one before it refused", () => {
  const path = file();
  rowsOf(path).rows.put("a", { group: "x", value: 1 });
  appendFileSync(path, '[["rows","b",{"gro');
  expect(rowsOf(path).rows.all()).toEqual([{ group: "x", value: 1 }]);
  appendFileSync(path, "no json\n");
  expect(() => rowsOf(path)).toThrow(/journal\.jsonl:2 is not a line/);
});

test("an atomic piece of work is one line, or nothing when it throws", () => {
  const path = file();
  const { journal, rows } = rowsOf(path);
  rows.put("a", { group: "x", value: 1 });
  const broken = () =>
    journal.atomically(() => {
      rows.put("a", { group: "y", value: 2 });
      rows.put("b", { group: "x", value: 3 });
      rows.delete("a");
      throw new Error("in the middle");
    });
  expect(broken).toThrow("in the middle");
  expect([rows.all(), rows.where("x"), rows.where("y")]).toEqual([
    [{ group: "x", value: 1 }],
    [{ group: "x", value: 1 }],
    [],
  ]);
  journal.atomically(() => {
    rows.put("b", { group: "x", value: 4 });
    rows.put("c", { group: "x", value: 5 });
  });
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(3);
});

test("listeners hear of each commit once, and of no failure", () => {
  const { journal, rows } = rowsOf();
  let heard = 0;
  journal.onCommit(() => heard++);
  journal.atomically(() => {
    rows.put("a", { group: "x", value: 1 });
    rows.put("b", { group: "x", value: 1 });
  });
  journal.atomically(() => {});
  expect(heard).toBe(1);
});

test("memory, index and file agree after any writes", () => {
  const key = fc.constantFrom("a", "b", "c");
  const write = fc.record({
    key,
    group: fc.constantFrom("x", "y"),
    value: fc.option(fc.nat(9)),
    fails: fc.boolean(),
  });
  const path = file();
  fc.assert(
    fc.property(fc.array(write, { maxLength: 20 }), (writes) => {
      rmSync(path, { force: true });
      const { journal, rows } = rowsOf(path);
      const model = new Map<string, Row>();
      for (const { key, group, value, fails } of writes) {
        try {
          journal.atomically(() => {
            if (value === null) rows.delete(key);
            else rows.put(key, { group, value });
            if (fails) throw new Error("no");
          });
          if (value === null) model.delete(key);
          else model.set(key, { group, value });
        } catch {
          // The model did not change either.
        }
      }
      journal.close();
      const again = rowsOf(path);
      for (const { rows: those } of [{ rows }, again]) {
        for (const name of ["a", "b", "c"]) expect(those.get(name)).toEqual(model.get(name));
        for (const group of ["x", "y"]) {
          const expected = [...model.values()].filter((row) => row.group === group);
          expect(those.where(group)).toHaveLength(expected.length);
          expect(those.where(group)).toEqual(expect.arrayContaining(expected));
        }
      }
      again.journal.close();
    }),
    { numRuns: 60 },
  );
});
