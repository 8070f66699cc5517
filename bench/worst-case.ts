/**
 * The slowest diagnosis that a body of 65,536 characters can cost, and what the issues of a corpus cost. Times
 * are those of the processor with the whole catalog, after a warm-up; of each body the shortest run counts.
 *
 *     npx tsx bench/worst-case.ts [CORPUS.jsonl]
 */
import { existsSync, readFileSync } from "node:fs";
import { diagnose } from "../src/diagnose.ts";
import { type Catalog, loadCatalog } from "../src/match/catalog.ts";
import { CRAFTED, repeated } from "../test/extract/crafted.ts";

const LENGTH = 65_536;
const RUNS = 5;

/** Templates of the catalog, each a character short of fitting. */
function nearMisses(catalog: Catalog): [name: string, text: string][] {
  const all = catalog.siteProjects().flatMap(({ index }) => [...index.sites()]);
  const templates = [...new Set(all.map(({ template }) => template.replace(/\s+/g, " ")))];
  const spread = (line: (template: string) => string): string => {
    let text = "";
    for (let turn = 0; text.length < LENGTH; turn += 1)
      text += line(templates[(turn * 7_919) % templates.length]!);
    return text.slice(0, LENGTH);
  };
  const miss = (template: string): string => `${template.slice(0, -1)}#`;
  return [
    ["near misses, an error a line", `\`\`\`\n${spread((it) => `RuntimeError: ${miss(it)}\n`)}`],
    ["near misses in one message", `RuntimeError: ${spread((it) => `${miss(it)} `)}`],
    ["near misses in messages of many lines", `\`\`\`\nRuntimeError: ${spread((it) => `${miss(it)}\n `)}`],
    ["near misses in prose", spread((it) => `${miss(it)}\n`)],
    [
      "templates' words the other way round",
      spread((it) => `RuntimeError: ${it.split(" ").reverse().join(" ")}\n`),
    ],
    ["templates' commonest words", commonWords(templates)],
  ];
}

/** Messages as long as they may be, of the words that stand in the most templates. */
function commonWords(templates: string[]): string {
  const times = new Map<string, number>();
  for (const template of templates)
    for (const word of new Set(template.match(/[A-Za-z_]\w{2,}/g)))
      times.set(word, (times.get(word) ?? 0) + 1);
  const words = [...times].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  let text = "```\n";
  for (let turn = 0; text.length < LENGTH; turn += 1)
    text += `${turn % 1_000 === 0 ? "\nRuntimeError: " : ""}${words[turn % 2_000]} `;
  return text.slice(0, LENGTH);
}

function cost(title: string, text: string, catalog: Catalog): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    diagnose({ title, parts: [{ kind: "body", id: "body", author: "", text }] }, catalog);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

const catalog = loadCatalog();
const bodies: [name: string, text: string][] = [
  ...CRAFTED.map(([name, piece]): [string, string] => [name, repeated(piece, LENGTH)]),
  ["a line of 39,000 characters", repeated("KeyError: 'x' in y, ", 39_000)],
  ["30,000 short lines", repeated("x=1\n", 120_000).slice(0, LENGTH)],
  ...nearMisses(catalog),
];
for (const [name, text] of bodies) cost(name, text, catalog);
const costs = bodies.map(([name, text]): [string, number] => [name, cost("", text, catalog)]);
costs.sort((a, b) => b[1] - a[1]);
const [[worst, most]] = costs as [[string, number]];
console.log(
  `worst of ${costs.length} crafted bodies of ${LENGTH} characters: ${most.toFixed(1)} ms (${worst})`,
);
for (const [name, milliseconds] of costs.slice(1, 6))
  console.log(`  then ${milliseconds.toFixed(1)} ms: ${name}`);

const corpus = process.argv[2];
if (corpus === undefined || !existsSync(corpus)) console.log("no corpus given: its issues are left out");
else {
  const issues = readFileSync(corpus, "utf8").trim().split("\n");
  const each = issues.map((line) => {
    const { title, body } = JSON.parse(line) as { title: string; body: string | null };
    return cost(title, body ?? "", catalog);
  });
  each.sort((a, b) => a - b);
  const at = (share: number): string => each[Math.ceil(each.length * share) - 1]!.toFixed(1);
  console.log(`${each.length} issues: median ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`);
}
