/** From the raw sites of a file to sites with their final class, message and id. */
import { hash } from "node:crypto";
import type { RawClass } from "./exception-classes.ts";
import { getOrAdd } from "./get-or-add.ts";
import type { MadeArguments } from "./message-arguments.ts";
import type { FileReading } from "./python-file.ts";
import type { RawSite, SiteKind } from "./python-sites.ts";
import { foldTemplate } from "./template-text.ts";

/** What is the same about a site at every release it exists in, apart from guard and status, which are the newest's. */
export interface SiteFacts {
  /** 16 hex digits, stable when lines move. */
  id: string;
  kind: SiteKind;
  class: string | null;
  /** Base classes of a class that the project defines, nearest first, the last usually one of Python's. */
  bases?: string[];
  template: string;
  file: string;
  function: string;
  guard?: string;
  asserts?: string;
  status?: number;
}

export interface PlacedSite {
  site: SiteFacts;
  first: number;
  last: number;
}

/** The exception classes of a whole tree by name. */
export class ClassIndex {
  private readonly byName = new Map<string, { path: string; found: RawClass }[]>();

  add(path: string, classes: RawClass[]): void {
    for (const found of classes) {
      getOrAdd(this.byName, found.name, () => []).push({ path, found });
    }
  }

  /** A text that is equal for trees whose exception classes are equal. */
  signature(): string {
    return hash("sha256", JSON.stringify([...this.byName]));
  }

  /** The class of that name a file most likely means: its own, else the one in the nearest folder. */
  find(name: string, path: string): { path: string; found: RawClass } | null {
    const list = this.byName.get(name);
    if (list === undefined) return null;
    let best = list[0]!;
    for (const one of list) if (commonLength(one.path, path) > commonLength(best.path, path)) best = one;
    return best;
  }
}

function commonLength(a: string, b: string): number {
  if (a === b) return Number.POSITIVE_INFINITY;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** The sites of one file at one tree, in order of their lines. */
export function resolveSites(
  project: string,
  path: string,
  reading: FileReading,
  classes: ClassIndex,
): PlacedSite[] {
  const placed: PlacedSite[] = [];
  const ordinals = new Map<string, number>();
  for (const raw of reading.sites) {
    const bases = raw.class === null ? [] : basesOf(raw.class, path, classes);
    for (const template of finalTemplates(raw, path, classes)) {
      // Statements without a message would differ by their order alone; an assert's condition is steadier.
      const wording = template === "" && raw.asserts !== undefined ? `\0${raw.asserts}` : template;
      const identity = [project, path, raw.function, raw.kind, raw.class ?? "", wording].join("\0");
      const ordinal = ordinals.get(identity) ?? 0;
      ordinals.set(identity, ordinal + 1);
      const site: SiteFacts = {
        id: hash("sha256", `${identity}\0${ordinal}`).slice(0, 16),
        kind: raw.kind,
        class: raw.class,
        template,
        file: path,
        function: raw.function,
      };
      if (bases.length > 0) site.bases = bases;
      // An assert is told by its own condition.
      if (raw.guard !== null && raw.kind !== "assert") site.guard = raw.guard;
      if (raw.asserts !== undefined) site.asserts = raw.asserts;
      if (raw.status !== undefined) site.status = raw.status;
      placed.push({ site, first: raw.first, last: raw.last });
    }
  }
  return placed;
}

const MAX_BASES = 6;

function basesOf(name: string, path: string, classes: ClassIndex): string[] {
  const bases: string[] = [];
  const waiting = [name];
  for (let next = waiting.shift(); next !== undefined && bases.length < MAX_BASES; next = waiting.shift()) {
    for (const base of classes.find(next, path)?.found.bases ?? []) {
      if (bases.includes(base) || base === name) continue;
      bases.push(base);
      waiting.push(base);
    }
  }
  return bases.slice(0, MAX_BASES);
}

function finalTemplates(raw: RawSite, path: string, classes: ClassIndex): string[] {
  if (raw.args === undefined || raw.class === null) return raw.templates;
  const made = classTemplates(raw.class, raw.args, path, classes, 0);
  return made === null ? raw.templates : [...new Set(made.map(foldTemplate))];
}

/** The templates a project's class makes of its arguments, or null when it leaves that to Python. */
function classTemplates(
  name: string,
  args: MadeArguments,
  path: string,
  classes: ClassIndex,
  depth: number,
): string[] | null {
  const entry = classes.find(name, path);
  if (entry === null || depth > 4) return null;
  const { init, text, bases } = entry.found;
  if (text !== undefined) return substitute(text, init?.params ?? [], args);
  // What is handed on to the base class may be wrapped there once more.
  const handed =
    init === undefined ? args : mapArguments(init.args, (made) => substitute(made, init.params, args));
  for (const base of bases) {
    const made = classTemplates(base, handed, entry.path, classes, depth + 1);
    if (made !== null) return made;
  }
  return init === undefined ? null : substitute(init.templates, init.params, args);
}

function mapArguments(args: MadeArguments, change: (templates: string[]) => string[]): MadeArguments {
  return {
    positional: args.positional.map(change),
    keywords: Object.fromEntries(Object.entries(args.keywords).map(([key, value]) => [key, change(value)])),
  };
}

const HOLE = /\{\{|\}\}|\{([^{}]*)\}/g;

function substitute(templates: string[], params: string[], args: MadeArguments): string[] {
  const values = new Map<string, string[]>();
  for (const [i, param] of params.entries()) {
    const value = args.keywords[param] ?? args.positional[i];
    if (value !== undefined && value.length > 0) values.set(param, value);
  }
  const ways = Math.max(1, ...[...values.values()].map((value) => value.length));
  const made: string[] = [];
  for (const template of templates) {
    for (let way = 0; way < ways; way += 1) {
      made.push(
        template.replace(HOLE, (whole, hole: string | undefined) => {
          const value = hole === undefined ? undefined : values.get(hole.replace(/^self\./, ""));
          return value === undefined ? whole : value[Math.min(way, value.length - 1)]!;
        }),
      );
    }
  }
  return made;
}
