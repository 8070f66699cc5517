/** `raise` statements: what may be raised, and with which message. */
import type { Node } from "web-tree-sitter";
import { BUILTIN_EXCEPTIONS, looksLikeException } from "./exception-classes.ts";
import { madeArguments, preferred, statusOf } from "./message-arguments.ts";
import type { Scope } from "./python-context.ts";
import type { Message, MessageReader } from "./python-message.ts";
import { type CallArguments, childExpressions, dottedName, readArguments } from "./python-nodes.ts";
import type { AddSite } from "./python-sites.ts";
import { lastName } from "./python-text.ts";
import { tupleText } from "./template-text.ts";

/** @param taken gets the ids of the calls that make what is raised: they are no sites of their own */
export function readRaise(
  node: Node,
  scope: Scope | null,
  reader: MessageReader,
  add: AddSite,
  taken: Set<number>,
): void {
  const cause = node.childForFieldName("cause");
  const raised = childExpressions(node).find((child) => child.id !== cause?.id);
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
    return childExpressions(node).flatMap((inner) => raisedExpressions(inner, scope, reader, depth + 1));
  if (node.type === "conditional_expression") {
    const [whenTrue, , whenFalse] = childExpressions(node);
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

function raiseCall(
  call: Node,
  statement: Node,
  scope: Scope | null,
  reader: MessageReader,
  add: AddSite,
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
  if (!BUILTIN_EXCEPTIONS.has(className)) site.args = madeArguments(args, scope, reader);
}

/** The message of `X(…)` as Python prints it when the class adds nothing of its own. */
function raisedMessage(
  className: string,
  args: CallArguments,
  scope: Scope | null,
  reader: MessageReader,
): Message | null {
  const { positional, keywords } = args;
  if (BUILTIN_EXCEPTIONS.has(className) && positional.length >= 2 && !/Group$/.test(className)) {
    const values = positional.map((node) => reader.read(node, scope));
    if (!values[0]!.isText) return preferred(args, scope, reader);
    const rest = values.slice(1).map(({ templates, isText }) => ({ template: templates[0]!, isText }));
    const tuples = values[0]!.templates.map((template) => tupleText([{ template, isText: true }, ...rest]));
    return { templates: tuples, isText: true };
  }
  if (positional.length === 0 && keywords.size === 0) return null;
  return preferred(args, scope, reader);
}
