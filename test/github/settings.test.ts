import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readSettings, type SettingsMemory } from "../../src/github/read-settings.ts";
import { DEFAULT_SETTINGS } from "../../src/github/settings.ts";
import { settingsJsonSchema, settingsTables } from "../../src/github/settings-json-schema.ts";
import { parseLayer, parseSettings, SettingsError, settingsOf } from "../../src/github/settings-layers.ts";
import { titleHolds } from "../../src/github/title-pattern.ts";
import type { CachedSettings } from "../../src/store/caches.ts";
import { client, start } from "../sandbox/start.ts";

test("no file, an empty file and a comment give dry run", () => {
  expect(DEFAULT_SETTINGS.dryRun).toBe(true);
  expect(parseSettings("")).toEqual(DEFAULT_SETTINGS);
  expect(parseSettings("# nothing yet\n")).toEqual(DEFAULT_SETTINGS);
});

test("what is set is set, the rest keeps its default", () => {
  const settings = parseSettings("dryRun: false\nlabels: { prefix: 'kind/' }\n");
  expect(settings).toEqual({
    ...DEFAULT_SETTINGS,
    dryRun: false,
    labels: { ...DEFAULT_SETTINGS.labels, prefix: "kind/" },
  });
});

describe("refused, with the key", () => {
  test.each([
    ["an unknown key", "dryrun: false", "unknown key dryrun"],
    ["an unknown key inside", "labels: { colour: red }", "unknown key labels.colour"],
    ["a wrong type", "dryRun: maybe", "dryRun:"],
    ["out of range", "reply: { minimumConfidence: 2 }", "reply.minimumConfidence:"],
    ["no time zone", "digest: { timeZone: Mars/Olympus }", "digest.timeZone: not a time zone"],
    ["a list", "[1]", "expected object"],
    ["not YAML", "a: [", "not readable as YAML"],
    ["aliases", "a: &x 1\nb: *x", "not readable as YAML"],
    [
      "a title pattern that could cost more than linear time",
      "ignore: { titles: ['(a+)+$'] }",
      "ignore.titles.0: not a pattern",
    ],
    ["an empty title pattern", "ignore: { titles: [' '] }", "ignore.titles.0: not a pattern"],
    ["too long", `# ${"x".repeat(70_000)}`, "longer than"],
  ])("%s", (_, text, message) => {
    expect(() => parseSettings(text)).toThrow(SettingsError);
    expect(() => parseSettings(text)).toThrow(message);
  });
});

describe("layers", () => {
  const of = (...texts: string[]) => settingsOf("acme/engine", texts.map(parseLayer));

  test("the nearest wins, key by key", () => {
    const settings = of("dryRun: false\nlabels: { prefix: a/, create: false }", "labels: { prefix: b/ }");
    expect(settings).toMatchObject({ dryRun: false, labels: { prefix: "b/", create: false } });
  });

  test("maps are laid over each other, lists replaced, those of ignore added", () => {
    const settings = of(
      "labels: { map: { a: x, b: y } }\nreply: { tags: [a] }\nignore: { authors: [one], issues: [1] }",
      "labels: { map: { b: z } }\nreply: { tags: [b] }\nignore: { authors: [two, one] }",
    );
    expect(settings.labels.map).toEqual({ a: "x", b: "z" });
    expect(settings.reply.tags).toEqual(["b"]);
    expect(settings.ignore).toMatchObject({ authors: ["one", "two"], issues: [1] });
  });

  test("SGLang's control issue is ignored whatever its file says", () => {
    const settings = settingsOf("sgl-project/sglang", [parseLayer("ignore: { issues: [5] }")]);
    expect(settings.ignore.issues).toEqual([21065, 5]);
  });

  test("keys of objects' own make no trouble", () => {
    expect(() => of("labels: { map: { __proto__: x, constructor: y } }")).not.toThrow();
  });
});

