/** Commands that start SGLang's programs, as they stand in prose and in code. */

export interface Command {
  /** Dotted module: "sglang.launch_server". */
  module: string;
  flags: { name: string; value: string | null }[];
}

/** Each command reads on to the end of its line; no advice has more. */
const MAX_COMMANDS = 40;
const START = /(?:\bpython[\d.]*\s+-m\s+(sglang(?:\.\w+)*)(?!\w)|\bsglang\s+(serve|generate)\b)/g;
const MODULE_OF: Record<string, string> = {
  serve: "sglang.launch_server",
  generate: "sglang.multimodal_gen",
};

/** @param prose whether the command may end with the sentence */
export function commandsIn(text: string, prose: boolean): Command[] {
  const joined = text.replace(/\\\r?\n/g, " ");
  return [...joined.matchAll(START)].slice(0, MAX_COMMANDS).map((found) => {
    const rest = joined.slice(found.index + found[0].length);
    const end = rest.search(prose ? /[`"\n]|[.,;:]\s|[.,;:]$/ : /\n/);
    return {
      module: found[1] ?? MODULE_OF[found[2]!]!,
      flags: readFlags(end < 0 ? rest : rest.slice(0, end)),
    };
  });
}

function readFlags(text: string): Command["flags"] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const comment = words.findIndex((word) => word.startsWith("#"));
  const used = comment < 0 ? words : words.slice(0, comment);
  return used.flatMap((word, i): Command["flags"] => {
    const found = /^(--[A-Za-z0-9][\w.-]*)(?:=(.*))?$/.exec(word);
    if (found === null) return [];
    const next = used[i + 1];
    const value = found[2] ?? (next === undefined || next.startsWith("--") ? null : next);
    return [{ name: found[1]!, value }];
  });
}
