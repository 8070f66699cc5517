/**
 * From an expression to the message templates it can make.
 *
 * A template is folded text with `{name}` holes and doubled literal braces; an expression that
 * branches makes several. What cannot be known becomes a hole.
 */
import type { Node } from "web-tree-sitter";
import { enclosingClass, type FileContext, type Scope } from "./python-context.ts";
import { childExpressions, firstExpression, readArguments, summands } from "./python-nodes.ts";
import { decodeEscapes, expressionText, plainString, readStringStart } from "./python-text.ts";
import { type Assignment, readVariables } from "./python-variables.ts";
import {
  braceFormat,
  distinct,
  escapeBraces,
  type FormatValues,
  hole,
  isBareHole,
  percentFormat,
  product,
  tupleText,
} from "./template-text.ts";

export interface Message {
  /** One or more templates, not yet folded. */
  templates: string[];
  /** Whether the expression is text for certain (and not merely some value in a hole). */
  isText: boolean;
}

/** How deep variables are followed. */
const MAX_DEPTH = 8;

/** Resolves expressions within one file. */
export interface MessageReader {
  read(node: Node, scope: Scope | null): Message;
  /** The assignments to a name that may reach `before`, last first; empty when none is known. */
  assignments(name: string, scope: Scope | null, before: number): Assignment[];
}

export function messageReader(context: FileContext): MessageReader {
  const { assignments, constant } = readVariables(context);

  function variable(
    name: string,
    scope: Scope | null,
    before: number,
    depth: number,
  ): { message: Message; complete: boolean } | null {
    const reaching = assignments(name, scope, before);
    if (reaching.length === 0) {
      const value = constant(name);
      return value === undefined ? null : { message: { templates: [value], isText: true }, complete: true };
    }
    const templates: string[] = [];
    let complete = false;
    for (const one of reaching) {
      const value = evaluate(one.value, scope, depth + 1);
      const earlier = one.augmented ? variable(name, scope, one.start, depth + 1) : null;
      // What is added to a text is one, whatever makes it.
      if (!value.isText && earlier?.message.isText !== true)
        return templates.length > 0 ? { message: { templates, isText: true }, complete: false } : null;
      if (one.augmented) {
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
      case "tuple":
        return tuple(node, scope, depth);
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

  /** A tuple given as message is printed as such. Without a text in it, it is some value. */
  function tuple(node: Node, scope: Scope | null, depth: number): Message {
    const items = childExpressions(node).map((item) => ({ item, value: evaluate(item, scope, depth + 1) }));
    if (!items.some(({ value }) => value.isText)) return unknown(node);
    const shown = items.map(({ item, value: { isText, templates } }) => ({
      isText,
      template: templates.length === 1 ? templates[0]! : hole(expressionText(item)),
    }));
    return text([tupleText(shown)]);
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

  /** `"sep".join([…])` of literal texts, or of a list that was filled before. */
  function joined(
    node: Node,
    separator: Node,
    items: Node | undefined,
    scope: Scope | null,
    depth: number,
  ): Message {
    const between = evaluate(separator, scope, depth + 1);
    const nodes = items === undefined || !between.isText ? null : elements(items, scope);
    if (nodes === null || nodes.length === 0 || nodes.length > 20) return unknown(node);
    const parts: string[][] = [];
    for (const item of nodes) {
      // What is there only sometimes, or many times, brings its separators along.
      if (item !== "others" && parts.length > 0) parts.push(between.templates);
      parts.push(item === "others" ? [hole(items!.text)] : inner(item, scope, depth));
    }
    return text(product(parts));
  }

  /** What a list holds at its use; "others" for what is added under conditions. Null: not known. */
  function elements(list: Node, scope: Scope | null): (Node | "others")[] | null {
    if (list.type === "list" || list.type === "tuple") {
      const nodes = childExpressions(list);
      return nodes.some((item) => item.type === "list_splat") ? null : nodes;
    }
    if (list.type !== "identifier") return null;
    const [made, ...more] = assignments(list.text, scope, list.startIndex);
    if (made?.value.type !== "list" || !made.dominates || made.augmented || more.length > 0) return null;
    const first = elements(made.value, scope);
    return first === null ? null : [...first, ...appended(list, made.value.endIndex)];
  }

  /** The arguments of `list.append(…)` between two places, in order. */
  function appended(list: Node, from: number): (Node | "others")[] {
    const found: (Node | "others")[] = [];
    const written = `${list.text}.append(`;
    for (
      let at = context.source.indexOf(written, from);
      at >= 0 && at < list.startIndex;
      at = context.source.indexOf(written, at + 1)
    ) {
      const call = context.root.namedDescendantForIndex(at, at + written.length);
      if (call?.type !== "call" || call.startIndex !== at) continue;
      const block = call.parent?.parent;
      const always = block != null && block.startIndex <= from && list.startIndex < block.endIndex;
      const item = childExpressions(call.childForFieldName("arguments")!)[0];
      if (always && item !== undefined) found.push(item);
      else if (found.at(-1) !== "others") found.push("others");
    }
    return found;
  }

  /** `self.NAME`, `cls.NAME` or `Class.NAME`: a class attribute of this file. */
  function attribute(node: Node, scope: Scope | null): Message {
    const object = node.childForFieldName("object")?.text ?? "";
    const name = node.childForFieldName("attribute")?.text ?? "";
    const own = object === "self" || object === "cls" ? enclosingClass(scope)?.name : object;
    const value = own === undefined ? undefined : constant(`${own}.${name}`);
    return value === undefined ? unknown(node) : text([value]);
  }

  return { read: (node, scope) => evaluate(node, scope, 0), assignments };
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

function text(templates: string[]): Message {
  return { templates, isText: true };
}

function unknown(node: Node): Message {
  return { templates: [hole(expressionText(node))], isText: false };
}
