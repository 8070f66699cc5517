/** Everything the rules look at, read once. */
import { join } from "node:path";
import type { Tree } from "web-tree-sitter";
import { CATALOG_DIR } from "../catalog/load.ts";
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";
import { type Facts, type Flag, loadFacts } from "../source/facts.ts";
import { folderOf, loadProjects } from "../source/projects.ts";
import { pythonParser } from "../source/python-parser.ts";
import { readFacts } from "../source/site-store.ts";
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
  /** Every flag's spellings at any release. */
  flagNames: string[];
  /** Identifiers that stand in messages, guards and places of raise sites, or are values of flags. */
  words: Set<string>;
  /** A flag by any of its spellings, remembered. */
  flag(name: string): Flag | null;
  /** The caller deletes the tree. */
  parsePython(source: string): Tree;
}

export interface LintContext extends SourceContext {
  catalog: Catalog;
  /** The diagnosis of a printed message, remembered. */
  diagnose(message: string): Diagnosis;
}

/** The parts that `sourceContext` puts together; tests make their own. */
export interface SourceParts {
  facts: Facts;
  foreign: Foreign;
  projects: Map<string, SiteIndex>;
  flags: { name: string; choices?: string[] }[];
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
    flagNames: flags.map(({ name }) => name),
    words: wordsOf(home, flags),
    flag: remembered((name) => facts.flag(name)),
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
    for (const text of [site.template, site.guard, site.asserts, site.function, site.file]) read(text);
  }
  for (const { choices = [] } of flags) for (const choice of choices) words.add(choice);
  return words;
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
