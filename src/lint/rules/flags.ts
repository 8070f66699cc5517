/** Every flag exists in the releases that the advice holds for, or is one of a named other program. */
import { declarationsOf } from "../context.ts";
import { existsInScope, whereItExists } from "../existence.ts";
import { hasWord } from "../foreign.ts";
import { didYouMean, type Judge, ruleOnTokens } from "../prose-rule.ts";

const SERVER = /(?:^|\/)srt\/(?:server_args|arg_groups\/\w+)\.py$/;

export const flags = ruleOnTokens(["flag"], ["prose", "python", "shell", "data"], (token, where) => {
  const { context, passage } = where;
  if (token.open) {
    return [...context.flags.keys()].some((name) => name.startsWith(token.text))
      ? null
      : `no flag begins with ${token.text}`;
  }
  if (context.foreign.hasFlag(token.text, passage.text)) return null;
  return judgeOwnFlag(token, where);
});

const judgeOwnFlag: Judge = ({ text }, { context, passage, prose }) => {
  const exists = (release: string): boolean => context.facts.hasFlag(text, release);
  if (existsInScope(exists, prose.scope, passage.text, context)) {
    const elsewhere = otherProgram(declarationsOf(text, context), `${passage.text}\n${prose.quoted}`);
    return elsewhere === null ? null : `${text} is a flag of ${elsewhere}, which the text does not name`;
  }
  // A report quotes the flag that a program refused.
  if (hasWord(prose.quoted, text)) return null;
  const range = whereItExists(exists, context);
  if (range !== null) return `the flag ${text} exists ${range}, which the text does not say`;
  const programs = context.foreign.programsWith(text);
  if (programs.length > 0)
    return `${text} is a flag of ${programs.join(" or ")}, which the text does not name`;
  return `there is no flag ${text}${didYouMean(context.facts.nearest("flag", text))}`;
};

/** The file that declares a flag which the server does not have, unless the text names that program. */
function otherProgram(declarations: { file: string }[], text: string): string | null {
  if (declarations.length === 0 || declarations.some(({ file }) => SERVER.test(file))) return null;
  const named = declarations.some(({ file }) =>
    file
      .replace(/\.py$/, "")
      .split("/")
      .some((part) => part.length > 3 && !COMMON_FOLDERS.has(part) && hasWord(text, part)),
  );
  return named ? null : declarations[0]!.file;
}

const COMMON_FOLDERS = new Set(["python", "sglang", "server", "utils", "configs", "test", "runtime"]);
