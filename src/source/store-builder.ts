/** Joins the readings of many trees into one store: each site and fact once, with the releases it exists in. */
import type { TreeFile } from "./git.ts";
import { compareEntries, type LineEntry, type LineTable } from "./line-table.ts";
import {
  addRanges,
  type Bits,
  emptyBits,
  HEAD,
  lastBit,
  parseRanges,
  rangesOf,
  rangesText,
  setBit,
} from "./presence.ts";
import type { RawFlag } from "./python-facts.ts";
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

/** Something that exists at some releases; `value` is as at the newest of them. */
interface Present<T> {
  value: T;
  newest: number;
  bits: Bits;
}

type Fact =
  | (RawFlag & { type: "flag"; file: string; of?: string })
  | { type: "environment"; name: string }
  | { type: "route"; path: string; methods: string[]; file: string }
  | { type: "architecture"; name: string; file: string }
  | { type: "module"; name: string }
  | { type: "name"; module: string; name: string };

interface FileRows {
  entries: readonly LineEntry[];
  sites: { present: Present<SiteFacts>; value: SiteFacts }[];
  facts: { present: Present<Fact>; value: Fact }[];
}

export class StoreBuilder {
  private readonly project: string;
  private readonly packagePath: string;
  private readonly releases: Release[];
  private readonly order: string[];
  private readonly index: Map<string, number>;
  private readonly sites = new Map<string, Present<SiteFacts>>();
  private readonly facts = new Map<string, Present<Fact>>();
  private readonly tables = new Map<string, LineTable>();
  private readonly memo = new Map<string, FileRows>();

  /** @param releases all releases of the store to be, in order */
  constructor(project: string, packagePath: string, releases: Release[]) {
    this.project = project;
    this.packagePath = packagePath;
    this.releases = releases;
    this.order = [...releases.map((release) => release.name), HEAD];
    this.index = new Map(this.order.map((name, i) => [name, i]));
  }

  /** Takes over the releases of an earlier store; its head is forgotten. */
  addStored(store: StoredProject): void {
    const from = releaseOrder(store.releases);
    const to = new Map([...this.index].filter(([name]) => name !== HEAD && from.includes(name)));
    const restore = <T>(
      map: Map<string, Present<T>>,
      key: string,
      value: T,
      ranges: SiteRow["releases"],
    ): void => {
      const bits = emptyBits(this.order.length);
      addRanges(bits, ranges, from, to);
      const newest = lastBit(bits);
      if (newest >= 0) map.set(key, { value, newest, bits });
    };
    for (const { releases, ...site } of store.sites) restore<SiteFacts>(this.sites, site.id, site, releases);
    for (const row of store.facts) {
      if (row.type === "folder") continue;
      if (row.type === "module") {
        restore<Fact>(this.facts, `module ${row.name}`, { type: "module", name: row.name }, row.releases);
        for (const [range, names] of Object.entries(row.names)) {
          for (const name of names.split(" ")) {
            restore<Fact>(
              this.facts,
              `name ${row.name} ${name}`,
              { type: "name", module: row.name, name },
              parseRanges(range),
            );
          }
        }
        continue;
      }
      const { releases, ...fact } = row;
      restore<Fact>(this.facts, factKey(fact), fact, releases);
    }
    for (const release of this.releases) {
      const table = store.tables.get(release.name);
      if (table !== undefined) this.tables.set(release.name, table);
    }
  }

  /** Adds what stands in one tree. */
  addTree(name: string, files: TreeFile[], readings: Map<string, FileReading>): void {
    const at = this.index.get(name)!;
    const classes = new ClassIndex();
    for (const file of files) classes.add(file.path, readings.get(file.oid)!.classes);
    const signature = classes.signature();
    const table: LineTable = new Map();
    for (const file of files) {
      const reading = readings.get(file.oid)!;
      const rows = this.rowsOf(file, reading, classes, signature);
      if (rows.entries.length > 0) table.set(file.path, rows.entries);
      for (const { present, value } of rows.sites) mark(present, value, at);
      for (const { present, value } of rows.facts) mark(present, value, at);
    }
    this.tables.set(name, table);
  }

  private rowsOf(file: TreeFile, reading: FileReading, classes: ClassIndex, signature: string): FileRows {
    const dependent = reading.sites.some((site) => site.args !== undefined);
    const key = `${file.oid} ${dependent ? signature : ""} ${file.path}`;
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    const placed = resolveSites(this.project, file.path, reading, classes);
    const rows: FileRows = {
      entries: placed
        .map(({ site, first, last }) => ({ id: site.id, first, span: last - first }))
        .sort(compareEntries),
      sites: placed.map(({ site }) => ({ value: site, present: this.present(this.sites, site.id, site) })),
      facts: this.factsOf(file.path, reading).map((fact) => ({
        value: fact,
        present: this.present(this.facts, factKey(fact), fact),
      })),
    };
    this.memo.set(key, rows);
    return rows;
  }

  private present<T>(map: Map<string, Present<T>>, key: string, value: T): Present<T> {
    const known = map.get(key);
    if (known !== undefined) return known;
    const made: Present<T> = { value, newest: -1, bits: emptyBits(this.order.length) };
    map.set(key, made);
    return made;
  }

