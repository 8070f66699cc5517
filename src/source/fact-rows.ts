/** The facts of many trees joined: each once, with the releases it exists in. */
import { getOrAdd } from "./get-or-add.ts";
import { type Presence, type PresencePool, parseRanges, type ReleaseRange, rangesText } from "./presence.ts";
import type { RawFacts, RawFlag, RawRoute } from "./python-facts.ts";
import type { FactRow } from "./site-store.ts";

/** Something that exists at some releases; `value` is as at the newest of them. */
export interface Present<T> {
  value: T;
  presence: Presence;
  /** Index of the release `value` was read at; -1: at a head that counts no more. */
  readAt: number;
}

/** Sets that it exists at a release, with the value it has there. */
export function mark<T>(pool: PresencePool, present: Present<T>, value: T, at: number): void {
  present.presence = pool.add(present.presence, at);
  if (at < present.presence.newest) return;
  present.readAt = at;
  present.value = value;
}

type Fact =
  | (RawFlag & { type: "flag"; file: string; of?: string })
  | { type: "environment"; name: string }
  | (RawRoute & { type: "route"; file: string })
  | { type: "architecture"; name: string; file: string };

interface Module {
  presence: Presence;
  names: Map<string, { presence: Presence }>;
}

/** What one file declares, ready to be marked. */
export interface FileFacts {
  /** Null for a file outside the package: nobody imports it as part of the project. */
  module: Module | null;
  names: { presence: Presence }[];
  facts: { present: Present<Fact>; value: Fact }[];
}

export interface FactCollector {
  /** Takes over stored rows; `presenceOf` leaves out the head of their time, which counts no more. */
  addStored(rows: FactRow[], presenceOf: (ranges: ReleaseRange[]) => Presence): void;
  of(path: string, facts: RawFacts): FileFacts;
  /** Of a file outside the package: flags, variables and routes alone. */
  ofNeighbour(path: string, facts: RawFacts): FileFacts;
  mark(file: FileFacts, at: number): void;
  /** The newest releases of facts whose value there has not been read. */
  unread(): number[];
  rows(): FactRow[];
}

export function factCollector(pool: PresencePool, packagePath: string): FactCollector {
  const facts = new Map<string, Present<Fact>>();
  const modules = new Map<string, Module>();

  function presentModule(name: string): Module {
    return getOrAdd(modules, name, () => ({ presence: pool.none, names: new Map() }));
  }

  function presentOf(value: Fact): Present<Fact> {
    return getOrAdd(facts, factKey(value), () => ({ value, presence: pool.none, readAt: -1 }));
  }

  return {
    addStored(rows, presenceOf) {
      for (const row of rows) {
        if (row.type === "folder") continue;
        const presence = presenceOf(row.releases);
        if (presence === pool.none) continue;
        if (row.type === "module") {
          const names = new Map<string, { presence: Presence }>();
          modules.set(row.name, { presence, names });
          for (const [range, list] of Object.entries(row.names)) {
            const within = presenceOf(parseRanges(range));
            if (within === pool.none) continue;
            for (const name of list.split(" ")) names.set(name, { presence: within });
          }
          continue;
        }
        const { releases, ...value } = row;
        const readAt = releases.at(-1)?.[1] === null ? -1 : presence.newest;
        facts.set(factKey(value), { value, presence, readAt });
      }
    },
    of(path, { names, ...others }) {
      const moduleName = moduleOf(path, packagePath);
      const module = presentModule(moduleName);
      const own: FileFacts = { module, names: [], facts: [] };
      // Nobody is advised to call what tests define.
      if (!/(?:^|\.)tests?\./.test(moduleName)) {
        for (const name of names) {
          own.names.push(getOrAdd(module.names, name, () => ({ presence: pool.none })));
        }
      }
      for (const value of factsOf(path, others)) own.facts.push({ value, present: presentOf(value) });
      return own;
    },
    ofNeighbour: (path, { flags, environment, routes }) => ({
      module: null,
      names: [],
      facts: factsOf(path, { flags, environment, routes, architectures: [] }).map((value) => ({
        value,
        present: presentOf(value),
      })),
    }),
    mark({ module, names, facts: list }, at) {
      if (module !== null) module.presence = pool.add(module.presence, at);
      for (const name of names) name.presence = pool.add(name.presence, at);
      for (const { present, value } of list) mark(pool, present, value, at);
    },
    unread: () =>
      [...facts.values()].flatMap(({ presence, readAt }) =>
        readAt === presence.newest ? [] : [presence.newest],
      ),
    rows() {
      const keyed: [string, FactRow][] = [...facts].map(([key, { value, presence }]) => [
        key,
        { ...value, releases: presence.ranges },
      ]);
      for (const [name, module] of modules) {
        const row = { type: "module" as const, name, releases: module.presence.ranges };
        keyed.push([`module ${name}`, { ...row, names: namesByRange(module.names) }]);
      }
      return keyed.sort((a, b) => byText(a[0], b[0])).map(([, row]) => row);
    },
  };
}

function namesByRange(names: Module["names"]): Record<string, string> {
  const lists = new Map<Presence, string[]>();
  for (const [name, { presence }] of names) {
    getOrAdd(lists, presence, () => []).push(name);
  }
  const rows = [...lists].map(([{ ranges }, list]) => [rangesText(ranges), list.sort().join(" ")] as const);
  return Object.fromEntries(rows.sort((a, b) => byText(a[0], b[0])));
}

function factsOf(path: string, facts: Omit<RawFacts, "names">): Fact[] {
  const rows: Fact[] = [];
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

function factKey(fact: Fact): string {
  switch (fact.type) {
    case "flag":
      return `flag ${fact.name} ${fact.file}`;
    case "route":
      return `route ${fact.path} ${fact.methods.join(",")} ${fact.file}`;
    case "architecture":
      return `architecture ${fact.name} ${fact.file}`;
    default:
      return `${fact.type} ${fact.name}`;
  }
}

/** Order of two texts by their code units. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** "python/sglang/srt/utils/__init__.py" in the package "python/sglang" → "sglang.srt.utils" */
function moduleOf(path: string, packagePath: string): string {
  const parent = packagePath.slice(0, packagePath.lastIndexOf("/") + 1);
  const relative = path.startsWith(parent) ? path.slice(parent.length) : path;
  return relative
    .replace(/\.py$/, "")
    .replace(/(?:^|\/)__init__$/, "")
    .replaceAll("/", ".");
}
