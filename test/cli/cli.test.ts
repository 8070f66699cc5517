import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Explanation } from "../../src/explain/explain.ts";
import type { DiagnosisJson } from "../../src/reply/diagnosis-json.ts";
import { REPORTS } from "../e2e/server.ts";
import { run } from "./run.ts";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "cli-"));
});
afterAll(() => rmSync(dir, { recursive: true }));

const KNOWN = REPORTS.geometry("[1, 2]", "[3, 4]");

describe("diagnose", () => {
  test("a file gives the reply as text", async () => {
    const file = join(dir, "report.md");
    writeFileSync(file, KNOWN);
    const { code, out, err } = await run(["diagnose", file]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("**Try this**");
  });

  test("standard input gives JSON in the agreed form", async () => {
    const { code, out } = await run(["diagnose", "-", "--json"], KNOWN);
    const diagnosis = JSON.parse(out) as DiagnosisJson;
    expect(code).toBe(0);
    expect(Object.keys(diagnosis)).toEqual([
      "number",
      "decision",
      "reason",
      "confidence",
      "primary",
      "errors",
      "environment",
      "labels",
      "reply",
    ]);
    expect(diagnosis).toMatchObject({ decision: "reply", labels: ["error/kv-layout-mismatch"] });
    expect(diagnosis.primary!.line).toBe(KNOWN.split("\n")[diagnosis.primary!.lineNumber - 1]);
    expect(diagnosis.primary!.site!.githubUrl).toMatch(
      /blob\/[0-9a-f]{40}\/python\/sglang\/srt\/disaggregation\/common\/conn\.py#L\d+/,
    );
  });

  test("an unknown error says why there is no answer", async () => {
    const { out } = await run(["diagnose"], "ZebraError: the stripes differ");
    expect(out).toBe(
      "No answer: no entry for the errors of the report.\n  line 1: ZebraError: the stripes differ\n",
    );
  });

  test("--explain shows the candidates of an error with their evidence, as text and as data", async () => {
    const { code, out, err } = await run(["diagnose", "--explain"], KNOWN);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Decision: reply, matches pd-dcp-/);
    expect(out).toMatch(/^ {2}won {3}pd-dcp-\S+ \[kv-layout-mismatch\]: the best of this error$/m);
    expect(out).toMatch(/^ {8}\+\d\.\d\d {2}message: /m);
    const data = JSON.parse((await run(["diagnose", "--explain", "--json"], KNOWN)).out) as Explanation;
    expect(data.errors[0]!.candidates[0]).toMatchObject({ kind: "entry", outcome: "won" });
  });

  test.each([
    [
      "an error nobody wrote about",
      [
        "```",
        "Traceback (most recent call last):",
        '  File "/venv/lib/python3.12/site-packages/sglang/srt/managers/scheduler.py", line 1, in run',
        "    f()",
        "ZebraError: the stripes differ",
        "```",
      ],
      ["Error 1: line 5, root, read as python-traceback", "  Nothing in the catalog fits."],
    ],
    [
      "a hint without its error",
      ["The log says:", "CUDA kernel errors might be asynchronously reported at some other API call"],
      ["Looked at, and no error came of it:", "    boilerplate: a hint printed below every CUDA error"],
    ],
  ])("--explain of silence: %s", async (_, body, lines) => {
    const { out } = await run(["diagnose", "--explain"], body.join("\n"));
    expect(out).toMatch(/^Decision: silent, no /);
    expect(out.split("\n")).toEqual(expect.arrayContaining(lines));
  });

  test("lines of JSON give a line each, in order; a bad one gives an error and the rest goes on", async () => {
    const lines = [
      JSON.stringify({ number: 1, title: "x", body: KNOWN }),
      "{ no JSON",
      JSON.stringify({ number: "two", title: "x", body: "" }),
      JSON.stringify({ number: 3, title: "x", body: null }),
      JSON.stringify({ number: 4, title: "lone \ud800 surrogate", body: "\u0000`".repeat(100) }),
    ];
    const { code, out } = await run(["diagnose", "--jsonl"], `${lines.join("\n")}\n`);
    const answers = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(answers.map((it) => it.error ?? `${it.number} ${it.decision}`)).toEqual([
      "1 reply",
      "line 2: not JSON",
      expect.stringMatching(/^line 3: number: /),
      "3 silent",
      "4 silent",
    ]);
  });
});

describe("evaluate", () => {
  test("prints every figure with the issues that fell short", async () => {
    const issue = (number: number, kind: string, body: string, label: object) =>
      JSON.stringify({
        number,
        title: "t",
        body,
        label: { kind, primary: [], tag: null, version: null, reply: "no", ...label },
      });
    const corpus = join(dir, "corpus.jsonl");
    writeFileSync(
      corpus,
      [
        issue(1, "error", KNOWN, {
          primary: [{ line: KNOWN.split("\n").find((line) => line.startsWith("RuntimeError"))! }],
          tag: "kv-layout-mismatch",
          reply: "yes",
        }),
        issue(2, "error", "ZebraError: x", { primary: [{ line: "ZebraError: x" }], reply: "yes" }),
        issue(3, "no-error", KNOWN, {}),
      ].join("\n"),
    );
    const { code, out } = await run(["evaluate", corpus, "--json"]);
    const figures = Object.fromEntries(
      (JSON.parse(out) as { figures: { name: string; value: number | null; short: number[] }[] }).figures.map(
        (it) => [it.name, it],
      ),
    );
    expect(code).toBe(0);
    expect(figures["extraction recall"]).toMatchObject({ value: 1 });
    expect(figures.answered).toMatchObject({ value: 0.5, short: [2] });
    expect(figures["false reply"]).toMatchObject({ value: 1, short: [3] });
    expect((await run(["evaluate", corpus, "--bars"])).code).toBe(1);
  });

  test("names the line of a corpus that cannot be read", async () => {
    const { code, err } = await run(["evaluate", "-"], "{}");
    expect(code).not.toBe(0);
    expect(err).toMatch(/^sglang-triage: line 1: /);
  });
});