  private factsOf(path: string, { facts }: FileReading): Fact[] {
    const module = moduleName(path, this.packagePath);
    const rows: Fact[] = [{ type: "module", name: module }];
    // Nobody is advised to call what tests define.
    if (!/(?:^|\.)tests?\./.test(module))
      for (const name of facts.names) rows.push({ type: "name", module, name });
    for (const flag of facts.flags) {
      rows.push({ type: "flag", file: path, ...flag });
      for (const alias of flag.aliases)
        rows.push({ type: "flag", file: path, name: alias, aliases: [], of: flag.name });
    }
    for (const name of facts.environment) rows.push({ type: "environment", name });
    for (const route of facts.routes) rows.push({ type: "route", file: path, ...route });
    for (const name of facts.architectures) rows.push({ type: "architecture", name, file: path });
    return rows;
  }

  /**
   * The store as it is to be written.
   * @param tables the table chain of the store before; new releases go to its end
   * @param headFiles all files of the repository at head
   */
  finish(head: { commit: string; date: string }, tables: string[], headFiles: TreeFile[]): StoredProject {
    const chained = new Set(tables);
    return {
      releases: {
        project: this.project,
        package: this.packagePath,
        builderVersion: BUILDER_VERSION,
        head,
        releases: this.releases,
        tables: [
          ...tables,
          ...this.releases.map((release) => release.name).filter((name) => !chained.has(name)),
        ],
      },
      sites: this.siteRows(),
      facts: [...this.factRows(), ...folderRows(headFiles, this.packagePath)],
      tables: this.tables,
    };
  }

  private siteRows(): SiteRow[] {
    const rows = [...this.sites.values()].map(
      ({ value, bits }): SiteRow => ({ ...value, releases: rangesOf(bits, this.order) }),
    );
    return rows.sort(
      (a, b) =>
        order(a.file, b.file) ||
        order(a.function, b.function) ||
        order(a.kind, b.kind) ||
        order(a.template, b.template) ||
        order(a.id, b.id),
    );
  }

  private factRows(): FactRow[] {
    const rows: FactRow[] = [];
    const modules = new Map<string, Map<string, string[]>>();
    for (const { value, bits } of this.facts.values()) {
      if (value.type !== "name") continue;
      const range = rangesText(rangesOf(bits, this.order));
      const byRange = modules.get(value.module) ?? new Map<string, string[]>();
      modules.set(value.module, byRange);
      const names = byRange.get(range) ?? [];
      byRange.set(range, names);
      names.push(value.name);
    }
    for (const { value, bits } of this.facts.values()) {
      const releases = rangesOf(bits, this.order);
      if (value.type === "name") continue;
      if (value.type === "module") {
        const names = [...(modules.get(value.name) ?? [])]
          .sort((a, b) => order(a[0], b[0]))
          .map(([range, list]) => [range, list.sort().join(" ")]);
        rows.push({ ...value, releases, names: Object.fromEntries(names) as Record<string, string> });
      } else rows.push({ ...value, releases });
    }
    const keys = new Map(rows.map((row) => [row, factKey(row as Fact)]));
    return rows.sort((a, b) => order(keys.get(a)!, keys.get(b)!));
  }
}

function mark<T>(present: Present<T>, value: T, at: number): void {
  setBit(present.bits, at);
  if (at >= present.newest) {
    present.newest = at;
    present.value = value;
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function factKey(fact: Fact): string {
  switch (fact.type) {
    case "flag":
      return `flag ${fact.name} ${fact.file}`;
    case "route":
      return `route ${fact.path} ${fact.methods.join(",")} ${fact.file}`;
    case "architecture":
      return `architecture ${fact.name} ${fact.file}`;
    case "name":
      return `name ${fact.module} ${fact.name}`;
    default:
      return `${fact.type} ${fact.name}`;
  }
}

/** "python/sglang/srt/utils/__init__.py" in the package "python/sglang" → "sglang.srt.utils" */
export function moduleName(path: string, packagePath: string): string {
  const parent = packagePath.slice(0, packagePath.lastIndexOf("/") + 1);
  const relative = path.startsWith(parent) ? path.slice(parent.length) : path;
  return relative
    .replace(/\.py$/, "")
    .replace(/(?:^|\/)__init__$/, "")
    .replaceAll("/", ".");
}

function folderRows(files: TreeFile[], packagePath: string): FactRow[] {
  const folders = new Map<string, string[]>();
  for (const { path } of files) {
    // The package's Python files are its modules already.
    if (path.startsWith(`${packagePath}/`) && path.endsWith(".py")) continue;
    const slash = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, slash));
    const list = folders.get(folder) ?? [];
    folders.set(folder, list);
    list.push(path.slice(slash + 1));
  }
  return [...folders]
    .sort((a, b) => order(a[0], b[0]))
    .map(([path, list]) => ({ type: "folder", path, files: list.sort() }));
}

/** The template with nameless holes: what a reader of the message can see of it. */
export function bareTemplate(template: string): string {
  return template.replace(/\{\{|\}\}|\{[^{}]*\}/g, (one) => (one.length === 2 ? one : "{}"));
}
