import { expect, test } from "vitest";
import { outage } from "./outage.ts";

test.each([
  ["a day: failed deliveries are sent again, the sweep finds the others", 1, 0],
  ["a week: GitHub has forgotten the first deliveries, the sweep has not", 7, 1],
])(
  "an outage of %s",
  async (_, days, forgotten) => {
    const { figures, faults } = await outage({ seed: 1, store: "sqlite", events: 60, days });
    expect(faults).toEqual([]);
    expect(figures.neverSent).toBeGreaterThan(0);
    expect(figures.redelivered).toBeGreaterThan(0);
    expect(figures.wrong).toBeGreaterThan(figures.wrongUnlisted);
    expect(figures.wrongUnlisted).toBeGreaterThan(0);
    expect(figures.redelivered < figures.failed).toBe(forgotten === 1);
  },
  300_000,
);
