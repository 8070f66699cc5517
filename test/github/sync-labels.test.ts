import { expect, test } from "vitest";
import { allLabels } from "../../src/github/labels.ts";
import { parseSettings } from "../../src/github/settings-layers.ts";
import { labelChanges, syncLabels } from "../../src/github/sync-labels.ts";
import { client, here, start } from "../sandbox/start.ts";

const tags = new Map([
  ["port-in-use", { color: "006b75", definition: "Another process holds the port.", over: [] }],
  ["other", { color: "cccccc", definition: "Nothing else fits.", over: [] }],
]);
const wanted = (text: string) => allLabels(parseSettings(text), tags);
const port = { name: "error/port-in-use", color: "006b75", description: "Another process holds the port." };
const other = { name: "error/other", color: "cccccc", description: "Nothing else fits." };

test.each<[string, string, (typeof port)[], unknown[]]>([
  [
    "all missing",
    "",
    [],
    [
      { kind: "create", ...port },
      { kind: "create", ...other },
    ],
  ],
  ["all there", "", [port, other], []],
  ["another case of the name is the same label", "", [{ ...port, name: "Error/Port-In-Use" }, other], []],
  ["another colour", "", [{ ...port, color: "ededed" }, other], [{ kind: "change", ...port }]],
  ["another text", "", [port, { ...other, description: "x" }], [{ kind: "change", ...other }]],
  ["one of the repository's own", "labels: { map: { other: help } }", [port], []],
  ["none to be made", "labels: { create: false }", [], []],
])("%s", (_, settings, present, changes) => {
  expect(labelChanges(wanted(settings), present)).toEqual(changes);
});

test("severities are labels of their own where settings want them", () => {
  const names = wanted("labels: { severityPrefix: 'severity: ' }").map(({ label }) => label);
  expect(names).toEqual([
    "error/port-in-use",
    "error/other",
    "severity: critical",
    "severity: error",
    "severity: warning",
    "severity: info",
  ]);
});

test("on GitHub: nothing in a dry run, then all, then nothing more", async () => {
  const sandbox = await start();
  const octokit = client(sandbox, sandbox.tokenFor("maintainer"));
  const labels = async () =>
    (await octokit.rest.issues.listLabelsForRepo(here)).data.map(({ name, color }) => `${name} ${color}`);
  const before = await labels();
  const sync = (dryRun: boolean) => syncLabels(octokit, "sandbox/sglang", wanted(""), dryRun);
  expect(await sync(true)).toHaveLength(2);
  expect(await labels()).toEqual(before);
  await octokit.rest.issues.createLabel({ ...here, name: "error/other", color: "000000" });
  expect((await sync(false)).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "create error/port-in-use",
    "change error/other",
  ]);
  expect(await labels()).toEqual(expect.arrayContaining(["error/other cccccc", "error/port-in-use 006b75"]));
  expect(await sync(false)).toEqual([]);
});
