/** A small `npm run soak -- --backfill`. */
import { expect, test } from "vitest";
import { checkBackfill } from "../soak/backfill-check.ts";

test("back-fill killed twice and started again fills what one run fills, and writes nothing to GitHub", async () => {
  const figures = await checkBackfill({ seed: 1, store: "sqlite", issues: 300, kills: 2 });
  expect(figures).toMatchObject({ kills: 2, writes: 0, different: 0 });
  expect(figures.indexed).toBeGreaterThan(200);
  expect(figures.occurrences).toBeGreaterThan(100);
}, 300_000);