describe("on GitHub", () => {
  const NAME = ".github/sglang-triage.yml";

  /** A sandbox with our file and the organisation's, and a memory that lasts. */
  async function setting(own: string | null, organisation: string | null = null) {
    const sandbox = await start({ files: {} });
    const kept = new Map<string, CachedSettings>();
    const memory: SettingsMemory = {
      lastGood: async (repository) => kept.get(repository) ?? null,
      keep: async (repository, file) => void kept.set(repository, { ...file, fetchedAt: new Date(0) }),
    };
    const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
    const put = (text: string | null) => sandbox.putFile(NAME, text);
    const putAbove = (text: string | null) => sandbox.elsewhere("sandbox", ".github").putFile(NAME, text);
    put(own);
    if (organisation !== null) putAbove(organisation);
    const statuses: number[] = [];
    octokit.hook.after("request", ({ status }) => void statuses.push(status));
    octokit.hook.error("request", (error) => {
      statuses.push((error as { status: number }).status);
      throw error;
    });
    return { put, putAbove, statuses, sandbox, read: () => readSettings(octokit, "sandbox/sglang", memory) };
  }

  test("no file: dry run", async () => {
    expect(await (await setting(null)).read()).toEqual({ settings: DEFAULT_SETTINGS, problem: null });
  });

  test("the organisation's below the repository's", async () => {
    const { read } = await setting("labels: { prefix: b/ }", "dryRun: false\nlabels: { prefix: a/ }");
    expect(await read()).toMatchObject({
      settings: { dryRun: false, labels: { prefix: "b/" } },
      problem: null,
    });
  });

  test("a file that breaks counts as it was, also as missing", async () => {
    const { read, put, putAbove } = await setting("dryRun: false\nlabels: { prefix: b/ }");
    await read();
    put("dryRun: false\nlabels: { prefx: c/ }");
    const { settings, problem } = await read();
    expect(settings).toMatchObject({ dryRun: false, labels: { prefix: "b/" } });
    expect(problem).toBe(
      `${NAME} of sandbox/sglang cannot be used: unknown key labels.prefx. Until then it counts as it was before.`,
    );
    putAbove("no: [");
    expect((await read()).settings.dryRun).toBe(false);
    putAbove(null);
    put("dryRun: false\nlabels: { prefix: d/ }");
    expect(await read()).toMatchObject({ settings: { labels: { prefix: "d/" } }, problem: null });
  });

  test("an organisation's default does not switch on a repository whose own file cannot be used", async () => {
    const { read } = await setting("dryRn: true", "dryRun: false");
    expect((await read()).settings.dryRun).toBe(true);
  });

  test("a file that did not change is not sent again", async () => {
    const { read, statuses } = await setting("dryRun: false");
    const first = await read();
    statuses.length = 0;
    expect(await read()).toEqual(first);
    expect(statuses).toEqual([404, 304]);
  });

  test("a file that is not there for a moment is looked for again", async () => {
    const { read, sandbox } = await setting("dryRun: false");
    await read();
    const route = "/repos/:owner/sglang/contents/*";
    sandbox.faults.add({ route, when: "before", answer: { kind: "status", status: 404 }, times: 2 });
    expect((await read()).settings.dryRun).toBe(false);
    sandbox.putFile(NAME, null);
    expect((await read()).settings.dryRun).toBe(true);
  });
});

describe("titles to be ignored", () => {
  test.each([
    ["[Feature]", "[feature] add this", true],
    ["[Feature]", "[Bug] it stops", false],
    ["nightly (.+?) failed", "Nightly run 12 failed again", true],
    ["nightly (.+?) failed", "Nightly run 12", false],
  ])("%s in %s: %s", (pattern, title, held) => {
    expect(titleHolds(title, pattern)).toBe(held);
  });
});

test("schema and tables of the documentation are those of the code: tsx scripts/settings-docs.ts", () => {
  expect(readFileSync("docs/settings.schema.json", "utf8")).toBe(settingsJsonSchema());
  expect(readFileSync("docs/settings.md", "utf8")).toContain(
    `<!-- keys -->\n\n${settingsTables()}\n\n<!-- end of keys -->`,
  );
});
