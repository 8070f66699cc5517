/**
 * Round trip of raise sites: Python formats the message of random sites with random values, and the matcher
 * must name that site first, or one with an equal template. Needs python3.
 *
 *     npx tsx scripts/round-trip.ts [--sites 500] [--seed N]
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { parseTemplate } from "../src/catalog/template.ts";
import { readEnvironment } from "../src/extract/environment.ts";
import type { ReportedError } from "../src/extract/report.ts";
import { loadCatalog } from "../src/match/catalog.ts";
import { matchSites } from "../src/match/match-sites.ts";

const { values } = parseArgs({
  options: { sites: { type: "string", default: "500" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));

/** Formats each template's pieces with random values: strings, numbers, lists, None, with line ends and brackets. */
const PYTHON = `
import json, random, sys
random.seed(int(sys.argv[1]))
def value():
    return random.choice([
        lambda: random.randint(-5, 99999), lambda: random.random() * 1e6, lambda: None, lambda: True,
        lambda: [random.randint(0, 9) for _ in range(random.randint(0, 4))], lambda: {"a": [1, "x"]}, lambda: (1, 2),
        lambda: "model.layers.%d.mlp" % random.randint(0, 80), lambda: "a {b} [c] (d)", lambda: "two\\nlines", lambda: "/tmp/x y",
    ])()
for line in sys.stdin:
    pieces = json.loads(line)
    print(json.dumps("".join(p if isinstance(p, str) else str(value()) for p in pieces)))
`;

const [project] = loadCatalog().siteProjects();
if (project === undefined) throw new Error("the catalog has no raise sites: run catalog build");
const candidates = [...project.index.sites()].filter(
  (site) => site.distinguishable && project.index.linesAt(site.id, "head") !== null,
);
let state = seed;
const random = () => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return state / 2 ** 32;
};
const sample = Array.from(
  { length: Number(values.sites) },
  () => candidates[Math.floor(random() * candidates.length)]!,
);

const input = sample
  .map(({ template }) =>
    JSON.stringify(parseTemplate(template).parts.map((part) => (typeof part === "string" ? part : null))),
  )
  .join("\n");
const python = spawnSync("python3", ["-c", PYTHON, String(seed)], {
  input,
  encoding: "utf8",
  maxBuffer: 2 ** 28,
});
if (python.status !== 0) throw new Error(`python3 failed: ${python.stderr}`);
const messages = python.stdout
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as string);

/** Two sites that print the same words cannot be told apart by what the holes are called. */
function shapeOf(template: string): string {
  return parseTemplate(template)
    .parts.map((part) => (typeof part === "string" ? part : "{}"))
    .join("");
}

const environment = readEnvironment([]);
const missed = sample.filter((site, i) => {
  const message = messages[i]!;
  const error: ReportedError = {
    part: "body",
    line: message.split("\n")[0]!,
    lineNumber: 1,
    errorClass: site.class,
    message,
    frames: [],
    role: "root",
    shape: "round-trip",
    count: 1,
  };
  const found = matchSites(error, environment, project)?.site;
  const right = found != null && (found.id === site.id || shapeOf(found.message) === shapeOf(site.template));
  if (!right)
    console.log(
      `${site.id} ${site.template}\n  printed: ${message.slice(0, 160)}\n  found:   ${found?.message ?? "nothing"}`,
    );
  return !right;
});
console.log(JSON.stringify({ seed, sites: sample.length, right: sample.length - missed.length }));
process.exitCode = missed.length > 0 ? 1 : 0;
