/** Reading small pieces of the syntax tree: arguments of calls, children, dotted names. */
import type { Node } from "web-tree-sitter";
import { lastName } from "./python-text.ts";

export interface CallArguments {
  positional: Node[];
  keywords: Map<string, Node>;
}

/** The arguments of a call; `*args` and `**kwargs` are left out. */
export function readArguments(list: Node): CallArguments {
  const positional: Node[] = [];
  const keywords = new Map<string, Node>();
  if (list.type === "generator_expression") return { positional: [list], keywords };
  for (const child of list.namedChildren) {
    if (child === null || child.type === "comment" || child.type === "dictionary_splat") continue;
    if (child.type === "keyword_argument") {
      const name = child.childForFieldName("name")?.text;
      const value = child.childForFieldName("value");
      if (name !== undefined && value !== null) keywords.set(name, value);
    } else positional.push(child);
  }
  return { positional, keywords };
}

/** Children that are no comments. */
export function childExpressions(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && child.type !== "comment");
}

export function firstExpression(node: Node): Node | null {
  return childExpressions(node)[0] ?? null;
}

/** The operands of a chain of `+`, which leans to the left. */
export function summands(node: Node): Node[] {
  const found: Node[] = [];
  let at: Node = node;
  while (
    at.type === "binary_operator" &&
    at.childForFieldName("operator")?.text === "+" &&
    found.length < 200
  ) {
    const left = at.childForFieldName("left");
    const right = at.childForFieldName("right");
    if (left === null || right === null) break;
    found.push(right);
    at = left;
  }
  found.push(at);
  return found.reverse();
}

/** A node as a dotted name without white space, when it is one: "ValueError", "errors.Foo". */
export function dottedName(node: Node): string | null {
  if (node.type === "identifier") return node.text;
  if (node.type !== "attribute") return null;
  const name = node.text;
  return /^[\w.]+$/.test(name) ? name : lastName(name.replace(/\s+/g, ""));
}
