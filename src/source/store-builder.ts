/** Joins the readings of many trees into one store: each site and fact once, with the releases it exists in. */

import { BUILTIN_EXCEPTIONS } from "./exception-classes.ts";
import { byText, type FileFacts, factCollector, mark, type Present } from "./fact-rows.ts";
import { getOrAdd } from "./get-or-add.ts";
import type { TreeFile } from "./git.ts";
import { compareEntries, type LineEntry, type LineTable } from "./line-table.ts";
import { HEAD, presencePool } from "./presence.ts";
import type { FileReading } from "./python-file.ts";
import type { Release } from "./releases.ts";
import { ClassIndex, resolveSites, type SiteFacts } from "./resolve.ts";
import {
  BUILDER_VERSION,
  type FactRow,
  releaseOrder,
  type SiteRow,
  type StoredProject,
} from "./site-store.ts";

/** The Python files of one commit. */
export interface ProjectTree {
  /** Of the package. */
  files: TreeFile[];
  /** Of other packages of the repository; only what they declare counts. */
  neighbours: TreeFile[];
}

export interface StoreBuilder {
  /** Takes over the releases of an earlier store; its head is forgotten. */
  addStored(store: StoredProject): void;
  /** Adds what stands in one tree, that of a release or of head. */
  addTree(name: string, tree: ProjectTree, readings: Map<string, FileReading>): void;
  /**
   * Stored releases whose trees have to be added too: something was at the forgotten head that is gone now,
   * and how it was at the newest release it still exists in was not stored.
   */
  unread(): Release[];
  /**
   * The store as it is to be written.
   * @param tables the table chain of the store before; new releases go to its end
   * @param headFiles all files of the repository at head
   */
  finish(head: { commit: string; date: string }, tables: string[], headFiles: TreeFile[]): StoredProject;
}

/** What one file of a tree adds. */
interface FileRows {
  entries: readonly LineEntry[];
  sites: { present: Present<SiteFacts>; value: SiteFacts }[];
  facts: FileFacts;
}

/**
 * @param project "owner/name"
 * @param packagePath folder of the package
 * @param releases all releases of the store to be, in order
 */
export function storeBuilder(project: string, packagePath: string, releases: Release[]): StoreBuilder {
  const order = [...releases.map((release) => release.name), HEAD];
  const index = new Map(order.map((name, i) => [name, i]));
  const pool = presencePool(order);
  const sites = new Map<string, Present<SiteFacts>>();
  const facts = factCollector(pool, packagePath);
  const tables = new Map<string, LineTable>();
  const memo = new Map<string, FileRows>();
  const neighbourFacts = new Map<string, FileFacts>();

  function rowsOf(file: TreeFile, reading: FileReading, classes: ClassIndex, signature: string): FileRows {
    // Bases and message of a class that is not Python's own may stand in another file.
    const dependent = reading.sites.some(
      (site) => site.class !== null && !BUILTIN_EXCEPTIONS.has(site.class),
    );
    const key = `${file.oid} ${dependent ? signature : ""} ${file.path}`;
    return getOrAdd(memo, key, () => {
      const placed = resolveSites(project, file.path, reading, classes);
      return {
        entries: placed
          .map(({ site, first, last }) => ({ id: site.id, first, span: last - first }))
          .sort(compareEntries),
        sites: placed.map(({ site }) => ({ value: site, present: presentOf(site) })),
        facts: facts.of(file.path, reading.facts),
      };
    });
  }

  function presentOf(value: SiteFacts): Present<SiteFacts> {
    return getOrAdd(sites, value.id, () => ({ value, presence: pool.none, readAt: -1 }));
  }

  return {
    addStored(store) {
      const presenceOf = pool.reader(releaseOrder(store.releases));
      for (const { releases: ranges, ...value } of store.sites) {
        const presence = presenceOf(ranges);
        const readAt = ranges.at(-1)?.[1] === null ? -1 : presence.newest;
        if (presence !== pool.none) sites.set(value.id, { value, presence, readAt });
      }
      facts.addStored(store.facts, presenceOf);
      for (const { name } of releases) {
        const table = store.tables.get(name);
        if (table !== undefined) tables.set(name, table);
      }
    },
    addTree(name, { files, neighbours }, readings) {
      const at = index.get(name)!;
      const classes = new ClassIndex();
      for (const file of files) classes.add(file.path, readings.get(file.oid)!.classes);
      const signature = classes.signature();
      const table: LineTable = new Map();
      for (const file of files) {
        const rows = rowsOf(file, readings.get(file.oid)!, classes, signature);
        if (rows.entries.length > 0) table.set(file.path, rows.entries);
        for (const { present, value } of rows.sites) mark(pool, present, value, at);
        facts.mark(rows.facts, at);
      }
      for (const { path, oid } of neighbours) {
        const own = getOrAdd(neighbourFacts, `${oid} ${path}`, () =>
          facts.ofNeighbour(path, readings.get(oid)!.facts),
        );
        facts.mark(own, at);
      }
      tables.set(name, table);
    },
    unread() {
      const newest = [...sites.values()].flatMap(({ presence, readAt }) =>
        readAt === presence.newest ? [] : [presence.newest],
      );
      return [...new Set([...newest, ...facts.unread()])].map((at) => releases[at]!);
    },
    finish: (head, chain, headFiles) => ({
      releases: {
        project,
        package: packagePath,
        builderVersion: BUILDER_VERSION,
        head,
        releases,
        tables: [...chain, ...releases.map(({ name }) => name).filter((name) => !chain.includes(name))],
      },
      sites: [...sites.values()].map(siteRow).sort(compareSites),
      facts: [...facts.rows(), ...folderRows(headFiles, packagePath)],
      tables,
    }),
  };
}

function siteRow({ value, presence }: Present<SiteFacts>): SiteRow {
  return { ...value, releases: presence.ranges };
}

function compareSites(a: SiteRow, b: SiteRow): number {
  return (
    byText(a.file, b.file) ||
    byText(a.function, b.function) ||
    byText(a.kind, b.kind) ||
    byText(a.template, b.template) ||
    byText(a.id, b.id)
  );
}

function folderRows(files: TreeFile[], packagePath: string): FactRow[] {
  const folders = new Map<string, string[]>();
  for (const { path } of files) {
    // The package's Python files are its modules already.
    if (path.startsWith(`${packagePath}/`) && path.endsWith(".py")) continue;
    const slash = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, slash));
    getOrAdd(folders, folder, () => []).push(path.slice(slash + 1));
  }
  return [...folders]
    .sort((a, b) => byText(a[0], b[0]))
    .map(([path, list]) => ({ type: "folder", path, files: list.sort() }));
}
