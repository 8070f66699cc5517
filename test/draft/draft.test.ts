import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Entry } from "../../src/catalog/entry.ts";
import { parseEntry } from "../../src/catalog/load.ts";
import { diagnose } from "../../src/diagnose.ts";
import { type Draft, draftEntry } from "../../src/draft/draft.ts";
import { draftText } from "../../src/draft/draft-text.ts";
import { findSubject } from "../../src/draft/subject.ts";
import { lintContext } from "../../src/lint/context.ts";
import { lintCatalog } from "../../src/lint/lint.ts";
import { makeCatalog, NO_SITES } from "../../src/match/catalog.ts";
import { planSiteTemplates, siteTemplates } from "../../src/match/site-templates.ts";
import { GONE_ID, HEAD_COMMIT, madeUpSource, SITE_ID, SLUG } from "../lint/made-up.ts";
import { catalogOf } from "../match/builders.ts";

const source = await madeUpSource();
const projects = [...source.projects.values()].map((index) => ({
  index,
  templates: siteTemplates(planSiteTemplates(index), index),
}));
const FILE = "python/sglang/srt/mill.py";
const MESSAGE = "ValueError: The frobnicator has 3 teeth but 4 are needed";

function draftOf(what: string, errorClass: string | null = null, entries: Entry[] = []): Draft {
  const found = findSubject(what, errorClass, projects);
  if ("problem" in found) throw new Error(found.problem);
  return draftEntry(found.subject, entries, source);
}

/** The draft as the catalog reads it. */
function entryOf(draft: Draft): Entry {
  const read = parseEntry(draftText(draft), `entries/other/${draft.slug}.yml`);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.entry;
}

/** What the draft's values say, where a test knows the key. */
function valuesOf(draft: Draft): Record<string, unknown> {
  return parse(draftText(draft)) as Record<string, unknown>;
}

