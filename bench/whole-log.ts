/**
 * The whole pipeline over a server's log, made anew from a fresh seed: reading it, matching it against the whole
 * catalog. Against grep, ripgrep and an Aho-Corasick package that only look for the templates' longest literals.
 * Everything runs in turns on one thread; of each the shortest run counts.
 *
 *     npx tsx bench/whole-log.ts [--seed N] [--rounds 5] [--long]     (--long: a log of 100 MB as well)
 */
import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { AhoCorasick } from "@monyone/aho-corasick";
import { parseTemplate } from "../src/catalog/template.ts";
import { diagnoseStream } from "../src/diagnose.ts";
import { type Catalog, loadCatalog } from "../src/match/catalog.ts";
import { least, type Spent, spentByCommand, spentOn, spentText } from "./measure.ts";
import { type MixedLog, mixedLog, type Plantable } from "./mixed-log.ts";
import { type Hit, hit, hitsNaively, naiveCatalog, withTemplates } from "./naive.ts";

const MEGABYTES = 10;
const CHUNK_BYTES = 1 << 18;
/** Readings before any is measured: a server has read more. */
const WARM_UP = 5;
/** Matching by message wants that many literal characters of a template; shorter anchors would stop grep at any line. */
const MIN_ANCHOR = 10;

/** Messages of one line that take part in matching, each template once. */
function plantables(catalog: Catalog): Plantable[] {
  const sites = catalog.siteProjects().flatMap(({ index }) => [...index.sites()]);
  const all: Plantable[] = [
    ...sites
      .filter((it) => it.distinguishable)
      .map((it) => ({ template: it.template, errorClass: it.class })),
    ...[...catalog.entries.values()].flatMap(({ match }) =>
      match.flatMap((it) =>
        it.message == null ? [] : { template: it.message, errorClass: [it.class].flat()[0] ?? null },
      ),
    ),
  ];
  return [...new Map(all.map((it) => [it.template, it])).values()].filter(
    ({ template }) => !template.includes("\n") && anchorOf(template).length >= MIN_ANCHOR,
  );
}

function anchorOf(source: string): string {
  const literals = parseTemplate(source).parts.filter((part) => typeof part === "string");
  return literals.reduce((best, part) => (part.length > best.length ? part : best), "");
}

async function hitsOf(file: string, catalog: Catalog): Promise<Hit[]> {
  const { errors } = await diagnoseStream(
    "",
    createReadStream(file, { highWaterMark: CHUNK_BYTES }),
    catalog,
  );
  return errors.map(({ error, match }) => hit(error.lineNumber, match, error.count));
}

/** Opponents, as long as they are installed. */
function commands(
  anchors: string,
  file: string,
): [name: string, command: string, env: Record<string, string>][] {
  const grep = `grep -F -c -f ${anchors} ${file}`;
  const all: [string, string, Record<string, string>][] = [
    ["grep -F -c -f anchors", grep, {}],
    ["the same in the C locale", grep, { LC_ALL: "C" }],
    ["the same on an empty file: its start alone", `grep -F -c -f ${anchors} /dev/null || true`, {}],
    ["rg -j1 -F -c -f anchors", `rg -j1 -F -c -f ${anchors} ${file}`, {}],
  ];
  const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;
  if (!hasRipgrep) console.log("ripgrep is not installed: left out");
  return all.filter(([name]) => hasRipgrep || !name.startsWith("rg "));
}

async function againstGrep(catalog: Catalog, log: MixedLog, file: string, anchors: string, rounds: number) {
  const opponents = commands(anchors, file);
  const best = new Map<string, Spent>();
  const keep = (name: string, spent: Spent): void => {
    best.set(name, least(best.get(name) ?? null, spent));
  };
  const hits = await hitsOf(file, catalog);
  for (let run = 1; run < WARM_UP; run += 1) await hitsOf(file, catalog);
  for (let round = 0; round < rounds; round += 1) {
    keep("ours", await spentOn(() => hitsOf(file, catalog)));
    for (const [name, command, env] of opponents) keep(name, spentByCommand(command, env));
  }
  const text = log.bytes.toString();
  const automaton = new AhoCorasick(readFileSync(anchors, "utf8").trim().split("\n"));
  keep("@monyone/aho-corasick, its building left out", await spentOn(() => automaton.matchInText(text)));
  const ours = best.get("ours")!;
  console.log(`the whole pipeline over ${MEGABYTES} MB, ${log.lines} lines: ${spentText(ours)}`);
  for (const [name, theirs] of best)
    if (name !== "ours")
      console.log(
        `  ${name}: ${spentText(theirs)}; ours is ${(theirs.cpu / ours.cpu).toFixed(2)} times as fast by ` +
          `processor, ${(theirs.wall / ours.wall).toFixed(2)} by clock`,
      );
  const naive: { hits: Hit[] } = { hits: [] };
  const spent = await spentOn(() => {
    naive.hits = hitsNaively(text, naiveCatalog(catalog));
  });
  const same = isDeepStrictEqual(hits, naive.hits);
  const known = hits.filter(([, match]) => match !== "").length;
  console.log(
    `  every line to every reader, every template on every error: ${spentText(spent)}; ` +
      `${same ? "the same" : "NOT THE SAME"} ${hits.length} errors, ${known} of them known`,
  );
  if (!same) process.exitCode = 1;
  const sightings = hits.reduce((sum, [, , count]) => sum + count, 0);
  const found = new Set(hits.map(([lineNumber]) => lineNumber));
  const distinct = new Map(log.planted.map((it): [string, number] => [it.template, it.lineNumber]).reverse());
  const first = [...distinct.values()].filter((lineNumber) => found.has(lineNumber)).length;
  console.log(
    `  planted ${log.planted.length} errors of ${distinct.size} templates: of ${first} the report shows the first; ` +
      `it folds ${sightings} sightings`,
  );
}

