import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadEntries } from "../../src/catalog/load.ts";
import { type Catalog, makeCatalog, NO_SITES } from "../../src/match/catalog.ts";
import { openDatabase } from "../../src/store/database.ts";
import { judgeYear } from "./judge-year.ts";

let folder: string;
let catalog: Catalog;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "year-"));
  catalog = makeCatalog(loadEntries(), NO_SITES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function judged(seed: number, events: boolean) {
  const database = await openDatabase({ dataDir: join(folder, `${seed}`) });
  try {
    return await judgeYear(database, catalog, seed, events);
  } finally {
    await database.close();
  }
}

test("every planted burst, newcomer, disappearance and regression is told on top in its week", async () => {
  expect(await judged(1, true)).toMatchObject({ digests: 52, planted: 8, missed: [] });
});

test("a year of pure noise: at most 5 % of the weeks call something significant", async () => {
  const { falseWeeks } = await judged(2, false);
  expect(falseWeeks).toBeLessThanOrEqual(2);
});
