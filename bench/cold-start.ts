/** A diagnosis from a cold process, against a process that does nothing: what a person waits for. */
import { spawnSync } from "node:child_process";

const RUNS = 8;

const REPORT = "```\nKeyError: 'model.layers.0.mlp.down_proj.qweight'\nZebraError: the stripes differ\n```\n";

/** Loads the built catalog, entries and sites, and prints how long that took, modules aside. */
const LOAD_CATALOG = `
  const { loadCatalog } = await import("./dist/match/catalog.js");
  const start = performance.now();
  loadCatalog().siteProjects();
  console.log(performance.now() - start);
`;

/** Needs the built program. */
export function benchColdStart(): string {
  const best = {
    diagnosis: Number.POSITIVE_INFINITY,
    nothing: Number.POSITIVE_INFINITY,
    catalog: Number.POSITIVE_INFINITY,
  };
  for (let run = 0; run < RUNS; run += 1) {
    best.nothing = Math.min(best.nothing, node(["-e", "0"]).milliseconds);
    best.diagnosis = Math.min(best.diagnosis, node(["dist/cli/main.js", "diagnose"]).milliseconds);
    best.catalog = Math.min(best.catalog, Number(node(["--input-type=module", "-e", LOAD_CATALOG]).out));
  }
  const ratio = (best.diagnosis / best.nothing).toFixed(1);
  return (
    `a diagnosis from a cold process: ${best.diagnosis.toFixed(0)} ms, of which the catalog ` +
    `${best.catalog.toFixed(0)} ms, node -e 0: ${best.nothing.toFixed(0)} ms, ${ratio} times as long`
  );
}

function node(args: string[]): { milliseconds: number; out: string } {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: REPORT, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args[0]} failed: run \`npm run build\`\n${stderr}`);
  return { milliseconds: performance.now() - start, out: stdout };
}