describe("the catalog", () => {
  test("exported and imported records are equal", async () => {
    const exported = await run(["catalog", "export", "--format", "dataset"]);
    const documents = exported.out
      .trimEnd()
      .split("\n")
      .slice(0, 5)
      .map((line) => JSON.parse(line));
    const catalog = join(dir, "catalog");
    mkdirSync(join(catalog, "entries"), { recursive: true });
    writeFileSync(
      join(catalog, "tags.yml"),
      `${[...new Set(documents.map(({ record }) => record.backgroundTag))].map((tag) => `${tag}: { color: "cccccc", definition: "A tag of the tests." }`).join("\n")}\n`,
    );
    const file = join(dir, "list.json");
    writeFileSync(file, JSON.stringify(documents));
    const imported = await run(["catalog", "import", file, "--catalog", catalog]);
    expect(imported.err).toBe("");
    expect(imported.out.match(/imported, not reviewed/g)).toHaveLength(5);
    const again = await run(["catalog", "import", file, "--catalog", catalog]);
    expect(again.out.match(/known already/g)).toHaveLength(5);
  });

  test.each([
    ["an unknown key", (record: Record<string, unknown>) => ({ ...record, extra: 1 }), "extra: "],
    ["a bad id", (record: Record<string, unknown>) => ({ ...record, id: "x" }), "id: "],
    [
      "an unsafe pattern",
      (record: Record<string, unknown>) => ({
        ...record,
        id: "f".repeat(16),
        slug: "new",
        messagePattern: "(a+)+ b",
      }),
      "can backtrack",
    ],
  ])("an import refuses %s and says where", async (_, change, reason) => {
    const { out } = await run(["catalog", "show", "e5d14d89baab6914", "--json"]);
    const file = join(dir, "bad.json");
    writeFileSync(
      file,
      JSON.stringify({ record: change(JSON.parse(out)), datasetVersion: "2026-11-30T00:00:00.000Z" }),
    );
    const ran = await run(["catalog", "import", file, "--catalog", "catalog"]);
    expect(ran.code).toBe(1);
    expect(ran.out + ran.err).toContain(reason);
  });

  test("a message as it was printed finds its entry", async () => {
    const { out } = await run([
      "catalog",
      "show",
      "PD peers must connect matching DCP ranks, got prefill=1, decode=2",
    ]);
    expect(out).toContain("pd-peers-must-connect-matching-dcp-ranks-got-prefi");
  });
});

describe("wrong use", () => {
  test.each([
    [["diagnose", "/no/such/file"], 2, /no such file/],
    [["diagnose", "--colour"], 2, /unknown option/],
    [["weather"], 2, /unknown command/],
    [["catalog", "sites", "--release", "9.9.9"], 2, /9\.9\.9 is not known/],
    [["digest", "--repo", "a/b"], 2, /GITHUB_TOKEN is not set/],
  ])("%j exits with %i and says what to do", async (args, code, message) => {
    const ran = await run(args);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message);
    expect(ran.err).not.toMatch(/\n\s+at /);
  });

  test.each([
    [{ APP_ID: "1" }, /PRIVATE_KEY or PRIVATE_KEY_PATH is missing/],
    [{ APP_ID: "1", PRIVATE_KEY: "not a key", WEBHOOK_SECRET: "s" }, /not a private key in PEM form/],
    [{ WEBHOOK_SECRET: "s" }, /APP_ID is missing/],
    [{ PORT: "many" }, /PORT: /],
  ])("serve with %j says which variable is wrong", async (env, message) => {
    const ran = await run(["serve"], "", env);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
  });

  test.each([
    [["--role", "web"], /--role web needs PostgreSQL: set DATABASE_URL/],
    [["--role", "worker"], /--role worker needs PostgreSQL/],
    [["--role", "everything"], /Allowed choices are all, web, worker/],
  ])("serve %j on SQLite is wrong use, and nothing is opened", async (args, message) => {
    const folder = join(dir, "never-made");
    const ran = await run(["serve", ...args], "", { DATA_DIR: folder, PORT: "0" });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
    expect(existsSync(folder)).toBe(false);
  });

  test("every command has help", async () => {
    for (const command of ["diagnose", "evaluate", "catalog", "serve", "digest"]) {
      const ran = await run([command, "--help"]);
      expect([command, ran.code]).toEqual([command, 0]);
      expect(ran.out).toContain("Usage: sglang-triage");
    }
  });
});
