/**
 * A year of a repository, made from a seed: errors at their usual rates, and, where asked for, events planted
 * into it that a digest has to tell in their week.
 */
import type { Entry } from "../../src/catalog/entry.ts";
import { type Digest, digestOf } from "../../src/digest/digest.ts";
import { readFacts } from "../../src/digest/facts.ts";
import { COMPARED } from "../../src/digest/run-digest.ts";
import { type Window, weekNamed, windowsBefore } from "../../src/digest/window.ts";
import type { Catalog } from "../../src/match/catalog.ts";
import type { Database } from "../../src/store/database.ts";
import { indexIssue, type Occurrence } from "../../src/store/occurrences.ts";

export const REPOSITORY = "acme/engine";
const WEEKS = 52;
const DAY = 86_400_000;
const RELEASES = ["0.5.3", "0.5.4", "0.5.5", "0.5.6"];
const GPUS = ["NVIDIA H100 80GB HBM3", "NVIDIA B200", "AMD Instinct MI300X", "NVIDIA A100-SXM4-80GB"];

export interface Planted {
  week: number;
  type: "more" | "new" | "gone" | "back";
  kind: string;
}

interface Source {
  /** Record id, or the words of an unknown error. */
  kind: string;
  entry: Entry | null;
  /** Reports in a week. */
  reports(week: number, random: () => number): number;
  /** Of the reports of a week. */
  release(week: number): string | null;
}

export interface Year {
  weeks: Window[];
  planted: Planted[];
}

/** Fills the store with a year. @param events false: pure noise */
export async function makeYear(
  database: Database,
  catalog: Catalog,
  seed: number,
  events: boolean,
): Promise<Year> {
  const random = randomFrom(seed);
  const last = weekNamed("2026-W52", "UTC")!;
  const weeks = [...windowsBefore(last, WEEKS - 1, "UTC"), last];
  const planted: Planted[] = [];
  const sources = [...usual(catalog, random), ...(events ? plant(catalog, random, planted) : [])];
  await database.transaction(async (tx) => {
    let issue = 0;
    for (const [week, window] of weeks.entries()) {
      for (const source of sources) {
        const reports = source.reports(week, random);
        for (let i = 0; i < reports; i += 1) {
          issue += 1;
          const at = new Date(window.from.getTime() + random() * 7 * DAY);
          const author = `author ${Math.floor(random() * 4_000)}`;
          const closed = random() < 0.6;
          await indexIssue(
            tx,
            {
              repository: REPOSITORY,
              issue,
              title: `issue ${issue}`,
              state: closed ? "closed" : "open",
              authorHash: author,
              openedAt: at,
              updatedAt: at,
              closedAt: closed ? new Date(at.getTime() + random() * 20 * DAY) : null,
              answeredAt: random() < 0.7 ? new Date(at.getTime() + random() * 5 * DAY) : null,
              decision: source.entry === null ? "silent" : "reply",
              silence: source.entry === null ? "no-entry" : null,
            },
            occurrencesOf(source, week, at, author, random),
          );
        }
      }
    }
  });
  return { weeks, planted };
}

/** The digest of a week of the year. */
export async function digestOfWeek(database: Database, catalog: Catalog, week: Window): Promise<Digest> {
  const earlier = windowsBefore(week, COMPARED, "UTC");
  const facts = await readFacts(database.db, catalog, REPOSITORY, week, earlier);
  return digestOf(facts, (slug) => catalog.entries.get(slug));
}

function usual(catalog: Catalog, random: () => number): Source[] {
  const entries = [...catalog.entries.values()].filter(({ fixedIn }) => fixedIn === null).slice(0, 35);
  const rate = () => 0.1 + 4 * random() ** 3;
  const old = () => RELEASES[Math.floor(random() * RELEASES.length)]!;
  return [
    ...entries.map((entry) => constant(entry.id, entry, rate(), old)),
    ...Array.from({ length: 45 }, (_, i) => constant(`unknown ${i}`, null, rate(), old)),
    // Each of these is seen once or twice in the year: most errors are.
    ...Array.from({ length: 300 }, (_, i) => constant(`rare ${i}`, null, 0.03, old)),
  ];
}

function constant(kind: string, entry: Entry | null, rate: number, release: () => string): Source {
  return { kind, entry, reports: (_, random) => poisson(rate, random), release };
}

/** Two of each kind of event, in weeks that have a history. */
function plant(catalog: Catalog, random: () => number, planted: Planted[]): Source[] {
  const fixed = [...catalog.entries.values()].filter(({ fixedIn }) => fixedIn !== null);
  const weekFrom = (first: number) => first + Math.floor(random() * (WEEKS - first - 5));
  const none = () => null;
  return Array.from({ length: 8 }, (_, index): Source => {
    const type = (["more", "new", "gone", "back"] as const)[index % 4]!;
    const week = weekFrom(10);
    const entry = type === "back" ? fixed[index]! : null;
    const kind = entry?.id ?? `${type} ${index}`;
    planted.push({ week, type, kind });
    // Exact in the week of the event: chance could take the event away.
    const reports: Record<Planted["type"], Source["reports"]> = {
      more: (at, next) => (at === week ? 14 : poisson(1, next)),
      new: (at, next) => (at < week ? 0 : at === week ? 4 : poisson(4, next)),
      gone: (at, next) => (at < week ? poisson(9, next) : 0),
      back: (at, next) => (at === week ? 4 : poisson(0.3, next)),
    };
    return {
      kind,
      entry,
      reports: reports[type],
      release: type === "back" ? (at) => (at === week ? entry!.fixedIn : "0.3.0") : none,
    };
  });
}

function occurrencesOf(
  { kind, entry, release }: Source,
  week: number,
  at: Date,
  authorHash: string,
  random: () => number,
): Occurrence[] {
  const one: Occurrence = {
    part: "body",
    lineNumber: 10,
    authorHash,
    errorClass: entry === null ? "RuntimeError" : entry.class,
    recordId: entry?.id ?? null,
    siteId: null,
    backgroundTag: entry?.backgroundTag ?? null,
    maskedMessage: entry?.message ?? `the ${wordsOf(kind)} of <n> workers disagree`,
    fingerprint: `${kind} fingerprint`,
    frame: null,
    leading: true,
    confidence: 0.7 + 0.3 * random(),
    release: release(week),
    vendor: "nvidia",
    environment: { gpus: [GPUS[Math.floor(random() * GPUS.length)]!], flags: ["--enable-dp-attention"] },
    observedAt: at,
  };
  // A log repeats its error, and shows what follows from it.
  return [
    one,
    { ...one, lineNumber: 90 },
    { ...one, lineNumber: 95, leading: false, fingerprint: "broken pipe" },
  ];
}

/** Names that no other kind shares: kinds of a year are different errors. */
function wordsOf(kind: string): string {
  return `${kind.replaceAll(" ", "_")}_table and ${kind.replaceAll(" ", "_")}_index`;
}

function poisson(rate: number, random: () => number): number {
  const limit = Math.exp(-rate);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
