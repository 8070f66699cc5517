/**
 * Names that advice may use although SGLang's source does not declare them: flags, variables, names
 * and paths of other programs. Each stands in catalog/foreign.yml with the reason why it is there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const reason = z.string().min(10);
const names = z.array(z.string().min(1)).min(1);

const foreignSchema = z.strictObject({
  /** Flags of other programs; a passage may name them only where it also has one of the words. */
  programs: z.array(
    z.strictObject({ name: z.string(), words: names, flags: z.array(z.string().startsWith("--")), reason }),
  ),
  /** Environment variables by name or, ending in "*", by prefix. */
  environment: z.array(z.strictObject({ names, reason })),
  /** First parts of dotted names, with everything below them. */
  modules: z.array(z.strictObject({ names, reason })),
  /** Names of classes, functions, fields and values, as single words. */
  words: z.array(z.strictObject({ names, reason })),
  /** File names without folder. */
  files: z.array(z.strictObject({ names, reason })),
  /** Absolute paths by prefix. */
  folders: z.array(z.strictObject({ names, reason })),
  /** Paths of HTTP requests to other servers. */
  routes: z.array(z.strictObject({ names, reason })),
});

export interface Foreign {
  /** Whether a program that the passage names by one of its words has the flag. */
  hasFlag(flag: string, passage: string): boolean;
  /** Programs that have the flag, for a finding where none of them is named. */
  programsWith(flag: string): string[];
  hasVariable(name: string): boolean;
  hasModule(root: string): boolean;
  hasWord(word: string): boolean;
  hasFile(name: string): boolean;
  hasFolder(path: string): boolean;
  hasRoute(path: string): boolean;
}

/** @throws ZodError for a key that is missing, unknown or without a reason */
export function makeForeign(value: unknown): Foreign {
  const text = foreignSchema.parse(value);
  const all = (lists: { names: string[] }[]): string[] => lists.flatMap((list) => list.names);
  const variables = new Set(all(text.environment));
  const prefixes = [...variables].filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  const modules = new Set(all(text.modules));
  const words = new Set(all(text.words));
  const files = new Set(all(text.files));
  const routes = new Set(all(text.routes));
  const folders = all(text.folders);
  const programs = text.programs.map((program) => ({ ...program, flags: new Set(program.flags) }));
  return {
    hasFlag: (flag, passage) =>
      programs.some(
        (program) => program.flags.has(flag) && program.words.some((word) => hasWord(passage, word)),
      ),
    programsWith: (flag) => programs.filter(({ flags }) => flags.has(flag)).map(({ name }) => name),
    hasVariable: (name) => variables.has(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    hasModule: (root) => modules.has(root),
    hasWord: (word) => words.has(word),
    hasFile: (name) => files.has(name),
    hasFolder: (path) =>
      folders.some(
        (folder) => path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`),
      ),
    hasRoute: (path) => routes.has(path),
  };
}

/** The list that comes with the catalog in `dir`. */
export function loadForeign(dir: string): Foreign {
  return makeForeign(parse(readFileSync(join(dir, "foreign.yml"), "utf8"), { maxAliasCount: 0 }));
}

/** Whether a text has the word, at word boundaries, whatever its case. */
export function hasWord(text: string, word: string): boolean {
  const [lower, wanted] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const [before, after] = [lower[at - 1] ?? " ", lower[at + wanted.length] ?? " "];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}
