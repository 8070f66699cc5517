/**
 * The compiled form of a project's sites, made at build time: of a large file only what is asked for is read.
 *
 * A file is a magic word, the length of a JSON header, the header, numbers as 32-bit words, and the bytes of
 * all texts: a text is decoded when it is asked for. Lines are kept as points of change: (site) → (release,
 * first line, span)…, where first line 0 means absent.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SourceError } from "./git.ts";
import { openPaged, type PagedFile, pagedBytes } from "./paged-file.ts";
import { HEAD } from "./presence.ts";
import {
  type ReleasesFile,
  readStore,
  releaseOrder,
  type SiteRow,
  type StoredProject,
} from "./site-store.ts";
import { storedFact } from "./stored-rows.ts";
import { bareTemplate, literalLength } from "./template-text.ts";

const MAGIC = 0x53495433;
export const COMPILED_SITES = "sites.bin";
export const COMPILED_FACTS = "facts.json";

interface CompiledHeader {
  releases: ReleasesFile;
  /** Release names in order, head last. */
  order: string[];
  /** Offsets and lengths of the columns, in words. */
  columns: Record<ColumnName, [start: number, length: number]>;
}

type ColumnName =
  /** Two words a site: its 16 hex digits. */
  | "ids"
  /** Numbers of the sites in the order of their ids. */
  | "byId"
  /** The first site of each file, in order of the files' paths. */
  | "fileStarts"
  /** The fields of each site, site after site. */
  | "fields"
  | "offsets"
  | "lines"
  /** Where each text ends, in bytes. */
  | "textEnds";

/** Of a site; all but `status` and `tells` are numbers of texts. */
const FIELDS = [
  "file",
  "function",
  "kind",
  "class",
  "bases",
  "template",
  "guard",
  "asserts",
  "status",
  "tells",
] as const;
export type Field = (typeof FIELDS)[number];

export interface Column {
  length: number;
  at(index: number): number;
}

/** Sites have numbers from 0, in the order of their files. */
export interface Compiled {
  releases: ReleasesFile;
  order: string[];
  size: number;
  columns: Record<"fileStarts" | "offsets" | "lines", Column>;
  field(site: number, name: Field): number;
  /** The text that a field refers to by its number; 0 is "no text". */
  text(number: number): string;
  idOf(site: number): string;
  /** -1 for an unknown id. */
  siteOf(id: string): number;
}

/**
 * Compiles `catalog/sites/<project>` for loading; `npm run build` calls it.
 * @param outDirectory gets `sites.bin` and `facts.json`
 */
export function compileSites(directory: string, outDirectory: string): void {
  const store = readStore(directory);
  mkdirSync(outDirectory, { recursive: true });
  writeFileSync(join(outDirectory, COMPILED_SITES), compile(store));
  writeFileSync(
    join(outDirectory, COMPILED_FACTS),
    JSON.stringify({ releases: store.releases, facts: store.facts.map(storedFact) }),
  );
}