describe("what is asked for", () => {
  test.each([
    ["a site's id", SITE_ID],
    ["a place", `${FILE}:13`],
    ["a place below the package", "srt/mill.py:12"],
    ["an installed file", "/usr/lib/python3/dist-packages/sglang/srt/mill.py:12"],
    ["a place at a release", `${FILE}:12@1.1.0`],
    ["a place at a commit", `${FILE}:12@${HEAD_COMMIT}`],
    ["a message with its class", MESSAGE],
    ["a message alone", "The frobnicator has 3 teeth but 4 are needed"],
    ["a piece of the source's text", "teeth but {wanted} are needed"],
    ["the template of the source", "The frobnicator has {a} teeth but {b} are needed"],
  ])("%s", (_, what) => {
    expect(findSubject(what, null, projects)).toMatchObject({
      subject: { raised: { site: { id: SITE_ID } } },
    });
  });

  test.each([
    ["", "write a message"],
    ["00000000000000cc", "is the id of no raise site"],
    ["srt/hut.py:3", "no raise site of a known project is in srt/hut.py"],
    [`${FILE}:12@7.0`, "there is no release 7.0 of sgl-project/sglang; the newest is v1.2.0"],
    [`${FILE}:900`, `no raise site covers line 900 of ${FILE} at head; near it are the lines 12`],
  ])("%j is refused, with what to write instead", (what, problem) => {
    expect(findSubject(what, null, projects)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test("a message of another class is none of the site's", () => {
    expect(
      findSubject("KeyError: The frobnicator has 3 teeth but 4 are needed", null, projects),
    ).toMatchObject({
      subject: { raised: null },
    });
  });
});

describe("a draft", () => {
  test("holds what the facts say of the site", () => {
    expect(valuesOf(draftOf(MESSAGE))).toMatchObject({
      class: "ValueError",
      message: "The frobnicator has {count} teeth but {wanted} are needed",
      type: "exception",
      origin: "sglang",
      sites: [{ file: FILE, function: "Mill.grind_corn" }],
      match: [{ class: "ValueError", message: "The frobnicator has {count} teeth but {wanted} are needed" }],
      documentation: expect.stringContaining("`count != wanted`"),
      holdsFor: { from: null, to: null },
      fixedIn: null,
      reviewed: null,
    });
  });

  test("links the statement at its commit, and names the schema for editors", () => {
    const text = draftText(draftOf(SITE_ID));
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.\.\/entry\.schema\.json\n/);
    expect(text).toContain(`https://github.com/sgl-project/sglang/blob/${HEAD_COMMIT}/${FILE}#L12-L14`);
  });

  test("says since and until when, and with which release it went", () => {
    const draft = draftOf(GONE_ID);
    expect(valuesOf(draft)).toMatchObject({ holdsFor: { from: null, to: "1.1.0" }, fixedIn: null });
    expect(draft.notes).toContainEqual({
      key: "fixedIn",
      text: expect.stringMatching(/^1\.2\.0 is the first/),
    });
  });

  test("gives holes types where the expression is sure", () => {
    expect(valuesOf(draftOf(GONE_ID))).toMatchObject({
      match: [{ message: "A mill of {len_stones:int} stones needs more than {depth} of depth" }],
      captures: { len_stones: "TODO: what `len(stones)` is.", depth: "TODO: what `self.depth` is." },
    });
  });

  test("names flags and variables of the condition that the facts know, and no other", () => {
    const { notes } = draftOf(GONE_ID);
    const said = notes.filter(({ key }) => key === "solutions").map(({ text }) => text);
    expect(said).toEqual([
      "flags that the condition or the message names: --teeth-size (from 1.0.0 to head)",
      "environment variables they name: SGLANG_MILL_DEPTH (from 1.0.0 to head)",
    ]);
    expect(draftOf(SITE_ID).notes.filter(({ key }) => key === "solutions")).toEqual([]);
  });

  test("takes the printed message for its example, and a neighbour's for the near miss", () => {
    expect(valuesOf(draftOf(MESSAGE)).examples).toEqual({
      positive: [MESSAGE],
      nearMiss: ["ValueError: A mill of 4 stones needs more than depth of depth"],
    });
  });

  test("suggests a tag only where enough entries of the file agree", () => {
    const placed = { sites: [{ file: FILE, function: "Mill.rest" }], tag: "lora-error" };
    const three = [...catalogOf({ one: placed, two: placed, three: placed }).entries.values()];
    expect(draftOf(SITE_ID, null, three).backgroundTag).toBe("lora-error");
    expect(draftOf(SITE_ID, null, three.slice(1)).backgroundTag).toBeNull();
    const mixed = [...three, ...catalogOf({ four: { ...placed, tag: "other" } }).entries.values()];
    expect(draftOf(SITE_ID, null, mixed)).toMatchObject({
      backgroundTag: null,
      nearTags: ["lora-error", "other"],
    });
  });

  test("of a message that nobody here raises has holes for what varies, and asks who raises it", () => {
    const draft = draftOf("zebra.StripeError: /var/zoo/a.txt has 3 stripes of 4 at 0x7f00", null);
    expect(valuesOf(draft)).toMatchObject({
      class: "StripeError",
      match: [{ message: "{path:path} has {count:int} stripes of {count_2:int} at {address:hex}" }],
      origin: expect.stringMatching(/^TODO:/),
    });
    expect(entryOf(draft).reviewed).toBeNull();
  });

  test.each(["it {is", "}{", "a: #b", "- x", '"', "'", "{{}}", "%", "é\u2028x", "TODO: x"])(
    "of the message %j is an entry that the catalog reads",
    (message) => {
      expect(entryOf(draftOf(message, "ZebraError"))).toMatchObject({ class: "ZebraError", reviewed: null });
    },
  );
});

describe("nobody has reviewed it, so", () => {
  const draft = entryOf(draftOf(MESSAGE));
  const set = { tags: catalogOf({}).tags, entries: new Map([[draft.slug, draft]]) };

  test("no diagnosis holds it, however well it fits", () => {
    const parts = [{ kind: "body" as const, id: "body", author: "", text: MESSAGE }];
    const diagnosis = diagnose({ title: MESSAGE, parts }, makeCatalog(set, NO_SITES));
    expect(diagnosis).toMatchObject({ decision: "silent", primary: null, secondary: [], tags: [] });
    expect(diagnosis.errors.filter(({ match }) => match !== null)).toEqual([]);
    // The same entry, once somebody has read it, is the answer.
    const reviewed = { ...draft, reviewed: { date: "2026-11-30", commit: HEAD_COMMIT } };
    const finished = { ...set, entries: new Map([[draft.slug, reviewed]]) };
    expect(diagnose({ title: "", parts }, makeCatalog(finished, NO_SITES)).decision).toBe("reply");
  });

  test("the lint shows what is left to do, and its examples are right already", () => {
    const findings = lintCatalog(lintContext(makeCatalog(set, NO_SITES, "included"), source));
    expect(new Set(findings.map(({ reason }) => reason.split(":")[0]))).toEqual(new Set(["unfinished"]));
    expect(draft.slug).toBe(SLUG);
    expect(findings.map(({ key }) => key)).toEqual([
      "captures.count",
      "captures.wanted",
      "documentation",
      "triggers",
      "situations[0]",
      "solutions[0]",
      "solutions[1]",
      "prevention[0]",
    ]);
  });
});
