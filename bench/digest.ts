/**
 * How long a digest takes over a year of occurrences: npx tsx bench/digest.ts [--occurrences N].
 * Against itself with a tenth of the data, in one run; on PostgreSQL where DATABASE_URL names one.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeDigest } from "../src/digest/run-digest.ts";
import { weekNamed } from "../src/digest/window.ts";
import { loadCatalog } from "../src/match/catalog.ts";
import { type Database, openDatabase } from "../src/store/database.ts";

/** Bars of the issue that asked for the digest: seconds, MB, and times ten times the data may cost. */
const BARS = { seconds: 5, megabytes: 300, growth: 11 };
const ROUNDS = 3;
const ROWS_PER_INSERT = 1_000;

const { values } = parseArgs({
  options: {
    occurrences: { type: "string", default: "1000000" },
    /** For the process that only measures: where the store is, and the repository. */
    folder: { type: "string" },
    repository: { type: "string" },
  },
});
const occurrences = Number(values.occurrences);
const catalog = loadCatalog();
const week = weekNamed("2026-W52", "UTC")!;
const begins = weekNamed("2026-W01", "UTC")!.from.getTime();
const length = week.to.getTime() - begins;
const records = [...catalog.entries.values()].slice(0, 200);

if (values.folder !== undefined) await measure(values.folder, values.repository!);
else await compare();

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-digest-"));
  try {
    const small = `bench/small-${randomUUID()}`;
    const large = `bench/large-${randomUUID()}`;
    const kind = await filled(folder, async (database) => {
      await fill(database, small, occurrences / 10);
      await fill(database, large, occurrences);
    });
    const tenth = measuredApart(folder, small);
    const whole = measuredApart(folder, large);
    const growth = round(whole.cpuSeconds / tenth.cpuSeconds);
    console.log(JSON.stringify({ store: kind, occurrences, ...whole, tenth, growth }));
    if (whole.seconds > BARS.seconds || growth > BARS.growth || whole.megabytes > BARS.megabytes)
      process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  seconds: number;
  cpuSeconds: number;
  /** The most the process held. */
  megabytes: number;
}

/** In a process of its own: what filling left behind is not the digest's. */
function measuredApart(folder: string, repository: string): Measured {
  const args = ["--import", "tsx", import.meta.filename, "--folder", folder, "--repository", repository];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Measured;
}

async function measure(folder: string, repository: string): Promise<void> {
  await filled(folder, async (database) => {
    const measured = await fastest(database, repository);
    console.log(JSON.stringify({ ...measured, megabytes: Math.round(peakOf() / 1e6) }));
  });
}

/** @returns which kind of store it is */
async function filled(folder: string, work: (database: Database) => Promise<void>): Promise<string> {
  const url = process.env.DATABASE_URL;
  const database = await openDatabase(url === undefined ? { dataDir: folder } : { url, dataDir: folder });
  try {
    await work(database);
    return database.kind;
  } finally {
    await database.close();
  }
}

async function fastest({ db }: Database, repository: string): Promise<Omit<Measured, "megabytes">> {
  const source = { db, catalog, recordUrl: () => null };
  let best = { seconds: Number.POSITIVE_INFINITY, cpuSeconds: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const began = performance.now();
    const cpu = process.cpuUsage();
    await makeDigest(source, repository, week, "UTC");
    const { user, system } = process.cpuUsage(cpu);
    const seconds = round((performance.now() - began) / 1_000);
    if (seconds < best.seconds) best = { seconds, cpuSeconds: round((user + system) / 1e6) };
  }
  return best;
}

/** The most this process ever held, in bytes (the system counts in kilobytes). */
function peakOf(): number {
  return process.resourceUsage().maxRSS * 1_024;
}

/** Half of them known, half of ten thousand unknown kinds; three to an issue. */
async function fill({ db }: Database, repository: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += ROWS_PER_INSERT) {
    const numbers = Array.from({ length: Math.min(ROWS_PER_INSERT, count - start) }, (_, i) => start + i);
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto("occurrences")
        .values(numbers.map((number) => rowOf(repository, number, count)))
        .execute();
      await tx
        .insertInto("issues")
        .values(
          numbers.filter((number) => number % 3 === 0).map((number) => issueOf(repository, number, count)),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }
}

function rowOf(repository: string, number: number, count: number) {
  const record = number % 2 === 0 ? records[(number / 2) % records.length]! : null;
  const kind = record === null ? (number * 7_919) % 10_000 : number % records.length;
  return {
    repository,
    issue: Math.floor(number / 3) + 1,
    part: "body",
    line_number: 10,
    author_hash: `a${(number * 31) % 50_000}`,
    error_class: record === null ? "RuntimeError" : record.class,
    record_id: record?.id ?? null,
    site_id: null,
    background_tag: record?.backgroundTag ?? null,
    masked_message: record?.message ?? `the ${name(kind)} of <n> workers disagree about ${name(kind * 3)}`,
    fingerprint: `${record === null ? "u" : "k"}${kind}`,
    frame: null,
    is_leading: number % 3 === 0 ? 1 : 0,
    confidence: 0.9,
    release: "0.5.6",
    vendor: "nvidia",
    environment: JSON.stringify({ gpus: ["NVIDIA H100 80GB HBM3"], flags: ["--enable-dp-attention"] }),
    observed_at: begins + Math.floor((number / count) * length),
  };
}

function issueOf(repository: string, number: number, count: number) {
  const at = begins + Math.floor((number / count) * length);
  return {
    repository,
    issue: Math.floor(number / 3) + 1,
    title: "an issue",
    state: "open" as const,
    author_hash: `a${(number * 31) % 50_000}`,
    opened_at: at,
    updated_at: at,
    closed_by: null,
    closed_at: null,
    answered_at: number % 2 === 0 ? at + 3_600_000 : null,
    decision: "reply" as const,
    silence: null,
  };
}

/** A word no other number has. */
function name(number: number): string {
  return `part_${number.toString(36)}`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
