/** A few rounds of `npm run crash`; a hundred of them are run by hand. */
import { expect, test } from "vitest";
import { crash } from "./crash.ts";

test("kill -9 under load on SQLite: nothing accepted is lost, nothing is done twice", async () => {
  const { figures, faults } = await crash({
    seed: 1,
    rounds: 3,
    store: "sqlite",
    workers: 0,
    restartPostgres: 0,
  });
  expect(faults).toEqual([]);
  expect(figures.kills).toBeGreaterThanOrEqual(3);
  expect(figures.accepted).toBeGreaterThan(0);
  expect(figures.promised).toBeGreaterThan(0);
  expect(figures.comments).toBeGreaterThan(0);
  expect(figures.spoiltCalls).toBeGreaterThan(0);
}, 600_000);
