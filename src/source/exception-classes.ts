/** Exception classes: those of Python, and those a file defines, as far as they make messages. */
import { type MadeArguments, madeArguments, preferred } from "./message-arguments.ts";
import type { FileContext, Scope } from "./python-context.ts";
import type { MessageReader } from "./python-message.ts";
import { childExpressions, dottedName, readArguments } from "./python-nodes.ts";
import { lastName } from "./python-text.ts";
import { foldTemplate } from "./template-text.ts";

/** An exception class defined in the file, as far as it makes messages. */
export interface RawClass {
  name: string;
  bases: string[];
  /** Parameters of `__init__` after self, the message it hands on to its base class, and all it hands on. */
  init?: { params: string[]; templates: string[]; args: MadeArguments };
  /** Templates that `__str__` returns. */
  text?: string[];
}

/** Names of the exception classes that Python has. */
export const BUILTIN_EXCEPTIONS = new Set(
  (
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError " +
    "BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError " +
    "DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError " +
    "FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError " +
    "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError " +
    "NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError " +
    "RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError " +
    "SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError " +
    "UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError"
  ).split(" "),
);

/** Whether a class of that name is an exception, as far as names tell. */
export function looksLikeException(name: string): boolean {
  return (
    BUILTIN_EXCEPTIONS.has(name) ||
    /^_*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt|Timeout)$/.test(name)
  );
}

const EXCEPTION_NAME =
  /(?:Error|Exception|Warning|Exit|Interrupt|Timeout|Failure|Unsupported|Rejected|Required)$/;

/** The exception classes a file defines. */
export function readClasses(context: FileContext, reader: MessageReader): RawClass[] {
  const classes: RawClass[] = [];
  for (const scope of context.definitions) {
    if (scope.type !== "class_definition") continue;
    const list = scope.node.childForFieldName("superclasses");
    if (list === null) continue;
    const bases = readArguments(list).positional.flatMap((node) => {
      const name = dottedName(node);
      return name === null ? [] : [lastName(name)];
    });
    if (bases.length === 0 || ![scope.name, ...bases].some((name) => EXCEPTION_NAME.test(name))) continue;
    const found: RawClass = { name: lastName(scope.name), bases };
    for (const method of context.definitions) {
      if (method.start < scope.start || method.end > scope.end) continue;
      if (method.name === `${scope.name}.__init__`) readInit(method, found, reader, context);
      else if (method.name === `${scope.name}.__str__`) readText(method, found, reader);
    }
    classes.push(found);
  }
  return classes;
}

const SUPER_CALL = /(?:\bsuper\([^()]{0,60}\)|\b[A-Z]\w*)\.__init__[ \t]*\(/g;

function readInit(method: Scope, found: RawClass, reader: MessageReader, context: FileContext): void {
  const params = method.node.childForFieldName("parameters");
  if (params === null) return;
  const names = childExpressions(params).flatMap((node) => {
    const name = node.type === "identifier" ? node : (node.childForFieldName("name") ?? node.namedChild(0));
    return name === null || node.type.endsWith("splat_pattern") || node.type.endsWith("separator")
      ? []
      : [name.text];
  });
  for (const match of context.source.slice(method.start, method.end).matchAll(SUPER_CALL)) {
    const at = method.start + match.index;
    const node = context.root.namedDescendantForIndex(at, at + match[0].length);
    const list = node?.type === "call" ? node.childForFieldName("arguments") : null;
    if (list == null) continue;
    const args = readArguments(list);
    if (!match[0].startsWith("super")) args.positional.shift();
    const message = preferred(args, method, reader);
    if (message !== null) {
      const templates = message.templates.map(foldTemplate);
      found.init = { params: names.slice(1), templates, args: madeArguments(args, method, reader) };
    }
  }
}

function readText(method: Scope, found: RawClass, reader: MessageReader): void {
  const templates: string[] = [];
  for (const statement of method.node.descendantsOfType("return_statement")) {
    const value = statement.namedChild(0);
    const message = value === null ? null : reader.read(value, method);
    if (message?.isText === true) templates.push(...message.templates.map(foldTemplate));
  }
  if (templates.length > 0) found.text = [...new Set(templates)].slice(0, 6);
}
