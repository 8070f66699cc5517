import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCompiledJson, writeCompiledJson } from "../../src/catalog/compiled-json.ts";

test("what is written is ASCII alone and reads back the same", () => {
  const dir = mkdtempSync(join(tmpdir(), "compiled-"));
  const file = join(dir, "x.json");
  const value = { ключ: 'é ± … 错误 😀 \ud800 \u0000 "\\', list: [1, null] };
  writeCompiledJson(file, value);
  expect(readFileSync(file).every((byte) => byte < 0x80)).toBe(true);
  expect(readCompiledJson(file)).toEqual(value);
  expect(readCompiledJson(join(dir, "none.json"))).toBeNull();
  rmSync(dir, { recursive: true });
});
