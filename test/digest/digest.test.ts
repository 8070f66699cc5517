import { describe, expect, test } from "vitest";
import type { Entry } from "../../src/catalog/entry.ts";
import { digestOf } from "../../src/digest/digest.ts";
import { type DigestLinks, renderDigest } from "../../src/digest/render.ts";
import { renderPage } from "../../src/web/markdown-page.ts";
import { facts, issue, kind, kindFacts, seen } from "./builders.ts";

const QUIET = [1, 0, 1, 1, 0, 1, 1, 0];
const entryOf = (slug: string) => (slug === "teeth" ? ({ fixedIn: "0.5.6" } as Entry) : undefined);
const known = (id: string) =>
  kind(id, {
    slug: id,
    errorClass: "RuntimeError",
    message: `the ${id} differ by {count}`,
    backgroundTag: "other",
  });

const links: DigestLinks = {
  recordUrl: (slug) => `https://example.org/errors/${slug}`,
  siteUrl: (id) => `https://github.com/acme/engine/blob/${"a".repeat(40)}/x.py#L${id}`,
  skeletonOf: (row) => `message: ${row.kind.message}\n`,
};

describe("the counts", () => {
  test("people before issues before numbers; known and unknown apart", () => {
    const digest = digestOf(
      facts([
        kindFacts(
          kind("one"),
          [],
          [seen(1, { authorHash: "a" }), seen(2, { authorHash: "a" }), seen(3, { authorHash: "a" })],
        ),
        kindFacts(known("teeth"), [], [seen(4), seen(5)]),
        kindFacts(kind("two"), [], [seen(6), seen(7)]),
      ]),
      entryOf,
    );
    expect(digest.known.map((row) => [row.kind.id, row.reporters])).toEqual([["teeth", 2]]);
    expect(digest.unknown.map((row) => [row.kind.id, row.reporters, row.issues])).toEqual([
      ["two", 2, 2],
      ["one", 1, 3],
    ]);
    expect(digest.withError).toEqual({ issues: 7, reporters: 5 });
    expect(digest.tags).toEqual([{ tag: "other", issues: 2, reporters: 2, before: null }]);
  });

  test("a log that repeats its error counts once", () => {
    const [row] = digestOf(
      facts([kindFacts(kind("one"), [], [seen(1), seen(1, { lineNumber: 90 })])]),
      entryOf,
    ).unknown;
    expect(row).toMatchObject({ issues: 1, reporters: 1 });
  });

  test("where it is seen: each issue once, the most frequent first, common flags left out", () => {
    const environment = {
      gpus: ["H100", "H100"],
      model: "acme/big",
      flags: ["--tp-size 8", "--enable-x", "--port 1"],
    };
    const [row] = digestOf(
      facts([
        kindFacts(
          kind("one"),
          [],
          [
            seen(1, { release: "0.5.6", environment }),
            seen(1, { release: "0.5.6", environment }),
            seen(2, { release: "0.5.6", environment: { ...environment, gpus: [] }, vendor: "amd" }),
            seen(3, { release: "0.5.9", environment: { gpus: "not a list", flags: 7 } }),
          ],
        ),
      ]),
      entryOf,
    ).unknown;
    expect(row!.spread).toEqual({
      releases: [
        { value: "0.5.6", issues: 2 },
        { value: "0.5.9", issues: 1 },
      ],
      devices: [
        { value: "amd", issues: 1 },
        { value: "H100", issues: 1 },
      ],
      models: [{ value: "acme/big", issues: 2 }],
      flags: [{ value: "--enable-x", issues: 2 }],
    });
  });

  test("answers of maintainers, and what the bot did", () => {
    const hours = (count: number) => new Date(issue(1).openedAt.getTime() + count * 3_600_000);
    const all = [
      issue(1, { answeredAt: hours(2), decision: "reply", silence: null }),
      issue(2, { answeredAt: hours(10) }),
      issue(3, { answeredAt: hours(4), decision: "label", silence: null }),
      issue(4, { silence: "tie" }),
      issue(5),
    ];
    const digest = digestOf(
      facts([kindFacts(known("teeth"), [], [seen(1, { confidence: 0.61 }), seen(3, { confidence: 0.5 })])], {
        issues: all,
        issueOf: new Map(all.map((one) => [one.issue, one])),
        verdicts: [
          { issue: 1, verdict: "wrong", source: "command" },
          { issue: 1, verdict: "right", source: "reaction" },
        ],
      }),
      entryOf,
    );
    expect(digest.answers).toEqual({ of: 5, answered: 3, medianHours: 4 });
    expect(digest.bot).toMatchObject({
      replied: 1,
      labelled: 1,
      silent: [
        { reason: "no-entry", issues: 2 },
        { reason: "tie", issues: 1 },
      ],
      right: 1,
      wrong: 1,
      doubtful: [{ issue: { issue: 1 }, confidence: 0.61 }],
    });
  });
});

