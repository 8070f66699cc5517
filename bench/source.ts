/**
 * Reading every Python file of one commit, against CPython's `ast` with a walk over the same files in the same
 * run. Needs python3.
 *
 *     npx tsx bench/source.ts --git DIR [--head REV] [--package FOLDER] [--runs 2]
 *
 * Ours is what the builder does with a file: parse, raise sites, classes, facts, and all of it as JSON, in the
 * threads the builder uses, their start included; and once more in one thread. Python's is `ast.parse` and
 * `ast.walk`, which finds nothing yet. Wall-clock time; the better of the runs, taken in turns.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openObjects, readBlobs, resolveCommit, TreeLister } from "../src/source/git.ts";
import { openParsePool } from "../src/source/parse-pool.ts";
import { findPackage } from "../src/source/releases.ts";
import { ratioLine } from "./measure.ts";

const { values } = parseArgs({
  options: {
    git: { type: "string" },
    head: { type: "string", default: "HEAD" },
    package: { type: "string" },
    runs: { type: "string", default: "2" },
  },
});
if (values.git === undefined) throw new Error("--git is missing: name a clone of the project");
const gitDir = values.git;

/** As the editor of a first parser would write it: bytes, since `ast` minds the coding itself. */
const PYTHON = `
import ast, os, sys, time, warnings
warnings.simplefilter("ignore")
start = time.perf_counter()
refused = 0
for name in os.listdir(sys.argv[1]):
    with open(os.path.join(sys.argv[1], name), "rb") as file:
        source = file.read()
    try:
        for _ in ast.walk(ast.parse(source)):
            pass
    except (SyntaxError, ValueError):
        refused += 1
print(time.perf_counter() - start, refused)
`;

async function readOurs(oids: string[], workers: number | undefined): Promise<number> {
  const start = performance.now();
  const pool = openParsePool({
    gitDir,
    cacheDir: null,
    builderVersion: "bench",
    ...(workers === undefined ? {} : { workers }),
  });
  try {
    pool.add(oids);
    await pool.finish();
  } finally {
    pool.close();
  }
  return performance.now() - start;
}

const folder = mkdtempSync(join(tmpdir(), "bench-source-"));
const objects = openObjects(gitDir);
try {
  const head = await resolveCommit(gitDir, values.head);
  const packagePath = values.package ?? (await findPackage(objects, head));
  const files = (await new TreeLister(objects).list(head, packagePath)).filter(({ path }) =>
    path.endsWith(".py"),
  );
  const oids = [...new Set(files.map(({ oid }) => oid))];
  let bytes = 0;
  for await (const { oid, data } of readBlobs(objects, oids)) {
    if (data === null) throw new Error(`the object ${oid} is missing: use a full clone`);
    bytes += data.length;
    writeFileSync(join(folder, `${oid}.py`), data);
  }
  const best = {
    threads: Number.POSITIVE_INFINITY,
    one: Number.POSITIVE_INFINITY,
    python: Number.POSITIVE_INFINITY,
  };
  let refused = "";
  for (let run = 0; run < Number(values.runs); run += 1) {
    best.threads = Math.min(best.threads, await readOurs(oids, undefined));
    const python = spawnSync("python3", ["-c", PYTHON, folder], { encoding: "utf8" });
    if (python.status !== 0) throw new Error(`python3 failed: ${python.stderr}`);
    const [seconds, count] = python.stdout.trim().split(" ");
    refused = count!;
    best.python = Math.min(best.python, Number(seconds) * 1000);
    best.one = Math.min(best.one, await readOurs(oids, 0));
  }
  console.log(`${oids.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${refused} of them refused by ast`);
  console.log(ratioLine("reading sites and facts, threads", best.threads, "ast and walk", best.python));
  console.log(ratioLine("reading sites and facts, one thread", best.one, "ast and walk", best.python));
} finally {
  objects.close();
  rmSync(folder, { recursive: true, force: true });
}
