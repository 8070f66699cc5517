/** The raise sites of one Python file: every place that makes an error message. */
import type { Node } from "web-tree-sitter";
import { enclosing, type FileContext, guardOf, type Scope } from "./python-context.ts";
import {
  type CallArguments,
  dottedName,
  foldTemplate,
  formatLogged,
  isBareHole,
  type Message,
  type MessageReader,
  readArguments,
} from "./python-message.ts";
import { bounded, expressionText, lastName } from "./python-text.ts";

export type SiteKind =
  | "raise"
  | "assert"
  | "log.error"
  | "log.exception"
  | "log.critical"
  | "log.warning"
  | "http"
  | "argparse"
  | "exit"
  | "warn";

/** A site as one file tells it, before classes of other files are looked at. */
export interface RawSite {
  kind: SiteKind;
  /** Last part of the class's name; null where there is none (logged messages). */
  class: string | null;
  /** Folded templates; "" where the statement has no message. */
  templates: string[];
  /** Qualified name of the function or class around it; "" at module level. */
  function: string;
  guard: string | null;
  /** The condition of an assert, as written, bounded. */
  asserts?: string;
  /** First and last line, from 1. */
  first: number;
  last: number;
  status?: number;
  /** The arguments of a raised class that is not one of Python's own: its `__init__` may make the message. */
  args?: MadeArguments;
}

/** The templates of each argument of a call. */
export interface MadeArguments {
  positional: string[][];
  keywords: Record<string, string[]>;
}

/** An exception class defined in the file, as far as it makes messages. */
export interface RawClass {
  name: string;
  bases: string[];
  /** Parameters of `__init__` after self, the message it hands on to its base class, and all it hands on. */
  init?: { params: string[]; templates: string[]; args: MadeArguments };
  /** Templates that `__str__` returns. */
  text?: string[];
}

