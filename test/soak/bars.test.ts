import { expect, test } from "vitest";
import { faultsOf, type Outcome, type Sample, type Tenth, tenthOf } from "./bars.ts";

const MEGABYTE = 2 ** 20;
const sample = (events: number, changes: Partial<Sample> = {}): Sample => ({
  events,
  resident: 100 * MEGABYTE,
  heap: 50 * MEGABYTE,
  cpu: events / 1000,
  queue: 0,
  ...changes,
});

test("a tenth has the latencies and looks of its own events", () => {
  const latencies = Array.from({ length: 1000 }, (_, i) => (i < 900 ? 5 : i - 899));
  const samples = [0, 50, 100, 850, 900, 950, 1000].map((events) =>
    sample(events, events < 900 ? {} : { resident: 120 * MEGABYTE, cpu: events / 500 }),
  );
  expect(tenthOf(0, latencies, samples)).toEqual({
    medianMs: 5,
    p99Ms: 5,
    residentMB: 100,
    heapMB: 50,
    cpuMsPerEvent: 1,
  });
  expect(tenthOf(9, latencies, samples)).toEqual({
    medianMs: 51,
    p99Ms: 100,
    residentMB: 120,
    heapMB: 50,
    cpuMsPerEvent: 2,
  });
});

test("one look that saw a collection of garbage ahead does not make the memory of a tenth", () => {
  const resident = [100, 101, 300, 99, 100].map((it) => it * MEGABYTE);
  const samples = resident.map((it, i) => sample(i, { resident: it }));
  expect(tenthOf(0, new Float64Array(100), samples).residentMB).toBe(100);
});

const tenth: Tenth = { medianMs: 10, p99Ms: 40, residentMB: 200, heapMB: 60, cpuMsPerEvent: 1 };
const right: Outcome = { refused: 0, lost: 0, doubled: 0, dead: 0, first: tenth, last: tenth };

test.each<[string, Partial<Outcome>, boolean, string[]]>([
  ["all is right", {}, false, []],
  ["less than a tenth more", { last: { ...tenth, medianMs: 10.9, residentMB: 219 } }, false, []],
  ["less than in the beginning", { last: { ...tenth, medianMs: 5, residentMB: 150 } }, false, []],
  [
    "memory grows",
    { last: { ...tenth, residentMB: 221 } },
    false,
    ["221 MB of memory in the last tenth, 200 in the first"],
  ],
  [
    "answers take longer",
    { last: { ...tenth, medianMs: 11.1 } },
    false,
    ["11.1 ms to the answer of half of the webhooks in the last tenth, 10 in the first"],
  ],
  ["a short run tells nothing of that", { last: { ...tenth, medianMs: 99, residentMB: 999 } }, true, []],
  ["a short run loses nothing either", { lost: 1, doubled: 2 }, true, ["1 lost", "2 doubled"]],
  ["refused and dead", { refused: 3, dead: 4 }, false, ["3 refused", "4 dead"]],
  [
    "nothing was measured",
    { first: { ...tenth, residentMB: Number.NaN } },
    false,
    ["200 MB of memory in the last tenth, NaN in the first"],
  ],
])("%s", (_, changes, short, faults) => {
  expect(faultsOf({ ...right, ...changes }, short)).toEqual(faults);
});
