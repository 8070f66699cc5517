/**
 * From an expression to the message templates it can make.
 *
 * A template is folded text with `{name}` holes and doubled literal braces; an expression that
 * branches makes several. What cannot be known becomes a hole.
 */
import type { Node } from "web-tree-sitter";
import { enclosingClass, type FileContext, type Scope } from "./python-context.ts";
import {
  decodeEscapes,
  expressionText,
  holeName,
  lastName,
  plainString,
  readStringStart,
} from "./python-text.ts";

export interface Message {
  /** One or more templates, not yet folded. */
  templates: string[];
  /** Whether the expression is text for certain (and not merely some value in a hole). */
  isText: boolean;
}

/** How many templates one message may have, and how deep variables are followed. */
const MAX_TEMPLATES = 6;
const MAX_DEPTH = 8;

/** Resolves expressions within one file. */
export interface MessageReader {
  read(node: Node, scope: Scope | null): Message;
  /** The assignments to a name that may reach `before`, last first; empty when none is known. */
  assignments(name: string, scope: Scope | null, before: number): Assignment[];
}

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

export function messageReader(context: FileContext): MessageReader {
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
      const list = found.get(row.name);
      if (list === undefined) found.set(row.name, [row]);
      else list.push(row);
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
        if (one.start >= before) continue;
        const dominates = one.block.start <= before && before < one.block.end;
        reaching.push({ value: one.value, start: one.start, augmented: one.augmented, dominates });
        if (dominates && !one.augmented) break;
      }
      return reaching;
    }
    return [];
  }

  function variable(
    name: string,
    scope: Scope | null,
    before: number,
    depth: number,
  ): { message: Message; complete: boolean } | null {
    const reaching = assignments(name, scope, before);
    if (reaching.length === 0) {
      const constant = constants.get(name);
      return constant === undefined
        ? null
        : { message: { templates: [constant], isText: true }, complete: true };
    }
    const templates: string[] = [];
    let complete = false;
    for (const one of reaching) {
      const value = evaluate(one.value, scope, depth + 1);
      if (!value.isText)
        return templates.length > 0 ? { message: { templates, isText: true }, complete: false } : null;
      if (one.augmented) {
        const earlier = variable(name, scope, one.start, depth + 1);
        templates.push(...product([earlier?.message.templates ?? [hole(name)], value.templates]));
        if (one.dominates) {
          complete = earlier?.complete ?? false;
          break;
        }
      } else templates.push(...value.templates);
      if (one.dominates) complete = true;
    }
    return { message: { templates: distinct(templates), isText: true }, complete };
  }

  function evaluate(node: Node, scope: Scope | null, depth: number): Message {
    if (depth > MAX_DEPTH) return unknown(node);
    switch (node.type) {
      case "string":
        return literal(node, scope, depth);
      case "concatenated_string": {
        const parts = node.namedChildren.filter(
          (child) => child !== null && child.type === "string",
        ) as Node[];
        return text(product(parts.map((part) => literal(part, scope, depth).templates)));
      }
      case "parenthesized_expression": {
        const inner = firstExpression(node);
        return inner === null ? unknown(node) : evaluate(inner, scope, depth + 1);
      }
      case "await":
        return firstExpression(node) === null
          ? unknown(node)
          : evaluate(firstExpression(node)!, scope, depth + 1);
      case "named_expression": {
        const value = node.childForFieldName("value");
        return value === null ? unknown(node) : evaluate(value, scope, depth + 1);
      }
      case "conditional_expression":
        return conditional(node, scope, depth);
      case "boolean_operator":
        return alternatives(
          [node.childForFieldName("left"), node.childForFieldName("right")],
          node,
          scope,
          depth,
        );
      case "binary_operator":
        return operator(node, scope, depth);
      case "call":
        return call(node, scope, depth);
      case "identifier": {
        const found = variable(node.text, scope, node.startIndex, depth);
        return found === null ? unknown(node) : found.message;
      }
      case "attribute":
        return attribute(node, scope);
      default:
        return unknown(node);
    }
  }

  /** The text of a string literal; an f-string's placeholders become holes, or what they stand for. */
  function literal(node: Node, scope: Scope | null, depth: number): Message {
    const source = node.text;
    const { prefix, quote } = readStringStart(source);
    if (!prefix.includes("f")) {
      const value = plainString(source);
      return value === null ? unknown(node) : text([escapeBraces(value)]);
    }
    const raw = prefix.includes("r");
    const base = node.startIndex;
    const parts: string[][] = [];
    let from = prefix.length + quote.length;
    const plain = (to: number): void => {
      const piece = source.slice(from, to).replace(/\{\{/g, "{").replace(/\}\}/g, "}");
      parts.push([escapeBraces(raw ? piece : decodeEscapes(piece))]);
    };
    for (const child of node.namedChildren) {
      if (child === null || child.type !== "interpolation") continue;
      plain(child.startIndex - base);
      parts.push(...interpolation(child, scope, depth));
      from = child.endIndex - base;
    }
    plain(source.length - quote.length);
    return text(product(parts));
  }

  function interpolation(node: Node, scope: Scope | null, depth: number): string[][] {
    const expression = node.childForFieldName("expression") ?? firstExpression(node);
    if (expression === null) return [[hole("expr")]];
    const written = node.text;
    const echo = /^\s*=\s*/.exec(written.slice(expression.endIndex - node.startIndex));
    if (echo === null) return [inner(expression, scope, depth)];
    // `{x = }` prints what stands before the value as it is written, white space included.
    const label = written.slice(1, expression.endIndex - node.startIndex + echo[0].length);
    return [[escapeBraces(label)], [hole(expressionText(expression))]];
  }

  /** What stands inside a larger message: resolved only when all it can be is known. */
  function inner(expression: Node, scope: Scope | null, depth: number): string[] {
    if (expression.type === "identifier") {
      const found = variable(expression.text, scope, expression.startIndex, depth + 1);
      const whole = found?.complete === true && found.message.templates.length <= 2;
      return whole &&
        !found.message.templates.some(isBareHole) &&
        found.message.templates.join("").length < 200
        ? found.message.templates
        : [hole(expression.text)];
    }
    const value = evaluate(expression, scope, depth + 1);
    const known = value.isText && value.templates.length <= 3 && !value.templates.some(isBareHole);
    return known ? value.templates : [hole(expressionText(expression))];
  }

  function conditional(node: Node, scope: Scope | null, depth: number): Message {
    const [whenTrue, , whenFalse] = node.namedChildren.filter(
      (child) => child !== null && child.type !== "comment",
    );
    if (whenTrue == null || whenFalse == null) return unknown(node);
    const values = [evaluate(whenTrue, scope, depth + 1), evaluate(whenFalse, scope, depth + 1)];
    if (!values.some((value) => value.isText)) return unknown(node);
    return text(distinct(values.flatMap((value) => value.templates)));
  }

  function alternatives(nodes: (Node | null)[], whole: Node, scope: Scope | null, depth: number): Message {
    const values = nodes.flatMap((one) => (one === null ? [] : [evaluate(one, scope, depth + 1)]));
    if (!values.some((value) => value.isText)) return unknown(whole);
    return text(distinct(values.flatMap((value) => value.templates)));
  }

  function operator(node: Node, scope: Scope | null, depth: number): Message {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const sign = node.childForFieldName("operator")?.text;
    if (left === null || right === null) return unknown(node);
    if (sign === "+") {
      const values = summands(node).map((one) => evaluate(one, scope, depth + 1));
      return values.some((value) => value.isText)
        ? text(product(values.map((value) => value.templates)))
        : unknown(node);
    }
    if (sign !== "%") return unknown(node);
    const format = evaluate(left, scope, depth + 1);
    if (!format.isText) return unknown(node);
    return text(format.templates.map((one) => percentFormat(one, percentValues(right, scope, depth))));
  }

  /** The values of `%`: a name (for `%(name)s`) and the value's own template. */
  function percentValues(right: Node, scope: Scope | null, depth: number): FormatValues {
    if (right.type === "tuple") return positional(childExpressions(right), scope, depth);
    if (right.type === "dictionary") return { list: [], named: (name) => hole(name) };
    return positional([right], scope, depth);
  }

  function positional(nodes: Node[], scope: Scope | null, depth: number): FormatValues {
    const list = nodes
      .map((one) => inner(one, scope, depth))
      .map((values) => (values.length === 1 ? values[0]! : null));
    return {
      list: list.map((value, i) => value ?? hole(expressionText(nodes[i]!))),
      named: (name) => hole(name),
    };
  }

  function call(node: Node, scope: Scope | null, depth: number): Message {
    const callee = node.childForFieldName("function");
    const list = node.childForFieldName("arguments");
    if (callee === null || list === null) return unknown(node);
    const args = readArguments(list);
    const first = args.positional[0];
    const name =
      callee.type === "identifier" ? callee.text : (callee.childForFieldName("attribute")?.text ?? "");
    if ((name === "dedent" || name === "cleandoc" || name === "str" || name === "_") && first !== undefined) {
      const value = evaluate(first, scope, depth + 1);
      return value.isText ? value : unknown(node);
    }
    const object = callee.type === "attribute" ? callee.childForFieldName("object") : null;
    if (object === null) return unknown(node);
    if (/^(?:strip|lstrip|rstrip|capitalize|replace)$/.test(name)) {
      const value = evaluate(object, scope, depth + 1);
      return value.isText ? value : unknown(node);
    }
    if (name === "join") return joined(node, object, first, scope, depth);
    if (name !== "format") return unknown(node);
    const format = evaluate(object, scope, depth + 1);
    if (!format.isText) return unknown(node);
    const values = positional(args.positional, scope, depth);
    const keywords = new Map([...args.keywords].map(([key, value]) => [key, inner(value, scope, depth)]));
    values.named = (key) => {
      const known = keywords.get(key);
      return known?.length === 1 ? known[0]! : hole(key);
    };
    return text(format.templates.map((one) => braceFormat(one, values)));
  }

  /** `"sep".join([…])` of literal texts. */
  function joined(
    node: Node,
    separator: Node,
    items: Node | undefined,
    scope: Scope | null,
    depth: number,
  ): Message {
    if (items === undefined || (items.type !== "list" && items.type !== "tuple")) return unknown(node);
    const between = evaluate(separator, scope, depth + 1);
    const nodes = childExpressions(items);
    if (!between.isText || nodes.length === 0 || nodes.length > 20) return unknown(node);
    const parts: string[][] = [];
    for (const [i, item] of nodes.entries()) {
      if (item.type === "list_splat") return unknown(node);
      if (i > 0) parts.push(between.templates);
      parts.push(inner(item, scope, depth));
    }
    return text(product(parts));
  }

  /** `self.NAME`, `cls.NAME` or `Class.NAME`: a class attribute of this file. */
  function attribute(node: Node, scope: Scope | null): Message {
    const object = node.childForFieldName("object")?.text ?? "";
    const name = node.childForFieldName("attribute")?.text ?? "";
    const own = object === "self" || object === "cls" ? enclosingClass(scope)?.name : object;
    const constant = own === undefined ? undefined : constants.get(`${own}.${name}`);
    return constant === undefined ? unknown(node) : text([constant]);
  }

  return { read: (node, scope) => evaluate(node, scope, 0), assignments };
}

