/** Calls and returns that take a message and print it, log it, or make an error response of it. */
import type { Node } from "web-tree-sitter";
import { preferred, statusOf } from "./message-arguments.ts";
import type { FileContext, Scope } from "./python-context.ts";
import { formatLogged, type Message, type MessageReader } from "./python-message.ts";
import { type CallArguments, childExpressions, dottedName, readArguments } from "./python-nodes.ts";
import type { AddSite, SiteKind } from "./python-sites.ts";
import { lastName } from "./python-text.ts";

const LOG_KINDS: Record<string, SiteKind> = {
  error: "log.error",
  exception: "log.exception",
  critical: "log.critical",
  fatal: "log.critical",
  warning: "log.warning",
  warn: "log.warning",
};
/** What a call may be by its name; the call itself decides. */
type CallRole = { level: string } | "exit" | "abort" | "response" | "error" | "failure";

const LEVEL = /^(error|exception|critical|fatal|warning|warn)(?:_once|_rank0|_rank_0|_main|_on_rank0)?$/;
const RESPONSE = /^(?:(?:OR|UJ)?JSONResponse|PlainTextResponse|Response)$/;
const ERROR =
  /^(?:HTTPException|FINISH_ABORT|prepare_abort|set_finish_with_abort|\w*[eE]rror_?[rR]esponse|\w*bad_request\w*|_?(?:send|write|return|make|create|build)_\w{0,30}error\w{0,12})$/;
const FAILURE = /^_?(?:record|report|mark|set|finish)_(?:\w{0,30}_)?(?:error|fail|failed|failure|aborted)$/;

function roleOf(name: string): CallRole | null {
  const level = LEVEL.exec(name)?.[1];
  if (level !== undefined) return { level };
  if (name === "exit" || name === "abort") return name;
  if (RESPONSE.test(name)) return "response";
  if (ERROR.test(name)) return "error";
  return FAILURE.test(name) ? "failure" : null;
}

const roles = new Map<string, CallRole | null>();
/** Names are the project's: most of a file's are known from the files before. */
const MAX_ROLES = 200_000;

function knownRole(name: string): CallRole | null {
  let role = roles.get(name);
  if (role === undefined) {
    role = roleOf(name);
    if (roles.size < MAX_ROLES) roles.set(name, role);
  }
  return role;
}

/** @param taken ids of calls that are parts of other sites */
export function readMessageCalls(
  context: FileContext,
  reader: MessageReader,
  add: AddSite,
  taken: Set<number>,
): void {
  const { source, root } = context;
  for (let paren = source.indexOf("("); paren >= 0; paren = source.indexOf("(", paren + 1)) {
    const start = nameBefore(source, paren);
    if (start < 0) continue;
    const role = knownRole(source.slice(start, paren).trimEnd());
    if (role === null) continue;
    const node = root.namedDescendantForIndex(start, paren + 1);
    if (node === null || node.type !== "call" || taken.has(node.id)) continue;
    const list = node.childForFieldName("arguments");
    if (list?.startIndex === paren) readCall(node, list, role, context.scopeAt(start), reader, add);
  }
  readFailedReturns(context, reader, add);
}

/** Where the name that ends before a parenthesis begins; -1 when there is none. */
function nameBefore(source: string, paren: number): number {
  let end = paren;
  while (end > 0 && (source[end - 1] === " " || source[end - 1] === "\t")) end -= 1;
  let start = end;
  while (start > 0 && isNamePart(source.charCodeAt(start - 1))) start -= 1;
  return start === end || end - start > 60 ? -1 : start;
}

function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || (code >= 48 && code <= 57)
  );
}

function readCall(
  node: Node,
  list: Node,
  role: CallRole,
  scope: Scope | null,
  reader: MessageReader,
  add: AddSite,
): void {
  const callee = node.childForFieldName("function");
  if (callee === null) return;
  const object = callee.type === "attribute" ? (callee.childForFieldName("object")?.text ?? "") : "";
  const name =
    callee.type === "attribute" ? (callee.childForFieldName("attribute")?.text ?? "") : callee.text;
  const args = readArguments(list);
  if (typeof role === "object") {
    readLevel(node, name, role.level, object, args, scope, reader, add);
    return;
  }
  if (role === "exit") {
    const message = object === "sys" || object === "" ? preferred(args, scope, reader) : null;
    if (message?.isText === true) add("exit", "SystemExit", message, node, scope);
    return;
  }
  const status = statusOf(args);
  const message =
    role === "response" ? bodyMessage(args, status, scope, reader) : errorMessage(role, args, scope, reader);
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
  add: AddSite,
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
function errorMessage(
  role: CallRole,
  args: CallArguments,
  scope: Scope | null,
  reader: MessageReader,
): Message | null {
  if (role === "abort" && !args.positional.some((node) => /StatusCode\b/.test(node.text))) return null;
  const message = preferred(args, scope, reader);
  if (message?.isText !== true) return null;
  return role === "failure" && !message.templates.some(isSentence) ? null : message;
}

/** Two words at least: a single one is a key or a state rather than a message. */
function isSentence(template: string): boolean {
  const words = template.replace(/\{[^{}]*\}/g, " ").split(/[^A-Za-z]+/);
  return words.filter((word) => word.length > 1).length > 1;
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

const FAILED_RETURN = /\breturn[ \t]+\(?[ \t]*(?:False|None)[ \t]*,/g;

/** `return False, "message"`: whoever called answers with the message. */
function readFailedReturns(context: FileContext, reader: MessageReader, add: AddSite): void {
  for (const { index } of context.source.matchAll(FAILED_RETURN)) {
    const node = context.root.namedDescendantForIndex(index, index + "return".length + 1);
    if (node?.type !== "return_statement" || node.startIndex !== index) continue;
    const [returned] = childExpressions(node);
    const values =
      returned?.type === "expression_list" || returned?.type === "tuple" ? childExpressions(returned) : [];
    if (values[1] === undefined) continue;
    const scope = context.scopeAt(index);
    const message = reader.read(values[1], scope);
    if (message.isText && message.templates.some(isSentence)) add("http", null, message, node, scope);
  }
}