export const BUILTIN = new Set(
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

const LOG_KINDS: Record<string, SiteKind> = {
  error: "log.error",
  exception: "log.exception",
  critical: "log.critical",
  fatal: "log.critical",
  warning: "log.warning",
  warn: "log.warning",
};
/** Names whose calls may be sites; the call itself decides. */
const CALLS =
  /\b(?:(error|exception|critical|fatal|warning|warn)(?:_once|_rank0|_rank_0|_main|_on_rank0)?|exit|abort|HTTPException|FINISH_ABORT|prepare_abort|set_finish_with_abort|\w*[eE]rror_?[rR]esponse|\w*bad_request\w*|(?:_?send|_?write|_?return|_?make|_?create|_?build)_\w{0,30}error\w{0,12}|(?:OR|UJ)?JSONResponse|PlainTextResponse|Response)[ \t]*\(/g;
const MESSAGE_KEYWORDS = [
  "message",
  "msg",
  "detail",
  "description",
  "reason",
  "error_message",
  "error_msg",
  "err_msg",
  "error",
  "content",
];

export function readSites(context: FileContext, reader: MessageReader): RawSite[] {
  const sites: RawSite[] = [];
  const taken = new Set<number>();
  const add = (
    kind: SiteKind,
    className: string | null,
    message: Message | null,
    node: Node,
    scope: Scope | null,
  ): RawSite => {
    const all = message === null ? [""] : [...new Set(message.templates.map(foldTemplate))];
    const telling = all.filter((template) => !isBareHole(template));
    const templates = telling.length > 0 ? telling : all;
    const site: RawSite = {
      kind,
      class: className,
      templates,
      function: enclosing(scope)?.name ?? "",
      guard: guardOf(scope),
      first: context.lineOf(node.startIndex),
      last: context.lineOf(node.endIndex - 1),
    };
    sites.push(site);
    return site;
  };
  for (const { type, node, scope } of context.marks) {
    if (type === "assert_statement") readAssert(node, scope, reader, add);
    else if (type === "raise_statement") readRaise(node, scope, reader, add, taken);
  }
  for (const found of context.source.matchAll(CALLS)) {
    const paren = found.index + found[0].length;
    const node = context.root.namedDescendantForIndex(found.index, paren);
    if (node === null || node.type !== "call" || taken.has(node.id)) continue;
    const list = node.childForFieldName("arguments");
    if (list === null || list.startIndex !== paren - 1) continue;
    readCall(node, list, found[1], context.scopeAt(found.index), reader, add);
  }
  return sites.sort((a, b) => a.first - b.first || a.last - b.last);
}

type Add = (
  kind: SiteKind,
  className: string | null,
  message: Message | null,
  node: Node,
  scope: Scope | null,
) => RawSite;

function readAssert(node: Node, scope: Scope | null, reader: MessageReader, add: Add): void {
  const [condition, message] = expressions(node);
  if (condition === undefined) return;
  const site = add(
    "assert",
    "AssertionError",
    message === undefined ? null : reader.read(message, scope),
    node,
    scope,
  );
  site.asserts = bounded(expressionText(condition), 160);
}

function readRaise(
  node: Node,
  scope: Scope | null,
  reader: MessageReader,
  add: Add,
  taken: Set<number>,
): void {
  const cause = node.childForFieldName("cause");
  const raised = expressions(node).find((child) => child.id !== cause?.id);
  if (raised === undefined) return;
  for (const one of raisedExpressions(raised, scope, reader)) {
    if (one.type === "call") {
      raiseCall(one, node, scope, reader, add, taken);
      continue;
    }
    const name = dottedName(one);
    if (name !== null && /^_*[A-Z]/.test(lastName(name))) add("raise", lastName(name), null, node, scope);
  }
}

/** What a raise statement may raise: both sides of a conditional, and exceptions made before it in the function. */
function raisedExpressions(node: Node, scope: Scope | null, reader: MessageReader, depth = 0): Node[] {
  if (depth > 8) return [];
  if (node.type === "parenthesized_expression")
    return expressions(node).flatMap((inner) => raisedExpressions(inner, scope, reader, depth + 1));
  if (node.type === "conditional_expression") {
    const [whenTrue, , whenFalse] = expressions(node);
    return [whenTrue, whenFalse].flatMap((side) =>
      side === undefined ? [] : raisedExpressions(side, scope, reader, depth + 1),
    );
  }
  if (node.type !== "identifier") return [node];
  const made = reader
    .assignments(node.text, scope, node.startIndex)
    .flatMap(({ value }) => (value.type === "call" ? [value] : []));
  const exceptions = made.filter((call) => {
    const name = call.childForFieldName("function");
    return name !== null && looksLikeException(lastName(dottedName(name) ?? ""));
  });
  return exceptions.length > 0 ? exceptions : [node];
}

function looksLikeException(name: string): boolean {
  return BUILTIN.has(name) || /^_*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt|Timeout)$/.test(name);
}

function raiseCall(
  call: Node,
  statement: Node,
  scope: Scope | null,
  reader: MessageReader,
  add: Add,
  taken: Set<number>,
): void {
  let made = call;
  let callee = made.childForFieldName("function");
  // raise X(…).with_traceback(tb)
  while (callee?.type === "attribute" && callee.childForFieldName("object")?.type === "call") {
    made = callee.childForFieldName("object")!;
    callee = made.childForFieldName("function");
  }
  const list = made.childForFieldName("arguments");
  if (callee === null || list === null) return;
  taken.add(made.id);
  const name = dottedName(callee);
  const className = name === null ? "Exception" : lastName(name);
  const args = readArguments(list);
  const message = raisedMessage(className, args, scope, reader);
  const site = add("raise", className, message, statement, scope);
  const status = statusOf(args);
  if (status !== null) site.status = status;
  if (!BUILTIN.has(className)) site.args = madeArguments(args, scope, reader);
}

const MAX_ARGUMENTS = 12;

function madeArguments(args: CallArguments, scope: Scope | null, reader: MessageReader): MadeArguments {
  const templates = (node: Node): string[] =>
    reader.read(node, scope).templates.map(foldTemplate).slice(0, 3);
  return {
    positional: args.positional.slice(0, MAX_ARGUMENTS).map(templates),
    keywords: Object.fromEntries(
      [...args.keywords].slice(0, MAX_ARGUMENTS).map(([key, node]) => [key, templates(node)]),
    ),
  };
}

/** The message of `X(…)` as Python prints it when the class adds nothing of its own. */
function raisedMessage(
  className: string,
  args: CallArguments,
  scope: Scope | null,
  reader: MessageReader,
): Message | null {
  const { positional, keywords } = args;
  if (BUILTIN.has(className) && positional.length >= 2 && !/Group$/.test(className)) {
    const values = positional.map((node) => reader.read(node, scope));
    if (!values[0]!.isText) return preferred(args, scope, reader);
    const rest = values
      .slice(1)
      .map((value) => (value.isText ? `'${value.templates[0]}'` : value.templates[0]!));
    return { templates: values[0]!.templates.map((one) => `('${one}', ${rest.join(", ")})`), isText: true };
  }
  if (positional.length === 0 && keywords.size === 0) return null;
  return preferred(args, scope, reader);
}

/** The argument that is the message: by keyword, else the first that is text, else the first. */
function preferred(args: CallArguments, scope: Scope | null, reader: MessageReader): Message | null {
  let fallback: Message | null = null;
  for (const keyword of MESSAGE_KEYWORDS) {
    const node = args.keywords.get(keyword);
    if (node === undefined) continue;
    const message = reader.read(node, scope);
    if (message.isText) return message;
    fallback ??= message;
  }
  for (const node of args.positional) {
    const message = reader.read(node, scope);
    if (message.isText) return message;
    fallback ??= message;
  }
  return fallback;
}

function readCall(
  node: Node,
  list: Node,
  level: string | undefined,
  scope: Scope | null,
  reader: MessageReader,
  add: Add,
): void {
  const callee = node.childForFieldName("function");
  if (callee === null) return;
  const object = callee.type === "attribute" ? (callee.childForFieldName("object")?.text ?? "") : "";
  const name =
    callee.type === "attribute" ? (callee.childForFieldName("attribute")?.text ?? "") : callee.text;
  const args = readArguments(list);
  if (level !== undefined) {
    readLevel(node, name, level, object, args, scope, reader, add);
    return;
  }
  if (name === "exit") {
    const message = object === "sys" || object === "" ? preferred(args, scope, reader) : null;
    if (message?.isText === true) add("exit", "SystemExit", message, node, scope);
    return;
  }
  const status = statusOf(args);
  const message = /^(?:\w*JSONResponse|PlainTextResponse|Response)$/.test(name)
    ? bodyMessage(args, status, scope, reader)
    : httpMessage(name, args, scope, reader);
  if (message === null) return;
  const site = add("http", name === "HTTPException" ? name : null, message, node, scope);
  if (status !== null) site.status = status;
}

function readLevel(
  node: Node,
  name: string,
  level: string,
  object: string,
  args: CallArguments,
  scope: Scope | null,
  reader: MessageReader,
  add: Add,
): void {
  const first = args.positional[0] ?? args.keywords.get("msg") ?? args.keywords.get("message");
  if (first === undefined) return;
  if (name === "warn" && object === "warnings") {
    const category = args.positional[1] ?? args.keywords.get("category");
    const categoryName =
      category === undefined ? "UserWarning" : lastName(dottedName(category) ?? "UserWarning");
    add("warn", categoryName, reader.read(first, scope), node, scope);
  } else if (level === "error" && /(?:^|[._])(?:arg_?)?parser$|^ap$/i.test(object)) {
    add("argparse", "SystemExit", reader.read(first, scope), node, scope);
  } else if (/(?:^|[._])_?(?:\w*logg(?:er|ing)|log)(?:\(\w*\))?$/i.test(object)) {
    add(
      LOG_KINDS[level]!,
      null,
      formatLogged(reader.read(first, scope), args.positional.slice(1)),
      node,
      scope,
    );
  }
}

/** The message of a call that becomes an error response; only text counts. */
function httpMessage(
  name: string,
  args: CallArguments,
  scope: Scope | null,
  reader: MessageReader,
): Message | null {
  if (name === "abort" && !args.positional.some((node) => /StatusCode\b/.test(node.text))) return null;
  const message = preferred(args, scope, reader);
  return message?.isText === true ? message : null;
}

/** The message in the body of a response whose status says error. */
function bodyMessage(
  args: CallArguments,
  status: number | null,
  scope: Scope | null,
  reader: MessageReader,
): Message | null {
  if (status === null || status < 400) return null;
  const body = args.keywords.get("content") ?? args.positional[0];
  return body === undefined ? null : textIn(body, scope, reader, 0);
}

function textIn(node: Node, scope: Scope | null, reader: MessageReader, depth: number): Message | null {
  if (node.type !== "dictionary") {
    const message = reader.read(node, scope);
    return message.isText ? message : null;
  }
  if (depth > 3) return null;
  for (const pair of node.namedChildren) {
    if (pair === null || pair.type !== "pair") continue;
    const key = pair.childForFieldName("key")?.text.replace(/["']/g, "") ?? "";
    const value = pair.childForFieldName("value");
    if (value === null || !/^(?:error|message|detail|msg|reason)$/.test(key)) continue;
    const found = textIn(value, scope, reader, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

const STATUS_NAMES: Record<string, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  REQUEST_ENTITY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_ENTITY: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
};

function statusOf(args: CallArguments): number | null {
  const named = args.keywords.get("status_code") ?? args.keywords.get("code") ?? args.keywords.get("status");
  for (const node of named === undefined ? args.positional : [named]) {
    const text = node.text;
    const number = /^(?:[\w.]*HTTP_)?([1-5]\d\d)(?:_[A-Z_]+)?$/.exec(lastName(text));
    if (number !== null) return Number(number[1]);
    const name = /\bHTTPStatus\.([A-Z_]+)(?:\.value)?$/.exec(text)?.[1];
    if (name !== undefined && STATUS_NAMES[name] !== undefined) return STATUS_NAMES[name]!;
  }
  return null;
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
  const names = expressions(params).flatMap((node) => {
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

function expressions(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && child.type !== "comment");
}
