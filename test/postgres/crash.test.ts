/** A few rounds of `npm run crash -- --workers 2 --restart-postgres 2`. */
import { expect, test } from "vitest";
import { crash } from "../crash/crash.ts";

test("kill -9 of web and workers, PostgreSQL restarted: nothing accepted is lost, nothing is done twice", async () => {
  const { figures, faults } = await crash({
    seed: 2,
    rounds: 2,
    store: "postgres",
    workers: 2,
    restartPostgres: 2,
  });
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ postgresRestarts: 1 });
  expect(figures.promised).toBeGreaterThan(0);
  expect(figures.comments).toBeGreaterThan(0);
}, 900_000);