async function byCatalogSize(catalog: Catalog, file: string, rounds: number) {
  const [small, large] = [withTemplates(catalog, 1_000), withTemplates(catalog, 16_000)];
  let [few, many]: (Spent | null)[] = [null, null];
  await hitsOf(file, small);
  await hitsOf(file, large);
  for (let round = 0; round < rounds; round += 1) {
    few = least(few ?? null, await spentOn(() => hitsOf(file, small)));
    many = least(many ?? null, await spentOn(() => hitsOf(file, large)));
  }
  console.log(
    `a megabyte with 1,000 templates: ${(few!.cpu / MEGABYTES).toFixed(1)} ms, with 16,000: ` +
      `${(many!.cpu / MEGABYTES).toFixed(1)} ms, ${(many!.cpu / few!.cpu).toFixed(2)} times (processor)`,
  );
}

interface LongRead extends Spent {
  /** The process's largest resident set, in MB. */
  peak: number;
}

/** Reads a log in a process of its own, warmed up on a short one. */
function readAlone(file: string, warm: string): LongRead {
  const args = ["--import", "tsx", "bench/read-log.ts", file, warm];
  const run = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as LongRead;
}

function longLog(short: string, long: string, anchors: string, rounds: number) {
  const best: { short: LongRead | null; long: LongRead | null } = { short: null, long: null };
  for (let round = 0; round < rounds; round += 1)
    for (const [which, file] of [
      ["short", short],
      ["long", long],
    ] as const) {
      const read = readAlone(file, short);
      best[which] = { ...least(best[which], read), peak: Math.max(best[which]?.peak ?? 0, read.peak) };
    }
  const { short: ten, long: hundred } = best;
  console.log(
    `${MEGABYTES} MB in a process of its own: ${spentText(ten!)}, peak ${ten!.peak.toFixed(0)} MB; ` +
      `${10 * MEGABYTES} MB: ${spentText(hundred!)}, peak ${hundred!.peak.toFixed(0)} MB; ` +
      `${(hundred!.cpu / ten!.cpu).toFixed(2)} times the processor, ${(hundred!.wall / ten!.wall).toFixed(2)} times the clock`,
  );
  console.log(
    `  grep -F on the ${10 * MEGABYTES} MB: ${spentText(spentByCommand(`grep -F -c -f ${anchors} ${long}`))}`,
  );
}

const { values } = parseArgs({
  options: { seed: { type: "string" }, rounds: { type: "string", default: "5" }, long: { type: "boolean" } },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), "bench-log-"));
const [file, long, anchors] = ["log", "long", "anchors"].map((name) => join(folder, name));
try {
  const catalog = loadCatalog();
  const errors = plantables(catalog);
  const log = mixedLog(MEGABYTES * 1e6, seed, errors);
  writeFileSync(file!, log.bytes);
  const unique = [...new Set(errors.map(({ template }) => anchorOf(template)))];
  writeFileSync(anchors!, `${unique.join("\n")}\n`);
  console.log(`seed ${seed}; ${errors.length} templates, ${unique.length} anchors`);
  const rounds = Number(values.rounds);
  await againstGrep(catalog, log, file!, anchors!, rounds);
  await byCatalogSize(catalog, file!, rounds);
  if (values.long) {
    const parts = Array.from(
      { length: 10 },
      (_, part) => mixedLog(MEGABYTES * 1e6, seed + part, errors).bytes,
    );
    writeFileSync(long!, Buffer.concat(parts));
    longLog(file!, long!, anchors!, rounds);
  }
} finally {
  rmSync(folder, { recursive: true });
}
