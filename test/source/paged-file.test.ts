import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openPaged, pagedBytes } from "../../src/source/paged-file.ts";

const folder = mkdtempSync(join(tmpdir(), "paged-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Three pages and a piece, no two places alike. */
const content = Buffer.from(Uint32Array.from({ length: 13_001 }, (_, i) => i * 2_654_435_761).buffer);
const path = join(folder, "numbers.bin");
writeFileSync(path, content);

test.each([
  ["a file", openPaged(path)],
  ["memory", pagedBytes(content)],
])("%s gives the same bytes and words as read whole", (_, paged) => {
  expect(paged.length).toBe(content.length);
  const place = fc.nat({ max: content.length });
  fc.assert(
    fc.property(place, place, (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      expect(paged.bytes(from, to).equals(content.subarray(from, to))).toBe(true);
    }),
  );
  for (let at = 0; at < content.length; at += 4) {
    if (paged.word(at) !== content.readUInt32LE(at)) throw new Error(`another word at ${at}`);
  }
});