describe("what changed", () => {
  const changes = (...kinds: Parameters<typeof facts>[0]) =>
    digestOf(facts(kinds), entryOf).changes.map((change) => [
      change.type,
      "row" in change ? change.row.kind.id : change.kind.id,
    ]);
  const five = [1, 2, 3, 4, 5].map((number) => seen(number));

  test("a fixed error at a release that has the fix comes first, then bursts, then what is new, then what is gone", () => {
    expect(
      changes(
        kindFacts(kind("steady"), QUIET, [seen(20)]),
        kindFacts(kind("silent"), [9, 8, 9, 7, 9, 8, 9, 9], []),
        kindFacts(
          kind("fresh", { firstSeen: new Date("2026-11-24") }),
          QUIET.map(() => 0),
          [seen(6), seen(7)],
        ),
        kindFacts(kind("burst"), QUIET, [...five, seen(8), seen(9), seen(10)]),
        kindFacts(known("teeth"), QUIET, [seen(11, { release: "0.5.6.post1" })]),
      ),
    ).toEqual([
      ["back", "teeth"],
      ["more", "burst"],
      ["new", "fresh"],
      ["gone", "silent"],
    ]);
  });

  test.each<[string, Parameters<typeof kindFacts>]>([
    ["at a release without the fix", [known("teeth"), QUIET, [seen(1, { release: "0.5.5.post3" })]]],
    ["at no release that is one", [known("teeth"), QUIET, [seen(1, { release: "main" }), seen(2)]]],
    [
      "new for one person",
      [
        kind("x", { firstSeen: new Date("2026-11-24") }),
        QUIET.map(() => 0),
        [seen(1), seen(2, { authorHash: "author 1" })],
      ],
    ],
    [
      "new in the first week of the record",
      [kind("x", { firstSeen: new Date("2026-11-24") }), [], [seen(1), seen(2)]],
    ],
    ["as before", [kind("x"), QUIET, [seen(1)]]],
  ])("nothing: %s", (_, parts) => {
    expect(changes(kindFacts(...parts))).toEqual([]);
  });
});

describe("the page", () => {
  const render = (input: Parameters<typeof facts>[0], more: Parameters<typeof facts>[1] = {}) =>
    renderDigest(digestOf(facts(input, more), entryOf), links);

  test("a week in which nothing stands out: three lines, the counts folded", () => {
    const { markdown } = render([kindFacts(kind("x"), QUIET, [seen(1)])]);
    const [head, rest] = markdown.split("<details>", 2) as [string, string];
    expect(head.trim().split("\n\n")).toHaveLength(3);
    expect(head).toContain("Nothing stands out");
    expect(rest).toContain("x is wrong");
  });

  test("a week without an error: three lines and nothing folded", () => {
    const { markdown } = render([]);
    expect(markdown.split("\n\n").filter((block) => !block.startsWith("<sub>"))).toHaveLength(3);
  });

  test("a change stands above the counts, with people, before, links and where it is seen", () => {
    const reports = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => seen(number, { release: "0.5.9" }));
    const { title, markdown } = render([
      kindFacts(known("teeth"), QUIET, reports),
      kindFacts(kind("x"), QUIET, [seen(9)]),
    ]);
    expect(title).toBe("Error digest 2026-W48");
    expect(markdown.indexOf("## What changed")).toBeLessThan(markdown.indexOf("## Known errors"));
    expect(markdown).toContain(
      "- **More than before**: **8 people**, 0.6 a week before: [`the teeth differ by {count}`](https://example.org/errors/teeth) `other`<br>[8](https://redirect.github.com/acme/engine/issues/8)",
    );
    expect(markdown).toContain("`0.5.9` ×8");
    expect(markdown).toContain("fixed in 0.5.6, seen at `0.5.9`");
    expect(markdown).toContain("```mermaid\nxychart-beta");
  });

  test("an unknown error comes with three issues, its raise site and the beginning of an entry", () => {
    const reports = [1, 2, 3, 4].map((number) => seen(number, { siteId: "7" }));
    const { markdown } = render([kindFacts(kind("x"), QUIET, [...reports, seen(5), seen(6), seen(7)])]);
    expect(markdown).toContain("[raised here](https://github.com/acme/engine/blob/");
    expect(markdown).toMatch(
      /`ValueError: x is wrong`<br>\[7\]\S+, \[6\]\S+, \[5\]\S+\n\n```yaml\nmessage: x is wrong/,
    );
  });

  test("what reporters wrote stays text", () => {
    const hostile = "a | b `c` @someone <img src=x> #5 [l](http://evil.example) \u202e </details>";
    const { markdown } = render([
      kindFacts(kind("x", { message: hostile }), QUIET, [seen(1), seen(2), seen(3), seen(4), seen(5)]),
    ]);
    const html = renderPage("t", markdown);
    expect(html).not.toMatch(/<img|evil\.example"|@someone<\/a>/);
    expect(html.match(/<details>/g)).toHaveLength(html.match(/<\/details>/g)!.length);
    expect(markdown).not.toContain("\u202e");
  });

  test("a flood stays under GitHub's limit, the tail goes first", () => {
    const flood = Array.from({ length: 3_000 }, (_, index) =>
      kindFacts(kind(`f${index}`, { message: "x".repeat(300) }), QUIET, [seen(index + 1), seen(index + 2)]),
    );
    const { markdown } = render(flood);
    expect(markdown.length).toBeLessThan(60_000);
    expect(markdown).toContain("more, from one or few people each");
  });

  test("hundreds of changes stay under it too", () => {
    const flood = Array.from({ length: 900 }, (_, index) =>
      kindFacts(
        kind(`f${index}`, { message: "x".repeat(300), firstSeen: new Date("2026-11-24") }),
        QUIET.map(() => 0),
        [seen(index * 2 + 1), seen(index * 2 + 2)],
      ),
    );
    expect(render(flood).markdown.length).toBeLessThan(60_000);
  });
});
