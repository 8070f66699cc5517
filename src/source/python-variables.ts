/** What names may hold: assignments in functions, constants of the module and of classes. */
import type { Node } from "web-tree-sitter";
import { getOrAdd } from "./get-or-add.ts";
import type { FileContext, Scope } from "./python-context.ts";
import { firstExpression } from "./python-nodes.ts";
import { plainString } from "./python-text.ts";
import { escapeBraces, hole } from "./template-text.ts";

export interface Assignment {
  value: Node;
  start: number;
  augmented: boolean;
  /** Whether it is always executed before the use. */
  dominates: boolean;
}

interface RawAssignment {
  name: string;
  value: Node;
  start: number;
  augmented: boolean;
  block: { start: number; end: number };
}

export interface Variables {
  /** The assignments to a name that may reach `before`, last first; empty when none is known. */
  assignments(name: string, scope: Scope | null, before: number): Assignment[];
  /** A plain text constant as a template: "NAME" of the module, "Class.NAME" of a class. */
  constant(name: string): string | undefined;
}

export function readVariables(context: FileContext): Variables {
  const perScope = new Map<number, Map<string, RawAssignment[]>>();
  const constants = readConstants(context);
  function assignmentsIn(node: Node): Map<string, RawAssignment[]> {
    const known = perScope.get(node.id);
    if (known !== undefined) return known;
    const found = new Map<string, RawAssignment[]>();
    for (const assignment of node.descendantsOfType(["assignment", "augmented_assignment"])) {
      const left = assignment.childForFieldName("left");
      const value = assignment.childForFieldName("right");
      if (left === null || value === null || left.type !== "identifier") continue;
      const statement = assignment.parent;
      const block = statement?.parent ?? node;
      const row: RawAssignment = {
        name: left.text,
        value,
        start: assignment.startIndex,
        augmented: assignment.type === "augmented_assignment",
        block: { start: block.startIndex, end: block.endIndex },
      };
      getOrAdd(found, row.name, () => []).push(row);
    }
    perScope.set(node.id, found);
    return found;
  }

  function assignments(name: string, scope: Scope | null, before: number): Assignment[] {
    for (let at = scope; at !== null; at = at.parent) {
      if (at.type !== "function_definition") continue;
      const all = assignmentsIn(at.node).get(name);
      if (all === undefined) continue;
      const reaching: Assignment[] = [];
      for (let i = all.length - 1; i >= 0; i -= 1) {
        const one = all[i]!;
        // A name in its own assignment (`t = t + "x"`) is what it was before.
        if (before < one.value.endIndex) continue;
        const dominates = one.block.start <= before && before < one.block.end;
        reaching.push({ value: one.value, start: one.start, augmented: one.augmented, dominates });
        if (dominates && !one.augmented) break;
      }
      return reaching;
    }
    return [];
  }

  return { assignments, constant: (name) => constants.get(name) };
}

const CONSTANT_LINE = /^([ \t]{0,8})([A-Za-z_]\w{1,60})[ \t]*(?::[^=\n]{1,80})?=[ \t]*(?=[("'fFrR])/gm;
const STRING_TYPES = new Set(["string", "concatenated_string", "parenthesized_expression"]);

/** Plain string constants of a file: `NAME` of the module, `Class.NAME` of a class body. */
function readConstants(context: FileContext): Map<string, string> {
  const constants = new Map<string, string>();
  for (const found of context.source.matchAll(CONSTANT_LINE)) {
    const at = found.index + found[1]!.length;
    const scope = context.scopeAt(at);
    const outer = scope === null ? "" : scope.type === "class_definition" ? `${scope.name}.` : null;
    if (outer === null || (outer === "" && found[1] !== "")) continue;
    const valueAt = found.index + found[0].length;
    let node = context.root.namedDescendantForIndex(valueAt, valueAt + 1);
    while (
      node !== null &&
      node.parent !== null &&
      node.parent.startIndex === valueAt &&
      node.parent.type !== "module"
    )
      node = node.parent;
    if (node === null || !STRING_TYPES.has(node.type)) continue;
    while (node !== null && node.type === "parenthesized_expression") node = firstExpression(node);
    const value = node === null ? null : constantText(node);
    if (value === null || value.length > 600) continue;
    const key = outer + found[2]!;
    // Two values: not a constant.
    if (constants.has(key)) constants.set(key, hole(found[2]!));
    else constants.set(key, escapeBraces(value));
  }
  for (const [key, value] of constants)
    if (value === hole(key.slice(key.lastIndexOf(".") + 1))) constants.delete(key);
  return constants;
}

function constantText(node: Node): string | null {
  if (node.type === "string") return plainString(node.text);
  if (node.type !== "concatenated_string") return null;
  let whole = "";
  for (const child of node.namedChildren) {
    if (child === null || child.type !== "string") continue;
    const part = plainString(child.text);
    if (part === null) return null;
    whole += part;
  }
  return whole;
}
