/** Everything the rules look at, read once. */
import { join } from "node:path";
import type { Tree } from "web-tree-sitter";
import { CATALOG_DIR } from "../catalog/folder.ts";
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";
import { type Facts, loadFacts } from "../source/facts.ts";
import { folderOf, loadProjects } from "../source/projects.ts";
import { pythonParser } from "../source/python-parser.ts";
import { type FactRow, readFacts } from "../source/site-store.ts";
import type { SiteIndex } from "../source/sites.ts";
import { type Foreign, loadForeign } from "./foreign.ts";

/** The project whose users are advised. */
const HOME_PROJECT = "sgl-project/sglang";

/** What is known of the source, for entries and records alike. */
export interface SourceContext {
  facts: Facts;
  foreign: Foreign;
  /** By "owner/name". */
  projects: Map<string, SiteIndex>;
  /** Names of the home project's releases without "v", oldest first. */
  releases: string[];
  /** What declares a flag, by each of its spellings; of any release. */
  flags: Map<string, FlagRow[]>;
  /** Identifiers that stand in messages, guards and places of raise sites, or are values of flags. */
  words: Set<string>;
  /** Names of functions that raise, private ones included. */
  functions: Set<string>;
  /** The caller deletes the tree. */
  parsePython(source: string): Tree;
}

export interface LintContext extends SourceContext {
  catalog: Catalog;
  /** The diagnosis of a printed message, remembered. */
  diagnose(message: string): Diagnosis;
}

/** One declaration of a flag; an alias says of which flag it is one. */
export type FlagRow = Extract<FactRow, { type: "flag" }>;

/** The parts that `sourceContext` puts together; tests make their own. */
export interface SourceParts {
  facts: Facts;
  foreign: Foreign;
  projects: Map<string, SiteIndex>;
  flags: FlagRow[];
  parsePython(source: string): Tree;
}

export function sourceContext(parts: SourceParts): SourceContext {
  const { facts, foreign, projects, flags, parsePython } = parts;
  const home = projects.get(facts.project);
  return {
    facts,
    foreign,
    projects,
    releases: (home?.releases ?? []).map(({ name }) => name.replace(/^v/, "")),
    flags: byName(flags),
    words: wordsOf(home, flags),
    functions: new Set([...(home?.sites() ?? [])].flatMap((site) => site.function.split("."))),
    parsePython,
  };
}

/** @throws SourceError when the generated layer is missing or damaged */
export async function loadSourceContext(): Promise<SourceContext> {
  const rows = readFacts(join(CATALOG_DIR, "sites", HOME_PROJECT));
  return sourceContext({
    facts: loadFacts(folderOf(HOME_PROJECT)),
    foreign: loadForeign(CATALOG_DIR),
    projects: loadProjects(),
    flags: rows.flatMap((row) => (row.type === "flag" ? [row] : [])),
    parsePython: await pythonParser(),
  });
}

export function lintContext(catalog: Catalog, source: SourceContext): LintContext {
  return { ...source, catalog, diagnose: remembered((message) => diagnoseMessage(message, catalog)) };
}

/** A message as a reporter pastes it: fenced. */
function diagnoseMessage(message: string, catalog: Catalog): Diagnosis {
  const text = `\`\`\`\n${message}\n\`\`\``;
  return diagnose({ title: "", parts: [{ kind: "body", id: "body", author: "", text }] }, catalog);
}

function wordsOf(home: SiteIndex | undefined, flags: SourceParts["flags"]): Set<string> {
  const words = new Set<string>();
  const read = (text: string | null): void => {
    for (const [word] of (text ?? "").matchAll(/[A-Za-z_]\w*/g)) words.add(word);
  };
  for (const site of home?.sites() ?? []) {
    for (const text of [site.guard, site.asserts, site.function, site.file]) read(text);
    // Of a message only what is no plain English: its words are no names of anything.
    for (const [word] of site.template.matchAll(/[A-Za-z]+(?:_\w+)+|[A-Za-z]+[a-z]\w*[A-Z]\w*/g))
      words.add(word);
  }
  for (const { choices = [] } of flags) for (const choice of choices) words.add(choice);
  return words;
}

function byName(flags: FlagRow[]): Map<string, FlagRow[]> {
  const found = new Map<string, FlagRow[]>();
  for (const row of flags) found.set(row.name, [...(found.get(row.name) ?? []), row]);
  return found;
}

/** The declarations of a flag at head, or, where head has none, all there ever were; aliases with their flag's values. */
export function declarationsOf(name: string, { flags }: SourceContext): FlagRow[] {
  const rows = flags.get(name) ?? [];
  const current = rows.filter((row) => row.releases.at(-1)?.[1] === null);
  return (current.length > 0 ? current : rows).map((row) => {
    const main = row.of === undefined ? undefined : flags.get(row.of)?.find(({ file }) => file === row.file);
    return main === undefined ? row : { ...row, choices: main.choices };
  });
}

function remembered<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
