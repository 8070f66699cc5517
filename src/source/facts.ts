/** Reading what a project declares: flags, environment variables, routes, names, paths; the ground of the lint. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILED_FACTS } from "./compiled.ts";
import { getOrAdd } from "./get-or-add.ts";
import { HEAD, inRanges, parseRanges, type ReleaseRange } from "./presence.ts";
import { lastName } from "./python-text.ts";
import { type FactRow, type ReleasesFile, readFacts, readReleases, releaseOrder } from "./site-store.ts";
import { readFactRows, type StoredFact } from "./stored-rows.ts";

export interface Flag {
  /** As declared first: "--tp-size". */
  name: string;
  aliases: string[];
  /** Allowed values, where the first declaration lists them; null otherwise. */
  choices: string[] | null;
  /** Name of the setting, where it is not the flag's own. */
  dest: string | null;
  /** Each place that declares it, the program with the most flags (the server) first. */
  declarations: { file: string; choices: string[] | null }[];
}

export type NameKind = "flag" | "environment" | "route" | "name" | "architecture";

/** In each `has…`, `release` is a release's name, "head" (the usual), or "any". */
export interface Facts {
  project: string;
  hasFlag(name: string, release?: string): boolean;
  /** A flag by any of its spellings, the server's before a benchmark's, as at the newest release that has it. */
  flag(name: string): Flag | null;
  hasEnv(name: string, release?: string): boolean;
  /** A route by its path; `{name}` parts match anything. */
  hasRoute(path: string, release?: string): boolean;
  hasArchitecture(name: string, release?: string): boolean;
  /** A module, class or function: dotted from the package ("sglang.srt.utils"), partly ("Engine.generate") or bare ("Engine"). */
  hasName(name: string, release?: string): boolean;
  /** A file or folder of the repository at head, from its root or from the folder the package stands in. */
  hasPath(path: string): boolean;
  /** Names that look most like one that does not exist, nearest first, at most `limit`. */
  nearest(kind: NameKind, name: string, limit?: number): string[];
}

/**
 * @param directory a compiled folder (see `compileSites`), or `catalog/sites/<project>` itself
 * @throws SourceError when the files are missing or damaged.
 */
export function loadFacts(directory: string): Facts {
  const path = join(directory, COMPILED_FACTS);
  if (!existsSync(path)) return makeFacts(readReleases(directory), readFacts(directory));
  const compiled = JSON.parse(readFileSync(path, "utf8")) as { releases: ReleasesFile; facts: StoredFact[] };
  return makeFacts(compiled.releases, readFactRows(compiled.facts));
}

