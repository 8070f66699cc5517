/**
 * The compiled form of a project's sites: columns that load in milliseconds, made at build time.
 *
 * A file is a magic word, the length of a JSON header, the header (texts, each once), and numbers
 * as 32-bit words. Lines are kept as points of change: (site) → (release, first line, span)…,
 * where first line 0 means absent.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SourceError } from "./git.ts";
import { HEAD } from "./presence.ts";
import { literalLength } from "./python-message.ts";
import {
  type ReleasesFile,
  readStore,
  releaseOrder,
  type SiteRow,
  type StoredProject,
} from "./site-store.ts";
import { bareTemplate } from "./store-builder.ts";
import { storedFact } from "./stored-rows.ts";

const MAGIC = 0x53495431;
export const COMPILED_SITES = "sites.bin";
export const COMPILED_FACTS = "facts.json";

export interface CompiledHeader {
  releases: ReleasesFile;
  /** Release names in order, head last. */
  order: string[];
  /** All texts that sites refer to; index 0 is "no text". */
  texts: string[];
  /** 16 hex digits a site, without separators. */
  ids: string;
  /** Offsets and lengths of the columns, in words. */
  columns: Record<ColumnName, [start: number, length: number]>;
}

export type ColumnName =
  | "file"
  | "function"
  | "kind"
  | "class"
  | "bases"
  | "template"
  | "guard"
  | "asserts"
  | "status"
  | "tells"
  | "offsets"
  | "lines";

export interface Compiled {
  header: CompiledHeader;
  columns: Record<ColumnName, Uint32Array>;
}

/**
 * Compiles `catalog/sites/<project>` for loading; `npm run build` calls it.
 * @param outDirectory gets `sites.bin` and `facts.json`
 */
export function compileSites(directory: string, outDirectory: string): void {
  const store = readStore(directory);
  const order = releaseOrder(store.releases);
  const { header, words } = compileColumns(store.sites, lineChanges(store, order), store.releases, order);
  mkdirSync(outDirectory, { recursive: true });
  writeFileSync(join(outDirectory, COMPILED_SITES), encode(header, words));
  writeFileSync(
    join(outDirectory, COMPILED_FACTS),
    JSON.stringify({ releases: store.releases, facts: store.facts.map(storedFact) }),
  );
}

/** The compiled sites of a folder that holds either form. */
export function readCompiled(directory: string): Compiled {
  const path = join(directory, COMPILED_SITES);
  if (existsSync(path)) return decode(readFileSync(path), path);
  const store = readStore(directory);
  const order = releaseOrder(store.releases);
  const { header, words } = compileColumns(store.sites, lineChanges(store, order), store.releases, order);
  return withColumns(header, words);
}

/** For each site, the points where its lines change, in order of release. */
function lineChanges({ sites, tables }: StoredProject, order: string[]): number[][] {
  const changes = new Map<string, number[]>(sites.map((site) => [site.id, []]));
  const seen = new Map<string, number>();
  for (const [at, name] of order.entries()) {
    for (const entries of tables.get(name)!.values()) {
      for (const { id, first, span } of entries) {
        const list = changes.get(id)!;
        const n = list.length;
        // It was gone since the release after the last one it was seen at.
        const last = seen.get(id);
        if (n > 0 && last !== at - 1) list.push(last! + 1, 0, 0);
        if (n === 0 || last !== at - 1 || list[n - 2] !== first || list[n - 1] !== span)
          list.push(at, first, span);
        seen.set(id, at);
      }
    }
  }
  for (const [id, list] of changes) {
    const last = seen.get(id);
    if (last !== undefined && last < order.length - 1) list.push(last + 1, 0, 0);
  }
  return sites.map((site) => changes.get(site.id)!);
}

function compileColumns(
  sites: SiteRow[],
  changes: number[][],
  releases: ReleasesFile,
  order: string[],
): { header: CompiledHeader; words: Uint32Array } {
  const texts: string[] = [""];
  const index = new Map<string, number>();
  const textOf = (text: string | undefined | null): number => {
    if (text == null || text === "") return 0;
    const known = index.get(text);
    if (known !== undefined) return known;
    index.set(text, texts.length);
    texts.push(text);
    return texts.length - 1;
  };
  const tells = tellingSites(sites);
  const parts: [ColumnName, number[]][] = [
    ["file", sites.map((site) => textOf(site.file))],
    ["function", sites.map((site) => textOf(site.function))],
    ["kind", sites.map((site) => textOf(site.kind))],
    ["class", sites.map((site) => textOf(site.class))],
    ["bases", sites.map((site) => textOf(site.bases?.join(" ")))],
    ["template", sites.map((site) => textOf(site.template))],
    ["guard", sites.map((site) => textOf(site.guard))],
    ["asserts", sites.map((site) => textOf(site.asserts))],
    ["status", sites.map((site) => site.status ?? 0)],
    ["tells", tells.map(Number)],
  ];
  const offsets = [0];
  for (const list of changes) offsets.push(offsets.at(-1)! + list.length);
  parts.push(["offsets", offsets], ["lines", changes.flat()]);
  const columns = {} as CompiledHeader["columns"];
  let length = 0;
  for (const [name, values] of parts) {
    columns[name] = [length, values.length];
    length += values.length;
  }
  const words = new Uint32Array(length);
  for (const [name, values] of parts) words.set(values, columns[name][0]);
  return { header: { releases, order, texts, ids: sites.map((site) => site.id).join(""), columns }, words };
}

const MIN_LITERAL = 10;

/**
 * Whether each site's message can be told apart: enough text of its own, and no other function that
 * made the same one at the newest release the site exists in.
 */
function tellingSites(sites: SiteRow[]): boolean[] {
  const places = new Map<string, Set<string>>();
  const keys = sites.map((site) => `${site.releases.at(-1)?.[1] ?? HEAD} ${bareTemplate(site.template)}`);
  for (const [i, site] of sites.entries()) {
    const known = places.get(keys[i]!) ?? new Set<string>();
    places.set(keys[i]!, known.add(`${site.file} ${site.function}`));
  }
  return sites.map(
    ({ template }, i) =>
      literalLength(template) >= MIN_LITERAL &&
      /[A-Za-z]{4}/.test(bareTemplate(template)) &&
      places.get(keys[i]!)!.size === 1,
  );
}

function encode(header: CompiledHeader, words: Uint32Array): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const padded = (json.length + 3) & ~3;
  const file = Buffer.alloc(8 + padded + words.byteLength);
  file.writeUInt32LE(MAGIC, 0);
  file.writeUInt32LE(json.length, 4);
  json.copy(file, 8);
  Buffer.from(words.buffer, words.byteOffset, words.byteLength).copy(file, 8 + padded);
  return file;
}

function decode(file: Buffer, path: string): Compiled {
  if (file.length < 8 || file.readUInt32LE(0) !== MAGIC)
    throw new SourceError(`${path} is damaged: run \`npm run build\``);
  const length = file.readUInt32LE(4);
  const header = JSON.parse(file.toString("utf8", 8, 8 + length)) as CompiledHeader;
  const start = 8 + ((length + 3) & ~3);
  // A copy: the words must lie at a multiple of four.
  const bytes = new Uint8Array(file.subarray(start));
  return withColumns(header, new Uint32Array(bytes.buffer, 0, bytes.length >> 2));
}

function withColumns(header: CompiledHeader, words: Uint32Array): Compiled {
  const columns = {} as Record<ColumnName, Uint32Array>;
  for (const [name, [start, length]] of Object.entries(header.columns))
    columns[name as ColumnName] = words.subarray(start, start + length);
  return { header, columns };
}