interface FormatValues {
  list: string[];
  named: (name: string) => string;
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

/** A logger's message: `format % args`, when there are arguments. */
export function formatLogged(message: Message, args: Node[]): Message {
  if (args.length === 0 || !message.isText) return message;
  const list = args.map((arg) => hole(expressionText(arg)));
  return {
    templates: message.templates.map((one) => percentFormat(one, { list, named: hole })),
    isText: true,
  };
}

function childExpressions(node: Node): Node[] {
  return node.namedChildren.filter((child): child is Node => child !== null && child.type !== "comment");
}

function firstExpression(node: Node): Node | null {
  return childExpressions(node)[0] ?? null;
}

function text(templates: string[]): Message {
  return { templates, isText: true };
}

function unknown(node: Node): Message {
  return { templates: [hole(expressionText(node))], isText: false };
}

export function hole(expression: string): string {
  return `{${holeName(expression)}}`;
}

/** Whether a template is one hole and nothing else: it says nothing. */
export function isBareHole(template: string): boolean {
  return /^\s*\{[^{}]*\}\s*$/.test(template);
}

export function escapeBraces(value: string): string {
  return value.replace(/[{}]/g, "$&$&");
}

function distinct(templates: string[]): string[] {
  return [...new Set(templates)].slice(0, MAX_TEMPLATES);
}

/** All ways to put one template of each part together, at most MAX_TEMPLATES. */
function product(parts: string[][]): string[] {
  let whole = [""];
  for (const part of parts) {
    const next: string[] = [];
    for (const before of whole) for (const one of part) next.push(before + one);
    whole = next.slice(0, MAX_TEMPLATES);
  }
  return whole;
}

const PERCENT =
  /%(?:\((\w{1,60})\))?[#0\- +]{0,5}(\*|\d{0,6})(?:\.(?:\*|\d{0,6}))?[hlL]?([diouxXeEfFgGcrsa%])/g;

/** `format % values` on a template: conversions become the values' templates. */
function percentFormat(template: string, values: FormatValues): string {
  let next = 0;
  return template.replace(PERCENT, (_whole, name: string | undefined, _width, conversion: string) => {
    if (conversion === "%") return "%";
    if (name !== undefined) return values.named(name);
    const value = values.list[next] ?? hole("value");
    next += 1;
    return value;
  });
}

const BRACE_FIELD =
  /\{\{\{\{|\}\}\}\}|\{\{([^{}!:]{0,80})(?:![rsa])?(?::(?:[^{}]|\{\{[^{}]{0,40}\}\}){0,60})?\}\}/g;

/** `format.format(values)` on a template, in which each literal brace stands doubled. */
function braceFormat(template: string, values: FormatValues): string {
  let next = 0;
  return template.replace(BRACE_FIELD, (whole, field: string | undefined) => {
    if (whole === "{{{{") return "{{";
    if (whole === "}}}}") return "}}";
    const key = field ?? "";
    const base = /^\w*/.exec(key)![0];
    if (base === "") {
      next += 1;
      return values.list[next - 1] ?? hole("value");
    }
    if (/^\d+$/.test(base)) return values.list[Number(base)] ?? hole("value");
    return key === base ? values.named(base) : hole(key);
  });
}

const MAX_TEMPLATE = 400;

/** White space folded, length bounded at a word and never inside a hole. */
export function foldTemplate(template: string): string {
  const folded = template.replace(/\s+/g, " ").trim();
  if (folded.length <= MAX_TEMPLATE) return folded;
  const tokens = folded.match(/\{\{|\}\}|\{[^{}]*\}|[^{}\s]+|\s+|[{}]/g) ?? [];
  let cut = "";
  for (const token of tokens) {
    if (cut.length + token.length > MAX_TEMPLATE) break;
    cut += token;
  }
  return cut.trim();
}

/** Number of literal characters of a template (white space counts, holes do not). */
export function literalLength(template: string): number {
  return template.replace(/\{\{|\}\}/g, "_").replace(/\{[^{}]*\}/g, "").length;
}

/** The operands of a chain of `+`, which leans to the left. */
function summands(node: Node): Node[] {
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

/** Whether a node may be followed as a class: "ValueError", "errors.Foo". */
export function dottedName(node: Node): string | null {
  if (node.type === "identifier") return node.text;
  if (node.type !== "attribute") return null;
  const name = node.text;
  return /^[\w.]+$/.test(name) ? name : lastName(name.replace(/\s+/g, ""));
}
