import { describe, expect, test } from "vitest";
import { dueWeek } from "../../src/digest/schedule.ts";
import { lastWeek, sinceDate, weekNamed, windowsBefore } from "../../src/digest/window.ts";
import { parseSettings } from "../../src/github/settings-layers.ts";

const HOUR = 3_600_000;

describe("the last whole week", () => {
  test.each([
    ["a Monday", "2026-11-30T00:00:00Z", "UTC", "2026-11-23T00:00:00.000Z", "2026-W48"],
    ["a Sunday", "2026-11-29T23:59:59Z", "UTC", "2026-11-16T00:00:00.000Z", "2026-W47"],
    ["the first week of a year", "2027-01-12T08:00:00Z", "UTC", "2027-01-04T00:00:00.000Z", "2027-W01"],
    ["a week of the year before", "2027-01-05T08:00:00Z", "UTC", "2026-12-28T00:00:00.000Z", "2026-W53"],
    [
      "a Sunday that is Monday in Tokyo",
      "2026-11-29T15:00:00Z",
      "Asia/Tokyo",
      "2026-11-22T15:00:00.000Z",
      "2026-W48",
    ],
    [
      "a Monday that is Sunday in California",
      "2026-11-30T07:59:00Z",
      "America/Los_Angeles",
      "2026-11-16T08:00:00.000Z",
      "2026-W47",
    ],
  ])("on %s", (_, now, zone, from, name) => {
    const window = lastWeek(new Date(now), zone);
    expect(window.from.toISOString()).toBe(from);
    expect(window.name).toBe(name);
    expect(weekNamed(name, zone)).toEqual(window);
  });

  test.each([
    ["spring", "2026-W13", 167],
    ["autumn", "2026-W43", 169],
    ["winter", "2026-W05", 168],
  ])("has the hours that the clocks of the place give it in %s", (_, name, hours) => {
    const { from, to } = weekNamed(name, "Europe/Berlin")!;
    expect((to.getTime() - from.getTime()) / HOUR).toBe(hours);
  });

  test.each(["2026-W54", "2026-W00", "2026-48", "W48", "2026-W4", ""])("%j names no week", (name) => {
    expect(weekNamed(name, "UTC")).toBeNull();
  });
});

describe("the windows before", () => {
  test("are whole weeks, oldest first, without a gap, over a change of clocks and of the year", () => {
    const window = weekNamed("2026-W03", "Europe/Berlin")!;
    const before = windowsBefore(window, 12, "Europe/Berlin");
    expect(before.map(({ name }) => name)).toEqual([
      ...["2025-W43", "2025-W44", "2025-W45", "2025-W46", "2025-W47", "2025-W48", "2025-W49", "2025-W50"],
      ...["2025-W51", "2025-W52", "2026-W01", "2026-W02"],
    ]);
    for (const [index, { to }] of before.entries()) expect((before[index + 1] ?? window).from).toEqual(to);
  });

  test("of a stretch that is no week are as long as it", () => {
    const window = sinceDate(new Date("2026-11-27T00:00:00Z"), new Date("2026-11-30T12:00:00Z"));
    expect(
      windowsBefore(window, 2, "UTC").map(({ from, to }) => [from.toISOString(), to.toISOString()]),
    ).toEqual([
      ["2026-11-20T00:00:00.000Z", "2026-11-23T12:00:00.000Z"],
      ["2026-11-23T12:00:00.000Z", "2026-11-27T00:00:00.000Z"],
    ]);
  });
});

describe("a digest is due", () => {
  const due = (now: string, settings: string, done: string | null) =>
    dueWeek(parseSettings(settings), new Date(now), done)?.name ?? null;

  test.each<[string, string, string, string | null, string | null]>([
    ["at the hour", "2026-11-30T07:00:00Z", "", "2026-W47", "2026-W48"],
    ["not before the hour", "2026-11-30T06:59:59Z", "", "2026-W47", null],
    [
      "at the hour of the place",
      "2026-11-30T06:00:00Z",
      "digest: { timeZone: Europe/Berlin }",
      "2026-W47",
      "2026-W48",
    ],
    ["once", "2026-11-30T07:30:00Z", "", "2026-W48", null],
    [
      "on the weekday asked for",
      "2026-12-03T07:00:00Z",
      "digest: { weekday: thursday }",
      "2026-W47",
      "2026-W48",
    ],
    ["not before that weekday", "2026-12-02T07:00:00Z", "digest: { weekday: thursday }", "2026-W47", null],
    ["later, when it was missed", "2026-12-04T19:00:00Z", "", "2026-W47", "2026-W48"],
    [
      "for the newest week alone, when several were missed",
      "2026-12-04T19:00:00Z",
      "",
      "2026-W40",
      "2026-W48",
    ],
    [
      "for the week before, until the new one's hour has come",
      "2026-11-30T05:00:00Z",
      "",
      "2026-W46",
      "2026-W47",
    ],
    ["first at the hour", "2026-11-30T07:59:00Z", "", null, "2026-W48"],
    ["never first in the middle of a week", "2026-12-02T07:00:00Z", "", null, null],
    ["over the turn of the year", "2027-01-04T07:00:00Z", "", "2026-W52", "2026-W53"],
    ["not when digests are off", "2026-11-30T07:00:00Z", "digest: { enabled: false }", "2026-W47", null],
    ["not when the bot is off", "2026-11-30T07:00:00Z", "enabled: false", "2026-W47", null],
  ])("%s", (_, now, settings, done, week) => {
    expect(due(now, settings, done)).toBe(week);
  });

  test("once a week whatever happens: asked each hour of two years with outages, no week comes twice", () => {
    let done: string | null = null;
    const written: string[] = [];
    for (let hour = 0; hour < 2 * 366 * 24; hour += hour % 700 === 0 ? 200 : 1) {
      const week = dueWeek(
        parseSettings("digest: { weekday: friday, hour: 2, timeZone: Europe/Berlin }"),
        new Date(Date.UTC(2026, 0, 1) + hour * HOUR),
        done,
      );
      if (week === null) continue;
      written.push(week.name);
      done = week.name;
    }
    expect(written).toEqual([...new Set(written)].sort());
    expect(written.length).toBeGreaterThan(90);
  });
});
