import { describe, expect, test } from "vitest";
import { groupOccurrences } from "../../src/digest/group.ts";
import type { Occurrence } from "../../src/digest/occurrence.ts";
import { renderDigest } from "../../src/digest/render.ts";
import { digestIsDue } from "../../src/digest/schedule.ts";
import { lastWeek, sinceDate } from "../../src/digest/window.ts";
import { parseSettings } from "../../src/github/settings-layers.ts";

function occurrence(number: number, author: string, changes: Partial<Occurrence> = {}): Occurrence {
  return {
    issue: {
      number,
      title: `issue ${number}`,
      url: `https://github.com/sgl-project/sglang/issues/${number}`,
      author,
      state: "open",
      createdAt: "2026-11-24T10:00:00Z",
    },
    slug: null,
    backgroundTag: null,
    fingerprint: "f1",
    errorClass: "ValueError",
    maskedMessage: "expected <n>",
    ...changes,
  };
}
const known = { slug: "teeth", backgroundTag: "other" };

describe("groups", () => {
  test("known errors by record, unknown ones by fingerprint; an issue counts once", () => {
    const groups = groupOccurrences([
      occurrence(1, "a", known),
      occurrence(1, "a", known),
      occurrence(2, "b", known),
      occurrence(3, "c"),
      occurrence(4, "d", { fingerprint: "f2" }),
    ]);
    expect(groups.map(({ slug, issues }) => [slug, issues.map(({ number }) => number)])).toEqual([
      ["teeth", [2, 1]],
      [null, [4]],
      [null, [3]],
    ]);
  });

  test("two reporters weigh more than one with three issues", () => {
    const groups = groupOccurrences([
      occurrence(1, "a"),
      occurrence(2, "a"),
      occurrence(3, "a"),
      occurrence(4, "b", known),
      occurrence(5, "c", known),
    ]);
    expect(groups.map(({ slug, reporters }) => [slug, reporters])).toEqual([
      ["teeth", 2],
      [null, 1],
    ]);
  });
});

describe("the window", () => {
  test.each([
    ["a Monday", "2026-11-30T00:00:00Z", "2026-11-23", "2026-W48"],
    ["a Sunday", "2026-11-29T23:59:59Z", "2026-11-16", "2026-W47"],
    ["the first week of a year", "2027-01-12T08:00:00Z", "2027-01-04", "2027-W01"],
    ["a week that belongs to the year before", "2027-01-05T08:00:00Z", "2026-12-28", "2026-W53"],
  ])("on %s is the whole week before", (_, now, from, name) => {
    const window = lastWeek(new Date(now));
    expect(window.from.toISOString()).toBe(`${from}T00:00:00.000Z`);
    expect(window.to.getTime() - window.from.getTime()).toBe(7 * 24 * 3600 * 1000);
    expect(window.name).toBe(name);
  });
});

describe("the page", () => {
  const window = sinceDate(new Date("2026-11-23T00:00:00Z"), new Date("2026-11-30T00:00:00Z"));
  const render = (occurrences: Occurrence[]) =>
    renderDigest({
      window,
      issues: 9,
      groups: groupOccurrences(occurrences),
      recordUrl: (slug) => `https://example.org/errors/${slug}`,
      titleOf: () => "The frobnicator has {count} teeth",
    }).markdown;

  test("counts, names and links both kinds", () => {
    const page = render([occurrence(1, "a", known), occurrence(2, "b", known), occurrence(3, "c")]);
    expect(page).toContain("9 new issues, 3 with an error, 1 known error and 1 unknown one");
    expect(page).toContain(
      "| 2 | 2 | [`The frobnicator has {count} teeth`](https://example.org/errors/teeth)",
    );
    expect(page).toContain("| 1 | 1 | `ValueError: expected <n>` |");
  });

  test("links leave no event behind in the issues they name", () => {
    expect(render([occurrence(7, "a")])).toContain(
      "[7](https://redirect.github.com/sgl-project/sglang/issues/7)",
    );
    expect(render([occurrence(7, "a")])).not.toMatch(/#7\b/);
  });

  test("what a reporter wrote stays text: no cell ends early, nobody is mentioned", () => {
    const page = render([occurrence(1, "a", { maskedMessage: "a | b `c` @someone <img src=x> #5" })]);
    const row = page.split("\n").find((line) => line.startsWith("| 1 |"))!;
    expect(row.replaceAll("\\|", "").split("|")).toHaveLength(6);
    expect(row).toMatch(/`+ ?ValueError: a \\\| b `c` @someone <img src=x> #5 ?`+/);
  });

  test("a quiet week has no tables", () => {
    expect(render([])).not.toContain("|");
  });

  test("a flood stays under GitHub's limit", () => {
    const flood = Array.from({ length: 3_000 }, (_, index) =>
      occurrence(index + 1, `u${index}`, { fingerprint: `f${index}`, maskedMessage: "x".repeat(300) }),
    );
    expect(render(flood).length).toBeLessThan(60_000);
  });
});

test.each([
  ["2026-11-30T07:30:00Z", "", true],
  ["2026-11-30T08:30:00Z", "", false],
  ["2026-11-29T07:30:00Z", "", false],
  ["2026-11-30T06:30:00Z", "digest: { timeZone: Europe/Berlin }", true],
  ["2026-11-30T07:30:00Z", "digest: { enabled: false }", false],
  ["2026-11-30T07:30:00Z", "enabled: false", false],
])("at %s with %j the digest is due: %s", (now, settings, due) => {
  expect(digestIsDue(parseSettings(settings), new Date(now))).toBe(due);
});
