/** Where in a file something stands: the classes, functions and conditions around it. */
import type { Node } from "web-tree-sitter";
import { bounded, expressionText } from "./python-text.ts";

/** A class, function, branch or statement of interest; a tree of these is far smaller than the syntax tree. */
export interface Scope {
  type: string;
  node: Node;
  start: number;
  end: number;
  parent: Scope | null;
  /** Qualified name of a class or function; "" for others. */
  name: string;
}

const FRAMES = new Set([
  "class_definition",
  "function_definition",
  "if_statement",
  "elif_clause",
  "else_clause",
  "except_clause",
  "except_group_clause",
  "while_statement",
  "case_clause",
]);
const MARKS = ["raise_statement", "assert_statement", "decorator"];
const TYPES = [...FRAMES, ...MARKS];

export interface FileContext {
  source: string;
  root: Node;
  /** Classes and functions in order. */
  definitions: Scope[];
  /** All frames in order of their start. */
  scopes: Scope[];
  marks: { type: string; node: Node; scope: Scope | null }[];
  /** Line (from 1) of an offset. */
  lineOf: (offset: number) => number;
  /** The innermost frame around an offset. */
  scopeAt: (offset: number) => Scope | null;
}

/** Reads the frames of a file in one pass over the tree. */
export function readContext(root: Node, source: string): FileContext {
  const definitions: Scope[] = [];
  const scopes: Scope[] = [];
  const marks: FileContext["marks"] = [];
  let current: Scope | null = null;
  for (const node of root.descendantsOfType(TYPES)) {
    const start = node.startIndex;
    while (current !== null && current.end <= start) current = current.parent;
    const type = node.type;
    if (!FRAMES.has(type)) {
      marks.push({ type, node, scope: current });
      continue;
    }
    const isDefinition = type === "class_definition" || type === "function_definition";
    const scope: Scope = { type, node, start, end: node.endIndex, parent: current, name: "" };
    if (isDefinition) {
      const own = node.childForFieldName("name")?.text ?? "?";
      const outer = enclosing(current);
      scope.name = outer === null ? own : `${outer.name}.${own}`;
      definitions.push(scope);
    }
    scopes.push(scope);
    current = scope;
  }
  return {
    source,
    root,
    definitions,
    scopes,
    marks,
    lineOf: lineIndex(source),
    scopeAt: (at) => findScope(scopes, at),
  };
}

function findScope(scopes: Scope[], at: number): Scope | null {
  let low = 0;
  let high = scopes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scopes[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  let scope: Scope | null = scopes[low - 1] ?? null;
  while (scope !== null && scope.end <= at) scope = scope.parent;
  return scope;
}

/** The innermost class or function around (and including) a scope. */
export function enclosing(scope: Scope | null): Scope | null {
  let at = scope;
  while (at !== null && at.name === "") at = at.parent;
  return at;
}

/** The innermost class around a scope. */
export function enclosingClass(scope: Scope | null): Scope | null {
  let at = scope;
  while (at !== null && at.type !== "class_definition") at = at.parent;
  return at;
}

const MAX_GUARD = 160;
const MAX_CONDITIONS = 3;

/**
 * The innermost conditions that lead to a place in its function, outermost first, in source form:
 * at most three and 160 characters; null when nothing guards it.
 */
export function guardOf(scope: Scope | null): string | null {
  const conditions: string[] = [];
  let at = scope;
  while (at !== null && at.name === "" && conditions.length < MAX_CONDITIONS) {
    const condition = conditionOf(at);
    if (condition !== null) conditions.unshift(condition);
    const branch = at.type === "else_clause" || at.type === "elif_clause";
    // The branch stands inside its if statement, whose own condition does not hold there.
    at = branch && at.parent?.type === "if_statement" ? at.parent.parent : at.parent;
  }
  while (conditions.length > 1 && conditions.join(" and ").length > MAX_GUARD) conditions.shift();
  return conditions.length === 0 ? null : bounded(conditions.join(" and "), MAX_GUARD);
}

function conditionOf(scope: Scope): string | null {
  switch (scope.type) {
    case "if_statement":
    case "elif_clause":
    case "while_statement": {
      const condition = scope.node.childForFieldName("condition");
      return condition === null ? null : grouped(condition);
    }
    case "else_clause": {
      if (scope.parent?.type !== "if_statement") return null;
      const condition = scope.parent.node.childForFieldName("condition");
      return condition === null ? null : `not (${expressionText(condition)})`;
    }
    case "except_clause":
    case "except_group_clause": {
      const caught = scope.node.namedChildren.find(
        (child) => child !== null && child.type !== "block" && child.type !== "comment",
      );
      return caught == null ? "except" : `except ${expressionText(caught)}`;
    }
    case "case_clause": {
      const pattern = scope.node.namedChild(0);
      return pattern === null ? null : `case ${expressionText(pattern)}`;
    }
    default:
      return null;
  }
}

function grouped(condition: Node): string {
  let inner = condition;
  while (inner.type === "parenthesized_expression" && inner.namedChildCount === 1)
    inner = inner.namedChild(0)!;
  const text = expressionText(inner);
  return inner.type === "boolean_operator" || inner.type === "conditional_expression" ? `(${text})` : text;
}

function lineIndex(source: string): (offset: number) => number {
  const starts: number[] = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
