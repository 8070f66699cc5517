/** The generated files of a project: reading and writing `catalog/sites/<project>/`. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { SourceError } from "./git.ts";
import { decodeTable, encodeTable, type LineEntry, type LineTable } from "./line-table.ts";
import { HEAD, type Presence, presencePool, type ReleaseRange } from "./presence.ts";
import type { RawFlag, RawRoute } from "./python-facts.ts";
import type { Release } from "./releases.ts";
import type { SiteFacts } from "./resolve.ts";
import {
  readFactRows,
  readSiteRows,
  type StoredFact,
  type StoredSite,
  storedFact,
  storedSites,
} from "./stored-rows.ts";

/** Rises when the builder finds more or writes otherwise: then everything is built anew. */
export const BUILDER_VERSION = "5";

export interface ReleasesFile {
  /** "owner/name" */
  project: string;
  /** Folder of the package in the repository. */
  package: string;
  builderVersion: string;
  head: { commit: string; date: string };
  /** In order of version. */
  releases: Release[];
  /** Names of releases in the order of their line tables: each is written against the one before. */
  tables: string[];
}

export interface SiteRow extends SiteFacts {
  releases: ReleaseRange[];
}

export type FactRow =
  | (RawFlag & {
      type: "flag";
      file: string /** The flag this spelling is an alias of. */;
      of?: string;
      releases: ReleaseRange[];
    })
  | { type: "environment"; name: string; releases: ReleaseRange[] }
  | (RawRoute & { type: "route"; file: string; releases: ReleaseRange[] })
  | { type: "architecture"; name: string; file: string; releases: ReleaseRange[] }
  /** A module; `names` by "from..to" of their ranges ("from.." up to head), separated by spaces. */
  | { type: "module"; name: string; releases: ReleaseRange[]; names: Record<string, string> }
  /** The files of a folder of the repository at head. */
  | { type: "folder"; path: string; files: string[] };

export interface StoredProject {
  releases: ReleasesFile;
  sites: SiteRow[];
  facts: FactRow[];
  /** By release name, and "head". */
  tables: Map<string, LineTable>;
}

/** Names in order, head last: what ranges refer to. */
export function releaseOrder(file: ReleasesFile): string[] {
  return [...file.releases.map((release) => release.name), HEAD];
}

export function hasStore(directory: string): boolean {
  return existsSync(join(directory, "releases.json"));
}

/** @throws SourceError when a file is missing or damaged. */
export function readReleases(directory: string): ReleasesFile {
  return JSON.parse(readStored(directory, "releases.json")) as ReleasesFile;
}

/** @throws SourceError when a file is missing or damaged. */
export function readStore(directory: string): StoredProject {
  const releases = readReleases(directory);
  const tables = readTables(directory, releases);
  const sites = readSiteRows(readRows<StoredSite>(directory, "sites.jsonl"));
  return {
    releases,
    sites: withReleases(sites, tables, releaseOrder(releases)),
    facts: readFacts(directory),
    tables,
  };
}

/** @throws SourceError when the file is missing or damaged. */
export function readFacts(directory: string): FactRow[] {
  return readFactRows(readRows<StoredFact>(directory, "facts.jsonl"));
}

function withReleases(sites: SiteFacts[], tables: Map<string, LineTable>, order: string[]): SiteRow[] {
  const pool = presencePool(order);
  const present = new Map<string, Presence>(sites.map((site) => [site.id, pool.none]));
  const add = (entries: readonly LineEntry[], from: number, to: number): void => {
    for (const { id } of entries) {
      const set = present.get(id);
      if (set === undefined)
        throw new SourceError(
          `${tablePath(order[to]!)} names an unknown site ${id}: delete the folder and run \`catalog build\``,
        );
      present.set(id, pool.add(set, from, to));
    }
  };
  // Most files are as they were in the table before, and then share its array.
  const open = new Map<string, { entries: readonly LineEntry[]; from: number; to: number }>();
  for (const [at, name] of order.entries()) {
    for (const [path, entries] of tables.get(name)!) {
      const run = open.get(path);
      if (run?.entries === entries && run.to === at - 1) run.to = at;
      else {
        if (run !== undefined) add(run.entries, run.from, run.to);
        open.set(path, { entries, from: at, to: at });
      }
    }
  }
  for (const { entries, from, to } of open.values()) add(entries, from, to);
  return sites.map((site) => ({ ...site, releases: present.get(site.id)!.ranges }));
}

