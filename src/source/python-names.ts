/** The names other code can use of a module. */
import type { Node } from "web-tree-sitter";
import type { FileContext, Scope } from "./python-context.ts";
import { childExpressions, dottedName } from "./python-nodes.ts";
import { lastName, plainString } from "./python-text.ts";

/**
 * Qualified names of public classes and functions ("Engine.generate"), of the attributes of classes
 * ("ServerArgs.tp_size"), of other names for them (`Old = New`), and of what a module hands on: what
 * `__all__` lists, and the imports of a module that defines nothing itself.
 */
export function readNames(context: FileContext): string[] {
  const names = new Set<string>();
  for (const [i, scope] of context.definitions.entries()) {
    if (!isPublic(scope)) continue;
    names.add(scope.name);
    if (scope.type !== "class_definition") continue;
    const end = Math.min(scope.end, context.definitions[i + 1]?.start ?? scope.end);
    for (const name of attributesOf(scope, end, context)) names.add(`${scope.name}.${name}`);
  }
  for (const name of [...aliases(context), ...listed(context), ...imported(context)])
    if (!name.startsWith("_")) names.add(name);
  return [...names];
}

function isPublic(scope: Scope): boolean {
  let outer = scope.parent;
  while (outer !== null && outer.type !== "function_definition") outer = outer.parent;
  return outer === null && !/(?:^|\.)_/.test(scope.name);
}

const ATTRIBUTE = /^[ \t]+([A-Za-z]\w{0,80})[ \t]*[:=]/gm;

/** Fields and constants of a class body as far as `end`: they stand before its first method. */
function attributesOf(scope: Scope, end: number, context: FileContext): string[] {
  const names: string[] = [];
  for (const found of context.source.slice(scope.start, end).matchAll(ATTRIBUTE)) {
    const at = scope.start + found.index + found[0].indexOf(found[1]!);
    const node = context.root.namedDescendantForIndex(at, at + found[1]!.length);
    const assignment = node?.type === "identifier" ? node.parent : null;
    if (assignment?.type === "assignment" && assignment.startIndex === at && context.scopeAt(at) === scope)
      names.push(found[1]!);
  }
  return names;
}

const ALIAS = /^([A-Za-z]\w{1,80})[ \t]*=[ \t]*[A-Za-z_][\w.]{1,120}[ \t]*(?:#.*)?$/gm;

/** `Old = New` at module level. */
function aliases(context: FileContext): string[] {
  return [...context.source.matchAll(ALIAS)].flatMap(({ index, 0: line, 1: name }) => {
    const assignment = context.root.namedDescendantForIndex(index, index + line.length);
    const value = assignment?.type === "assignment" ? assignment.childForFieldName("right") : null;
    return value !== null && dottedName(value) !== null ? [name!] : [];
  });
}

/** What `__all__` lists. */
function listed(context: FileContext): string[] {
  const at = context.source.search(/^__all__[ \t]*(?::[^=\n]{1,40})?=/m);
  const node = at < 0 ? null : context.root.namedDescendantForIndex(at, at + "__all__ =".length);
  const value = node?.type === "assignment" ? node.childForFieldName("right") : null;
  if (value?.type !== "list" && value?.type !== "tuple") return [];
  return childExpressions(value).flatMap((item) =>
    item.type === "string" ? (plainString(item.text) ?? []) : [],
  );
}

/** The imports of a module that defines nothing itself: it is there to hand them on. */
function imported(context: FileContext): string[] {
  if (context.definitions.length > 0) return [];
  return childExpressions(context.root).flatMap((statement) =>
    statement.type === "import_from_statement" ? importedNames(statement) : [],
  );
}

function importedNames(statement: Node): string[] {
  const module = statement.childForFieldName("module_name");
  return childExpressions(statement).flatMap((child) => {
    if (child.id === module?.id) return [];
    const name = child.type === "aliased_import" ? child.childForFieldName("alias") : child;
    return name === null || !/^(?:dotted_name|identifier)$/.test(name.type) ? [] : [lastName(name.text)];
  });
}