/** The compiled sites of a folder that holds either form. */
export function readCompiled(directory: string): Compiled {
  const path = join(directory, COMPILED_SITES);
  return decode(existsSync(path) ? openPaged(path) : pagedBytes(compile(readStore(directory))), path);
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

function compile(store: StoredProject): Buffer {
  const { sites, releases } = store;
  const order = releaseOrder(releases);
  const texts = numberedTexts();
  const changes = lineChanges(store, order);
  const tells = tellingSites(sites);
  const offsets = [0];
  for (const list of changes) offsets.push(offsets.at(-1)! + list.length);
  const parts: [ColumnName, number[]][] = [
    ["ids", sites.flatMap(({ id }) => idWords(id))],
    ["byId", sites.map((_, i) => i).sort((a, b) => (sites[a]!.id < sites[b]!.id ? -1 : 1))],
    ["fileStarts", sites.flatMap(({ file }, i) => (file === sites[i - 1]?.file ? [] : [i]))],
    ["fields", sites.flatMap((site, i) => fieldsOf(site, tells[i]!, texts.numberOf))],
    ["offsets", offsets],
    ["lines", changes.flat()],
    ["textEnds", texts.ends],
  ];
  const columns = {} as CompiledHeader["columns"];
  let length = 0;
  for (const [name, values] of parts) {
    columns[name] = [length, values.length];
    length += values.length;
  }
  const words = new Uint32Array(length);
  for (const [name, values] of parts) words.set(values, columns[name][0]);
  return encode({ releases, order, columns }, words, texts.all());
}

function fieldsOf(
  site: SiteRow,
  tells: boolean,
  numberOf: (text: string | undefined | null) => number,
): number[] {
  const values: Record<Field, number> = {
    file: numberOf(site.file),
    function: numberOf(site.function),
    kind: numberOf(site.kind),
    class: numberOf(site.class),
    bases: numberOf(site.bases?.join(" ")),
    template: numberOf(site.template),
    guard: numberOf(site.guard),
    asserts: numberOf(site.asserts),
    status: site.status ?? 0,
    tells: Number(tells),
  };
  return FIELDS.map((name) => values[name]);
}

/** Collects texts, each once. */
function numberedTexts() {
  const numbers = new Map<string, number>([["", 0]]);
  const ends = [0];
  return {
    /** Grows with each new text. */
    ends,
    numberOf(text: string | undefined | null): number {
      const known = numbers.get(text ?? "");
      if (known !== undefined) return known;
      numbers.set(text!, ends.length);
      ends.push(ends.at(-1)! + Buffer.byteLength(text!));
      return ends.length - 1;
    },
    all: () => Buffer.from([...numbers.keys()].join("")),
  };
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

function encode(header: CompiledHeader, words: Uint32Array, texts: Buffer): Buffer {
  // White space behind the header puts the words at a multiple of four.
  const bare = JSON.stringify(header);
  const json = Buffer.from(bare + " ".repeat(-Buffer.byteLength(bare) & 3));
  const start = Buffer.alloc(8);
  start.writeUInt32LE(MAGIC, 0);
  start.writeUInt32LE(json.length, 4);
  return Buffer.concat([start, json, Buffer.from(words.buffer), texts]);
}

function decode(file: PagedFile, path: string): Compiled {
  if (file.length < 8 || file.word(0) !== MAGIC)
    throw new SourceError(`${path} is damaged: run \`npm run build\``);
  const start = 8 + file.word(4);
  const header = JSON.parse(file.bytes(8, start).toString()) as CompiledHeader;
  const columnOf = (name: ColumnName): Column => {
    const [from, length] = header.columns[name];
    return { length, at: (index) => file.word(start + 4 * (from + index)) };
  };
  const [ids, byId, fields, textEnds] = [
    columnOf("ids"),
    columnOf("byId"),
    columnOf("fields"),
    columnOf("textEnds"),
  ];
  const words = Object.values(header.columns).reduce((sum, [, length]) => sum + length, 0);
  const textStart = start + 4 * words;
  const known: (string | undefined)[] = [""];
  return {
    releases: header.releases,
    order: header.order,
    size: byId.length,
    columns: { fileStarts: columnOf("fileStarts"), offsets: columnOf("offsets"), lines: columnOf("lines") },
    field: (site, name) => fields.at(site * FIELDS.length + FIELD_PLACES[name]),
    text(number) {
      known[number] ??= file
        .bytes(textStart + textEnds.at(number - 1), textStart + textEnds.at(number))
        .toString();
      return known[number];
    },
    idOf: (site) => hex(ids.at(site * 2)) + hex(ids.at(site * 2 + 1)),
    siteOf(id) {
      const [high, low] = idWords(id);
      let from = 0;
      let to = byId.length;
      while (from < to) {
        const middle = (from + to) >> 1;
        const site = byId.at(middle);
        const difference = ids.at(site * 2) - high || ids.at(site * 2 + 1) - low;
        if (difference === 0) return site;
        if (difference < 0) from = middle + 1;
        else to = middle;
      }
      return -1;
    },
  };
}

const FIELD_PLACES = Object.fromEntries(FIELDS.map((name, place) => [name, place])) as Record<Field, number>;

function idWords(id: string): [high: number, low: number] {
  return [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8), 16)];
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}