function readStored(directory: string, name: string): string {
  try {
    return readFileSync(join(directory, name), "utf8");
  } catch {
    throw new SourceError(`${join(directory, name)} cannot be read: run \`catalog build\``);
  }
}

function readRows<T>(directory: string, name: string): T[] {
  return readStored(directory, name)
    .split("\n")
    .flatMap((row, i) => {
      if (row === "") return [];
      try {
        return [JSON.parse(row) as T];
      } catch {
        throw new SourceError(
          `${join(directory, name)}:${i + 1} is damaged: delete the folder and run \`catalog build\``,
        );
      }
    });
}

export function packagePrefix(file: ReleasesFile): string {
  return file.package === "" ? "" : `${file.package}/`;
}

/** The line tables of all releases and of head, by name. */
function readTables(directory: string, file: ReleasesFile): Map<string, LineTable> {
  const tables = new Map<string, LineTable>();
  let table: LineTable = new Map();
  for (const name of [...file.tables, HEAD]) {
    try {
      table = decodeTable(table, readStored(directory, tablePath(name)), packagePrefix(file));
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw new SourceError(
        `${tablePath(name)}: ${(error as Error).message}: delete the folder and run \`catalog build\``,
      );
    }
    tables.set(name, table);
  }
  return tables;
}

/** Where the table of a release lies; names may hold slashes. */
export function tablePath(name: string): string {
  return join("lines", `${name.replace(/[^\w.+-]/g, "_")}.tsv`);
}

/**
 * Writes all files beside the old ones, then puts them in their place: until then the old set is
 * untouched. Line tables that `keep` names are carried over byte for byte.
 */
export function writeStore(directory: string, store: StoredProject, keep: Set<string>): void {
  const parent = dirname(directory);
  const fresh = join(parent, `.${basename(directory)}.new`);
  const old = join(parent, `.${basename(directory)}.old`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(join(fresh, "lines"), { recursive: true });
  writeFileSync(join(fresh, "releases.json"), `${JSON.stringify(store.releases, null, 1)}\n`);
  writeFileSync(join(fresh, "sites.jsonl"), rowsOf(storedSites(store.sites)));
  writeFileSync(join(fresh, "facts.jsonl"), rowsOf(store.facts.map(storedFact)));
  let before: LineTable = new Map();
  for (const name of [...store.releases.tables, HEAD]) {
    const table = store.tables.get(name)!;
    const file = join(fresh, tablePath(name));
    if (keep.has(name)) copyFileSync(join(directory, tablePath(name)), file);
    else writeFileSync(file, encodeTable(before, table, packagePrefix(store.releases)));
    before = table;
  }
  // Two renames; a crash between them is put right by `recoverStore`.
  rmSync(old, { recursive: true, force: true });
  if (existsSync(directory)) renameSync(directory, old);
  renameSync(fresh, directory);
  rmSync(old, { recursive: true, force: true });
}

/** Puts a set back that a crash left between the two renames. */
export function recoverStore(directory: string): void {
  const old = join(dirname(directory), `.${basename(directory)}.old`);
  if (existsSync(old) && !existsSync(directory)) renameSync(old, directory);
}

function rowsOf(rows: object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Folders of projects under `catalog/sites`: "owner/name" each. */
export function listProjects(sitesDir: string): string[] {
  if (!existsSync(sitesDir)) return [];
  return readdirSync(sitesDir, { withFileTypes: true }).flatMap((owner) =>
    owner.isDirectory() && !owner.name.startsWith(".")
      ? readdirSync(join(sitesDir, owner.name))
          .filter((name) => hasStore(join(sitesDir, owner.name, name)))
          .map((name) => `${owner.name}/${name}`)
      : [],
  );
}
