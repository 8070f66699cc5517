/** A small made-up project: three releases and a head, a few flags, names and raise sites. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LintContext, lintContext, type SourceContext, sourceContext } from "../../src/lint/context.ts";
import { makeForeign } from "../../src/lint/foreign.ts";
import { loadFacts } from "../../src/source/facts.ts";
import type { ReleaseRange } from "../../src/source/presence.ts";
import { pythonParser } from "../../src/source/python-parser.ts";
import { type FactRow, readFacts, type StoredProject, writeStore } from "../../src/source/site-store.ts";
import { loadSites } from "../../src/source/sites.ts";
import { catalogOf } from "../match/builders.ts";

export const HEAD_COMMIT = "d315eb725044e435b146c85488b7c6d9222f7fec";
export const COMMIT_1_0 = "a".repeat(40);
const ALWAYS: ReleaseRange[] = [["v1.0.0", null]];
const SERVER = "python/sglang/srt/server_args.py";

function flag(name: string, changes: Partial<Extract<FactRow, { type: "flag" }>> = {}): FactRow {
  return { type: "flag", name, aliases: [], file: SERVER, releases: ALWAYS, ...changes };
}

const FACTS: FactRow[] = [
  flag("--teeth"),
  flag("--teeth-size", { aliases: ["--tsz"] }),
  flag("--tsz", { of: "--teeth-size" }),
  flag("--mill-mode", { choices: ["coarse", "fine_grain"] }),
  flag("--polish", { releases: [["v1.2.0", null]] }),
  flag("--grease", { releases: [["v1.0.0", "v1.1.0"]] }),
  flag("--rounds", { file: "python/sglang/bench_mill.py" }),
  { type: "environment", name: "SGLANG_MILL_DEPTH", releases: ALWAYS },
  { type: "route", path: "/grind", methods: ["POST"], file: SERVER, releases: ALWAYS },
  { type: "module", name: "sglang.launch_server", releases: ALWAYS, names: {} },
  { type: "module", name: "sglang.bench_mill", releases: ALWAYS, names: {} },
  {
    type: "module",
    name: "sglang.srt.mill",
    releases: ALWAYS,
    names: { "v1.0.0..": "Mill Mill.grind_corn sharpen_teeth" },
  },
  { type: "folder", path: "docs", files: ["milling.md"] },
];

export const SITE_ID = "00000000000000aa";
/** A message of the first two releases. */
export const GONE_ID = "00000000000000bb";

function store(): StoredProject {
  const release = (name: string, commit: string) => ({ name, commit, date: "2026-01-01T00:00:00.000Z" });
  const file = "python/sglang/srt/mill.py";
  const here = { id: SITE_ID, first: 12, span: 2 };
  const table = new Map([[file, [here]]]);
  const older = new Map([[file, [here, { id: GONE_ID, first: 30, span: 1 }]]]);
  const names = ["v1.0.0", "v1.1.0", "v1.2.0"];
  return {
    releases: {
      project: "sgl-project/sglang",
      package: "python/sglang",
      builderVersion: "test",
      head: { commit: HEAD_COMMIT, date: "2026-02-01T00:00:00.000Z" },
      releases: names.map((name, i) => release(name, i === 0 ? COMMIT_1_0 : String(i).repeat(40))),
      tables: names,
    },
    sites: [
      {
        id: SITE_ID,
        kind: "raise",
        class: "ValueError",
        bases: [],
        template: "The frobnicator has {count} teeth but {wanted} are needed",
        file,
        function: "Mill.grind_corn",
        guard: "count != wanted",
        releases: ALWAYS,
      } as unknown as StoredProject["sites"][number],
      {
        id: GONE_ID,
        kind: "raise",
        class: "ValueError",
        bases: [],
        template: "A mill of {len(stones)} stones needs more than {self.depth} of depth",
        file,
        function: "Mill.fill",
        guard: "self.server_args.teeth_size < 2 and envs.SGLANG_MILL_DEPTH.get()",
        releases: [["v1.0.0", "v1.1.0"]],
      } as unknown as StoredProject["sites"][number],
    ],
    facts: FACTS,
    tables: new Map([...names, "head"].map((name) => [name, /^v1\.[01]/.test(name) ? older : table])),
  };
}

/** What the made-up project and a short list of foreign names say. */
export async function madeUpSource(): Promise<SourceContext> {
  const parent = mkdtempSync(join(tmpdir(), "lint-"));
  try {
    const directory = join(parent, "mill");
    writeStore(directory, store(), new Set());
    return sourceContext({
      facts: loadFacts(directory),
      foreign: makeForeign(FOREIGN),
      projects: new Map([["sgl-project/sglang", loadSites(directory)]]),
      flags: readFacts(directory).flatMap((row) => (row.type === "flag" ? [row] : [])),
      parsePython: await pythonParser(),
    });
  } finally {
    rmSync(parent, { recursive: true });
  }
}

const because = { reason: "made up for the tests" };
const FOREIGN = {
  programs: [{ name: "docker", words: ["docker"], flags: ["--gpus"], ...because }],
  environment: [{ names: ["NCCL_DEBUG", "MILL_*"], ...because }],
  modules: [{ names: ["torch", "requests"], ...because }],
  words: [{ names: ["MoE"], ...because }],
  files: [{ names: ["config.json"], ...because }],
  folders: [{ names: ["/dev"], ...because }],
  routes: [{ names: ["/workers"], ...because }],
};

/** The standard entry of the tests, placed and without fault; `changes` plant one. */
export function contextOf(
  source: SourceContext,
  entries: Record<string, Record<string, unknown>>,
): LintContext {
  const placed = { sites: [{ file: "python/sglang/srt/mill.py", function: "Mill.grind_corn" }] };
  const made = Object.entries(entries).map(([slug, changes]) => [slug, { ...placed, ...changes }]);
  return lintContext(catalogOf(Object.fromEntries(made)), source);
}

/** Slug of the standard entry by its message. */
export const SLUG = "the-frobnicator-has-teeth-but-are-needed";
