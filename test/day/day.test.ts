/** Two days of `npm run day`, and that its judge sees what is wrong. */
import { describe, expect, onTestFinished, test } from "vitest";
import { loadCatalog } from "../../src/match/catalog.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { day } from "./day.ts";
import { faultsOf } from "./judge.ts";
import { type Command, expected, type History, type Remark } from "./oracle.ts";
import { written } from "./reports.ts";

const catalog = loadCatalog();

test.each([
  ["whose webhooks go astray", 1, 200, 0],
  ["with a fifth of GitHub's calls spoilt besides", 2, 120, 0.2],
])(
  "after a day %s every issue is as the oracle says",
  async (_, seed, events, spoilt) => {
    const figures = await day({ seed, catalog, events, spoilt });
    expect(figures.faults).toEqual([]);
    expect(figures.comments).toBeGreaterThan(5);
    expect(figures.spoiltCalls > 50).toBe(spoilt > 0);
  },
  600_000,
);

const KNOWN = written("memory", 7);

function history(changes: Partial<History> = {}): History {
  return {
    number: 1,
    author: "ada",
    answerable: true,
    old: false,
    deleted: false,
    body: KNOWN,
    remarks: [],
    ours: "untouched",
    takenOff: new Set(),
    putOn: new Set(),
    labelsAtSilence: null,
    hadComment: true,
    ...changes,
  };
}

const remark = (id: number, by: string, changes: Partial<Remark> = {}): Remark => ({
  id,
  by,
  isBot: false,
  kind: null,
  words: "",
  deleted: false,
  command: null,
  ...changes,
});

const command = (id: number, verb: Command["verb"], changes: Partial<Command> = {}): Remark =>
  remark(id, "triager", { command: { verb, entry: null, standing: "triage", about: [], ...changes } });

const NOTHING = { kind: null, words: "" };
const GEOMETRY = { kind: "geometry", words: "src" } as const;
const LABEL = "error/gpu-out-of-memory";

test.each<[string, Partial<History>, Partial<ReturnType<typeof expected>>]>([
  ["a known error", {}, { comment: "visible", kinds: ["memory"], labels: [LABEL], words: KNOWN.words }],
  ["no error any more", { body: NOTHING }, { comment: "hidden", kinds: [], labels: [] }],
  ["never an error", { body: NOTHING, hadComment: false }, { comment: "hidden or none", labels: [] }],
  ["an outsider's log beside an answer", { remarks: [remark(1, "o", GEOMETRY)] }, { kinds: ["memory"] }],
  [
    "an outsider's log alone",
    { body: NOTHING, remarks: [remark(1, "o", GEOMETRY)] },
    { kinds: ["geometry"] },
  ],
  ["a bot's log", { body: NOTHING, remarks: [remark(1, "b", { ...GEOMETRY, isBot: true })] }, { kinds: [] }],
  ["the author's second log", { remarks: [remark(1, "ada", GEOMETRY)] }, { kinds: ["memory", "geometry"] }],
  ["asked", { remarks: [remark(1, "o", GEOMETRY), command(2, "again")] }, { kinds: ["memory", "geometry"] }],
  ["wrong", { remarks: [command(1, "wrong", { about: ["memory"] })] }, { comment: "hidden", labels: [] }],
  [
    "wrong, by somebody",
    { remarks: [command(1, "wrong", { about: ["memory"], standing: "none" })] },
    { comment: "visible", reactions: new Map([[1, "confused"]]) },
  ],
  ["silenced", { remarks: [command(1, "silence")], labelsAtSilence: [LABEL] }, { comment: "hidden" }],
  ["named", { remarks: [command(1, "as", { entry: "symbol" })] }, { kinds: ["symbol"] }],
  [
    "named, beside another error",
    { remarks: [remark(1, "ada", GEOMETRY), command(2, "as", { entry: "geometry" })] },
    { kinds: ["geometry", "memory"] },
  ],
  ["deleted by a person", { ours: "deleted" }, { comment: "none", labels: [LABEL] }],
  ["hidden by a person", { ours: "hidden" }, { comment: "hidden", labels: [LABEL] }],
  ["a label taken off", { takenOff: new Set([LABEL]) }, { comment: "visible", labels: [] }],
  ["old", { old: true, hadComment: false }, { comment: "hidden or none", labels: [] }],
  [
    "old, and asked",
    { old: true, hadComment: false, remarks: [command(1, "again")] },
    { comment: "visible" },
  ],
  ["a pull request", { answerable: false, hadComment: false }, { comment: "none", labels: [] }],
])("the oracle on: %s", (_, changes, right) => {
  expect(expected(history(changes))).toMatchObject(right);
});

describe("the judge sees", () => {
  test("each thing that is not as it should be", async () => {
    const sandbox = await startSandbox({ webhookSecret: "s" });
    onTestFinished(() => sandbox.stop());
    const { number } = sandbox.createIssue({ title: "[Bug] it stops", body: KNOWN.text, by: "ada" });
    const { id } = sandbox.comment(number, "/triage", "ada");
    sandbox.addLabel(number, "bug");
    const asked = command(id, "again", { standing: "author" });
    expect(faultsOf(sandbox, history({ number, remarks: [asked] }), catalog)).toEqual([
      `#${number}: the comment is "none" and not "visible"`,
      `#${number}: the labels are ["bug"] and not ["${LABEL}"]`,
      `#${number}: our reactions to ${id} are [] and not ["sglang-triage[bot] eyes"]`,
    ]);
  });
});
