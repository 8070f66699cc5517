import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, parseSettings, SettingsError } from "../../src/github/settings.ts";

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
    ["too long", `# ${"x".repeat(70_000)}`, "longer than"],
  ])("%s", (_, text, message) => {
    expect(() => parseSettings(text)).toThrow(SettingsError);
    expect(() => parseSettings(text)).toThrow(message);
  });
});
