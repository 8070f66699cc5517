/**
 * How well unknown errors are put together: the lines of the corpus that were grouped by hand, clustered as
 * a digest does it, and compared pair by pair. npx tsx scripts/judge-clusters.ts CORPUS.jsonl
 */
import { readFileSync } from "node:fs";
import { diagnose } from "../src/diagnose.ts";
import { cluster, type Item } from "../src/digest/cluster.ts";
import { loadCatalog } from "../src/match/catalog.ts";
import { fingerprintOf, frameOf, maskMessage } from "../src/match/mask.ts";

/** Bars of the issue that asked for the digest. */
const BARS = { precision: 0.98, recall: 0.9 };

type Line = [issue: number, lineNumber: number, group: number];

const [corpus] = process.argv.slice(2);
if (corpus === undefined) {
  console.error("usage: npx tsx scripts/judge-clusters.ts CORPUS.jsonl");
  process.exit(2);
}
const { lines } = JSON.parse(readFileSync("test/digest/grouping.json", "utf8")) as { lines: Line[] };
const items = itemsOf(corpus);
const judged = lines.flatMap(([issue, line, group]) => {
  const item = items.get(`${issue} ${line}`);
  return item === undefined ? [] : [{ item, group }];
});
const belongsTo = cluster(judged.map(({ item }) => item));
let both = 0;
let byHand = 0;
let byUs = 0;
const wrong: string[] = [];
for (const [index, a] of judged.entries()) {
  for (const b of judged.slice(index + 1)) {
    const wanted = a.group === b.group;
    const got = belongsTo.get(a.item.fingerprint) === belongsTo.get(b.item.fingerprint);
    both += Number(wanted && got);
    byHand += Number(wanted);
    byUs += Number(got);
    if (wanted !== got)
      wrong.push(`${wanted ? "apart   " : "together"} ${textOf(a.item)}  |  ${textOf(b.item)}`);
  }
}
if (process.argv.includes("--show")) console.log(wrong.join("\n"));
const figures = {
  lines: judged.length,
  missing: lines.length - judged.length,
  pairs: byHand,
  precision: both / byUs,
  recall: both / byHand,
};
console.log(JSON.stringify(figures));
if (figures.precision < BARS.precision || figures.recall < BARS.recall) process.exitCode = 1;

function itemsOf(file: string): Map<string, Item> {
  const catalog = loadCatalog();
  const found = new Map<string, Item>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const { number, title, body } = JSON.parse(line) as { number: number; title: string; body: string };
    const parts = [{ kind: "body" as const, id: "body", author: "", text: body }];
    for (const { error } of diagnose({ title, parts }, catalog).errors) {
      found.set(`${number} ${error.lineNumber}`, {
        fingerprint: fingerprintOf(error),
        errorClass: error.errorClass,
        maskedMessage: maskMessage(error.message),
        frame: frameOf(error),
      });
    }
  }
  return found;
}

function textOf({ errorClass, maskedMessage, frame }: Item): string {
  return `${errorClass ?? "-"}: ${maskedMessage.slice(0, 90)} (${frame ?? "-"})`;
}
