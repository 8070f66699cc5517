/** Every module, class, function and field in code spelling is one of the source, of the error, or declared. */
import { existsInScope, whereItExists } from "../existence.ts";
import { hasWord } from "../foreign.ts";
import { didYouMean, type Judge, ruleOnTokens, type Where } from "../prose-rule.ts";
import { isFileName, judgeFileName } from "./paths.ts";

const judgeName: Judge = (token, where) =>
  token.kind === "dotted" ? judgeDotted(token.text, where) : judgeWord(token.text, where);

export const names = ruleOnTokens(["dotted", "name"], ["prose"], judgeName);

export function judgeDotted(text: string, where: Where): string | null {
  const { context, prose } = where;
  if (isFileName(text)) return judgeFileName(text, where);
  if (context.foreign.hasWord(text) || context.facts.hasPath(text.replaceAll(".", "/"))) return null;
  if (hasWord(prose.quoted, text) || known(text, where)) return null;
  const parts = text.split(".");
  const [root, last] = [parts[0]!, parts.at(-1)!];
  if (root === "sglang" || root === "sgl") return judgeOfPackage(text, last, parts.length, where);
  if (context.foreign.hasModule(root)) return null;
  if (context.facts.hasName(root, "any") && /^[A-Z]/.test(root) && !context.words.has(last)) {
    return context.foreign.hasWord(last) ? null : missing(text, last, where);
  }
  return judgeWord(last, where) === null ? null : missing(text, last, where);
}

/** What the package offers at its top is defined further down: `sglang.Engine`. */
function judgeOfPackage(text: string, last: string, depth: number, where: Where): string | null {
  if (/^__\w+__$/.test(last) || known(`sglang.${text.slice(text.indexOf(".") + 1)}`, where)) return null;
  return depth === 2 && known(last, where) ? null : missing(text, last, where);
}

export function judgeWord(word: string, where: Where): string | null {
  const { context, prose } = where;
  if (hasWord(prose.quoted, word) || known(word, where)) return null;
  if (context.words.has(word) || isForeign(word, where)) return null;
  if (isBuiltinError(word) || context.facts.hasArchitecture(word, "any")) return null;
  // The value of a setting, spelled as the setting: `mem_fraction_static`.
  if (context.facts.hasFlag(`--${word.replaceAll("_", "-")}`, "any")) return null;
  // Private names are not in the facts, so nothing can be said of one that no raise site mentions.
  return word.startsWith("_") ? null : missing(word, word, where);
}

function isForeign(word: string, { context: { foreign } }: Where): boolean {
  return foreign.hasWord(word) || foreign.hasModule(word) || foreign.hasVariable(word);
}

function known(name: string, { context, passage, prose }: Where): boolean {
  const exists = (release: string): boolean => context.facts.hasName(name, release);
  return existsInScope(exists, prose.scope, passage.text, context);
}

function missing(text: string, last: string, { context }: Where): string {
  const range = whereItExists((release) => context.facts.hasName(text, release), context);
  if (range !== null) return `the name ${text} exists ${range}, which the text does not say`;
  return `there is no name ${text} in the source${didYouMean(context.facts.nearest("name", last))}`;
}

function isBuiltinError(word: string): boolean {
  return (
    /^[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:Error|Exception|Warning|Interrupt)s?$/.test(word) &&
    BUILTIN.has(word.replace(/s$/, ""))
  );
}

const BUILTIN = new Set(
  `ArithmeticError AssertionError AttributeError BlockingIOError BrokenPipeError BufferError ConnectionError
  ConnectionAbortedError ConnectionRefusedError ConnectionResetError EOFError FileExistsError FileNotFoundError
  FloatingPointError ImportError IndentationError IndexError InterruptedError IsADirectoryError KeyError
  KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError
  OSError OverflowError PermissionError ProcessLookupError RecursionError ReferenceError RuntimeError
  StopAsyncIteration StopIteration SyntaxError SystemError SystemExit TimeoutError TypeError UnboundLocalError
  UnicodeDecodeError UnicodeEncodeError UnicodeError ValueError ZeroDivisionError DeprecationWarning UserWarning
  ResourceWarning FutureWarning RuntimeWarning`.split(/\s+/),
);
