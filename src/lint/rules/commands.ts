/** Commands parse: their program has the flags, and flags with a list of values get one of it. */

import { type Command, commandsIn } from "../commands.ts";
import { declarationsOf, type SourceContext } from "../context.ts";
import { type Passage, withoutLinks } from "../prose.ts";
import type { ProseRule } from "../prose-rule.ts";
import { didYouMean } from "../prose-rule.ts";

export const commands: ProseRule = (prose, context) =>
  prose.passages.flatMap((passage) =>
    problemsIn(passage, context).map((reason) => ({ file: prose.file, key: passage.key, reason })),
  );

function problemsIn({ text, language }: Passage, context: SourceContext): string[] {
  const found = commandsIn(text, language === "prose");
  return [
    ...found.flatMap((command) => problemsOf(command, context)),
    ...(language === "prose" ? valuesInProse(withoutLinks(text), context) : []),
  ];
}

function problemsOf({ module, flags }: Command, context: SourceContext): string[] {
  const missing = context.facts.hasName(module, "any") ? [] : [`there is no module ${module} to run`];
  const file = `${module.replaceAll(".", "/")}`;
  const wrong = flags.flatMap(({ name, value }) => {
    const declared = declarationsOf(name, context);
    // A flag that nobody declares is the finding of another rule.
    if (declared.length === 0) return [];
    const own = declared.filter(
      (one) => isServerFile(one.file) || one.file.includes(`/${file}`) || one.file.startsWith(file),
    );
    if (own.length === 0) return [`${module} has no flag ${name}; ${declared[0]!.file} has`];
    return value === null ? [] : wrongValue(name, value, own[0]!.choices ?? null);
  });
  return [...missing, ...wrong];
}

function isServerFile(file: string): boolean {
  return /(?:^|\/)srt\/(?:server_args|arg_groups\/\w+)\.py$/.test(file);
}

/** A value is what a flag takes: bare or quoted, a placeholder in capitals or angle brackets stands for any. */
function wrongValue(flag: string, written: string, choices: string[] | null): string[] {
  const value = written.replace(/^["'`]|["'`.,;]+$/g, "");
  if (choices === null || choices.includes(value) || /^[<$[{]|^[A-Z_]+$|^\.\.\.$|^…$/.test(value)) return [];
  return [`${flag} does not take ${value}${didYouMean(nearest(value, choices))}`];
}

const VALUE = /(?<![\w-])(--[A-Za-z0-9][\w-]*)(=| )([\w.][\w.+-]*)/g;

/**
 * In a sentence the word behind a flag need not be its value ("set --device to"): only one that is
 * spelled as code, or nearly as a value, is taken for one.
 */
function valuesInProse(text: string, context: SourceContext): string[] {
  return [...text.matchAll(VALUE)].flatMap(([, flag, sign, word]) => {
    const server = declarationsOf(flag!, context).filter(({ file }) => isServerFile(file));
    const choices = server[0]?.choices ?? null;
    const value = word!.replace(/[.-]+$/, "");
    if (choices === null || choices.includes(value)) return [];
    const meant = sign === "=" || /[\d_]/.test(value) || nearest(value, choices).length > 0;
    return meant ? wrongValue(flag!, value, choices) : [];
  });
}

/** Choices that begin alike or differ in one letter. */
function nearest(value: string, choices: string[]): string[] {
  if (value.length < 4) return [];
  return choices
    .filter(
      (choice) =>
        choice.length > 3 && (choice.startsWith(value) || value.startsWith(choice) || sameBut(choice, value)),
    )
    .slice(0, 3);
}

function sameBut(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 1;
}
