/** Flags and environment variables that the words of a raise site name, as far as the facts know them. */
import type { SourceContext } from "../lint/context.ts";
import { whereItExists } from "../lint/existence.ts";

export interface NamedSetting {
  /** "--dcp-size", "SGLANG_DEBUG". */
  name: string;
  /** "from 0.5.1 to head", from the facts. */
  exists: string;
}

const SERVER = /(?:^|\/)srt\/(?:server_args|arg_groups\/\w+)\.py$/;

/** A name with what stands before it: "self.server_args.dcp_size". */
const NAME = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;
const FLAG = /(?<![\w-])--[A-Za-z0-9][\w-]*/g;

/** What holds the server's arguments: a plain word ("device") counts only as an attribute of it. */
const ARGUMENTS = /(?:^|\.)(?:server_args|args)$/;

/**
 * Flags in the order they are named, each once.
 * @param file where the text stands: in the file of the arguments `self` holds them
 */
export function flagsNamedIn(text: string, file: string, context: SourceContext): NamedSetting[] {
  const spelled = [...text.matchAll(FLAG)].map(([flag]) => flag);
  const holds = (owner: string): boolean => ARGUMENTS.test(owner) || (owner === "self" && SERVER.test(file));
  const fields = [...text.matchAll(NAME)].flatMap(([name]) => flagOfField(name, holds, context) ?? []);
  return known([...spelled, ...fields], context, (flag, release) => context.facts.hasFlag(flag, release));
}

/** Environment variables, read by name or through a table of them ("envs.SGLANG_DEBUG.get()"). */
export function variablesNamedIn(text: string, context: SourceContext): NamedSetting[] {
  const names = [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name);
  return known(names, context, (name, release) => context.facts.hasEnv(name, release));
}

/** The server's flag behind a field: by where the flag puts its value, or by the field's own words. */
function flagOfField(name: string, holds: (owner: string) => boolean, context: SourceContext): string | null {
  const parts = name.split(".");
  const field = parts.at(-1)!;
  if (!field.includes("_") && !holds(parts.slice(0, -1).join("."))) return null;
  for (const [flag, rows] of context.flags) {
    const declared = rows.some(
      (row) =>
        row.of === undefined &&
        SERVER.test(row.file) &&
        (row.dest ?? flag.replace(/^-+/, "").replaceAll("-", "_")) === field,
    );
    if (declared) return flag;
  }
  return null;
}

function known(
  names: string[],
  context: SourceContext,
  exists: (name: string, release: string) => boolean,
): NamedSetting[] {
  return [...new Set(names)].flatMap((name) => {
    const range = whereItExists((release) => exists(name, release), context);
    return range === null ? [] : [{ name, exists: range }];
  });
}