function makeFacts(releases: ReleasesFile, rows: FactRow[]): Facts {
  const order = new Map(releaseOrder(releases).map((name, i) => [name, i]));
  const within = (lists: ReleaseRange[][] | undefined, release: string): boolean => {
    if (lists === undefined) return false;
    if (release === "any") return true;
    const name = order.has(release) ? release : `v${release}`;
    return lists.some((ranges) => inRanges(ranges, name, order));
  };
  const byName = (type: "flag" | "environment" | "architecture"): Map<string, ReleaseRange[][]> => {
    const found = new Map<string, ReleaseRange[][]>();
    for (const row of rows) if (row.type === type) push(found, row.name, row.releases);
    return found;
  };
  const flags = byName("flag");
  const environment = byName("environment");
  const architectures = byName("architecture");
  const routes = new Map<string, ReleaseRange[][]>();
  for (const row of rows) if (row.type === "route") push(routes, routeShape(row.path), row.releases);
  const names = lazy(() => readNames(rows));
  const paths = lazy(() => readPaths(rows, releases));
  const spelled: Record<NameKind, () => Iterable<string>> = {
    flag: () => flags.keys(),
    environment: () => environment.keys(),
    route: () => routes.keys(),
    architecture: () => architectures.keys(),
    name: () => names().keys(),
  };
  return {
    project: releases.project,
    hasFlag: (name, release = HEAD) => within(flags.get(name), release),
    flag: (name) => readFlag(rows, name),
    hasEnv: (name, release = HEAD) => within(environment.get(name), release),
    hasRoute: (path, release = HEAD) => within(routes.get(routeShape(path)), release),
    hasArchitecture: (name, release = HEAD) => within(architectures.get(name), release),
    hasName: (name, release = HEAD) =>
      (names().get(lastName(name)) ?? []).some(
        ({ full, ranges }) => (full === name || full.endsWith(`.${name}`)) && within([ranges], release),
      ),
    hasPath: (path) => paths().has(path.replace(/^\.?\//, "").replace(/\/$/, "")),
    nearest: (kind, name, limit = 3) => nearest(name, spelled[kind](), limit),
  };
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  getOrAdd(map, key, () => []).push(value);
}

function lazy<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

function routeShape(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
}

function readFlag(rows: FactRow[], name: string): Flag | null {
  const flagRows = rows.filter((row) => row.type === "flag");
  const named = flagRows.filter((row) => row.name === name);
  if (named.length === 0) return null;
  // Where several programs have a flag of that name, the one with the most flags is the server.
  const sizes = new Map<string, number>();
  for (const { file } of flagRows) sizes.set(file, (sizes.get(file) ?? 0) + 1);
  const bySize = (a: FlagRow, b: FlagRow): number => sizes.get(b.file)! - sizes.get(a.file)!;
  const [spelled] = currentOf(named).sort(bySize);
  const primary = spelled!.of ?? name;
  const declarations = currentOf(flagRows.filter((row) => row.name === primary && row.of === undefined)).sort(
    bySize,
  );
  const [main] = declarations;
  return {
    name: primary,
    aliases: [...new Set(declarations.flatMap((row) => row.aliases))],
    choices: main?.choices ?? null,
    dest: main?.dest ?? null,
    declarations: declarations.map((row) => ({ file: row.file, choices: row.choices ?? null })),
  };
}

type FlagRow = Extract<FactRow, { type: "flag" }>;

/** The rows that hold at head; all where none does. */
function currentOf(rows: FlagRow[]): FlagRow[] {
  const current = rows.filter((row) => row.releases.at(-1)?.[1] === null);
  return current.length > 0 ? current : [...rows];
}

/** Modules, classes and functions with their full dotted names, by the last part. */
function readNames(rows: FactRow[]): Map<string, { full: string; ranges: ReleaseRange[] }[]> {
  const names = new Map<string, { full: string; ranges: ReleaseRange[] }[]>();
  for (const row of rows) {
    if (row.type !== "module") continue;
    push(names, lastName(row.name), { full: row.name, ranges: row.releases });
    for (const [range, list] of Object.entries(row.names)) {
      const ranges = parseRanges(range);
      for (const name of list.split(" "))
        push(names, lastName(name), { full: `${row.name}.${name}`, ranges });
    }
  }
  return names;
}

function readPaths(rows: FactRow[], releases: ReleasesFile): Set<string> {
  const paths = new Set<string>();
  const parent = releases.package.slice(0, releases.package.lastIndexOf("/") + 1);
  const add = (path: string): void => {
    for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      paths.add(at);
      if (parent !== "" && at.startsWith(parent)) paths.add(at.slice(parent.length));
    }
  };
  for (const row of rows) {
    if (row.type === "folder")
      for (const file of row.files) add(row.path === "" ? file : `${row.path}/${file}`);
    else if (row.type === "module" && row.releases.at(-1)?.[1] === null) {
      const path = parent + row.name.replaceAll(".", "/");
      add(`${path}.py`);
      paths.add(path);
      paths.add(`${path}/__init__.py`);
    }
  }
  return paths;
}

/** The candidates with the smallest edit distance, as far as it is small for the name's length. */
function nearest(name: string, candidates: Iterable<string>, limit: number): string[] {
  const most = Math.max(2, Math.floor(name.length / 3));
  const found: { candidate: string; distance: number }[] = [];
  const wanted = name.toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), most);
    if (distance <= most) found.push({ candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, limit).map(({ candidate }) => candidate);
}

/** Insertions, deletions and substitutions; `most + 1` as soon as it must be more than `most`. */
function editDistance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j += 1) {
      const cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      next.push(cost);
      if (cost < smallest) smallest = cost;
    }
    if (smallest > most) return most + 1;
    row = next;
  }
  return row[b.length]!;
}
