/** What a Python file declares that advice may name: flags, environment variables, routes, names. */
import type { Node } from "web-tree-sitter";
import type { FileContext } from "./python-context.ts";
import { readNames } from "./python-names.ts";
import { readArguments } from "./python-nodes.ts";
import { plainString } from "./python-text.ts";

export interface RawFlag {
  name: string;
  aliases: string[];
  choices?: string[];
  dest?: string;
}

export interface RawRoute {
  path: string;
  methods: string[];
}

export interface RawFacts {
  flags: RawFlag[];
  environment: string[];
  routes: RawRoute[];
  /** See `readNames`. */
  names: string[];
  architectures: string[];
}

export function readFacts(context: FileContext): RawFacts {
  return {
    flags: readFlags(context),
    environment: readEnvironment(context),
    routes: readRoutes(context),
    names: readNames(context),
    architectures: readArchitectures(context),
  };
}

const ARGUMENT_CALL = /\badd_argument[ \t]*\(/g;
const ANNOTATED_FIELD = /^[ \t]+([a-z_]\w{0,80})[ \t]*:[ \t]*((?:typing\.)?Annotated|A)[ \t]*\[/gm;

function readFlags(context: FileContext): RawFlag[] {
  const flags: RawFlag[] = [];
  for (const found of context.source.matchAll(ARGUMENT_CALL)) {
    const call = callAt(context, found.index, found.index + found[0].length);
    const list = call?.childForFieldName("arguments");
    if (list == null) continue;
    const args = readArguments(list);
    const names = args.positional
      .flatMap((node) => stringValue(node) ?? [])
      .filter((name) => name.startsWith("-"));
    if (/BooleanOptionalAction$/.test(args.keywords.get("action")?.text ?? "")) {
      names.push(...names.filter((name) => name.startsWith("--")).map((name) => `--no-${name.slice(2)}`));
    }
    addFlag(
      flags,
      context,
      names,
      args.keywords.get("choices"),
      stringValue(args.keywords.get("dest")) ?? undefined,
    );
  }
  const annotated = context.source.includes("Annotated") || context.source.includes("Arg(");
  for (const found of annotated ? context.source.matchAll(ANNOTATED_FIELD) : []) {
    const at = found.index + found[0].length - 1;
    const node = context.root.namedDescendantForIndex(at - found[2]!.length, at + 1);
    if (node === null || (node.type !== "generic_type" && node.type !== "subscript")) continue;
    if (context.scopeAt(at)?.type === "class_definition") annotatedFlag(flags, context, found[1]!, node);
  }
  return flags;
}

/** A field `name: A[T, "help"]` or `A[T, Arg(aliases=…, choices=…)]` becomes the flag `--name`. */
function annotatedFlag(flags: RawFlag[], context: FileContext, field: string, annotation: Node): void {
  const parts =
    annotation.type === "subscript"
      ? annotation
      : (annotation.namedChildren.find((child) => child?.type === "type_parameter") ?? annotation);
  let described = false;
  let names = [`--${field.replaceAll("_", "-")}`];
  let choices: Node | undefined;
  for (const child of parts.namedChildren) {
    const part = child?.type === "type" ? child.namedChild(0) : child;
    if (part == null) continue;
    if (
      part.type === "string" ||
      part.type === "concatenated_string" ||
      part.type === "parenthesized_expression"
    )
      described = true;
    choices ??= literalType(part);
    if (part.type !== "call" || !/(?:^|\.)Arg$/.test(part.childForFieldName("function")?.text ?? ""))
      continue;
    described = true;
    const args = readArguments(part.childForFieldName("arguments")!);
    if (args.keywords.get("no_cli")?.text === "True") return;
    const own = stringValue(args.keywords.get("cli_name"));
    const aliases = args.keywords.get("aliases");
    names = [own ?? names[0]!, ...(aliases === undefined ? [] : (listValues(aliases, context, 0) ?? []))];
    choices = args.keywords.get("choices") ?? choices;
    if (/BooleanOptionalAction$/.test(args.keywords.get("action")?.text ?? ""))
      names.push(`--no-${names[0]!.slice(2)}`);
  }
  if (described) addFlag(flags, context, names, choices, field);
}

/** The `Literal[…]` of a type, alone or as in `Optional[Literal[…]]`. */
function literalType(type: Node): Node | undefined {
  if (!/\bLiteral\b/.test(type.text.slice(0, 200))) return undefined;
  const found = [type, ...type.descendantsOfType(["generic_type", "subscript"])];
  return found.find((one) => one !== null && /^(?:typing\.)?Literal\s*\[/.test(one.text)) ?? undefined;
}

function addFlag(
  flags: RawFlag[],
  context: FileContext,
  names: string[],
  choices: Node | undefined,
  dest: string | undefined,
): void {
  const valid = [...new Set(names)].filter((name) => /^--?[A-Za-z0-9][\w.-]{0,80}$/.test(name));
  const name = valid.find((one) => one.startsWith("--")) ?? valid[0];
  if (name === undefined) return;
  const flag: RawFlag = { name, aliases: valid.filter((one) => one !== name) };
  const values = choices === undefined ? null : listValues(choices, context, 0);
  if (values !== null && values.length <= 200) flag.choices = values;
  const usual = name.replace(/^-+/, "").replaceAll("-", "_");
  if (dest !== undefined && dest !== usual) flag.dest = dest;
  flags.push(flag);
}

/** The strings and numbers of a list, as far as the file tells them; null when it does not. */
function listValues(node: Node, context: FileContext, depth: number): string[] | null {
  if (depth > 5) return null;
  if (node.type === "parenthesized_expression")
    return node.namedChild(0) === null ? null : listValues(node.namedChild(0)!, context, depth + 1);
  if (node.type === "generic_type" || node.type === "subscript") {
    return node.descendantsOfType("string").flatMap((one) => (one === null ? [] : (scalar(one) ?? [])));
  }
  if (node.type === "list" || node.type === "tuple" || node.type === "set") {
    const values: string[] = [];
    for (const item of node.namedChildren) {
      if (item === null || item.type === "comment") continue;
      const one =
        item.type === "list_splat" && item.namedChild(0) !== null
          ? listValues(item.namedChild(0)!, context, depth + 1)
          : scalar(item);
      if (one === null) return null;
      values.push(...one);
    }
    return values;
  }
  if (node.type === "binary_operator" && node.childForFieldName("operator")?.text === "+") {
    const left = listValues(node.childForFieldName("left")!, context, depth + 1);
    const right = listValues(node.childForFieldName("right")!, context, depth + 1);
    return left === null || right === null ? null : [...left, ...right];
  }
  if (
    node.type === "call" &&
    /^(?:list|sorted|tuple|set)$/.test(node.childForFieldName("function")?.text ?? "")
  ) {
    const inner = readArguments(node.childForFieldName("arguments")!).positional[0];
    return inner === undefined ? null : listValues(inner, context, depth + 1);
  }
  return node.type === "identifier" ? namedList(node.text, context, depth) : null;
}

/** A list that the module assigns to a name. */
function namedList(name: string, context: FileContext, depth: number): string[] | null {
  for (
    let at = context.source.indexOf(`${name}`);
    at >= 0;
    at = context.source.indexOf(name, at + name.length)
  ) {
    if (at > 0 && context.source[at - 1] !== "\n") continue;
    const rest = /^(\w+)[ \t]*(?::[^=\n]{1,80})?=[ \t]*(?=[[({\w])/.exec(context.source.slice(at, at + 240));
    if (rest === null || rest[1] !== name) continue;
    const assignment = context.root.namedDescendantForIndex(at, at + rest[0].length);
    const value = assignment?.type === "assignment" ? assignment.childForFieldName("right") : null;
    return value == null ? null : listValues(value, context, depth + 1);
  }
  return null;
}

function scalar(node: Node): string[] | null {
  if (
    node.type === "integer" ||
    node.type === "float" ||
    node.type === "none" ||
    node.type === "true" ||
    node.type === "false"
  )
    return [node.text];
  const value = stringValue(node);
  return value === null ? null : [value];
}

/** `os.environ["X"]`, `getenv("X")`, `get_bool_env_var("X")` and their like. */
const READ_ENVIRONMENT =
  /[eE](?:nv|NV)(?:iron(?:\.get|\.setdefault|\.pop)?[ \t]{0,4}[([]|\w{0,40}[ \t]{0,4}\()\s{0,200}(["'])([A-Z][A-Z0-9_]{2,80})\1/g;
/** `"X" in os.environ` */
const ASKED_ENVIRONMENT =
  /(["'])([A-Z][A-Z0-9_]{2,80})\1\s{1,20}(?:not\s{1,20})?in\s{1,20}(?:os\.)?environ\b/g;
const OLD_ENVIRONMENT = /\bdeprecated_name=(["'])([A-Z][A-Z0-9_]{2,80})\1/g;
/** A registry's field: `NAME = EnvInt(0)`. */
const REGISTERED = /^[ \t]+([A-Z][A-Z0-9_]{2,80})[ \t]*=[ \t]*_?Env[A-Z]\w{0,40}\(/gm;

function readEnvironment(context: FileContext): string[] {
  const names = new Set<string>();
  const patterns: [string, RegExp][] = [
    ["env", READ_ENVIRONMENT],
    ["ENV", READ_ENVIRONMENT],
    ["environ", ASKED_ENVIRONMENT],
    ["deprecated_name", OLD_ENVIRONMENT],
  ];
  const used = new Set(patterns.filter(([word]) => context.source.includes(word)).map(([, one]) => one));
  for (const found of [...used].flatMap((pattern) => [...context.source.matchAll(pattern)])) {
    const name = found[2]!;
    const at = context.source.indexOf(found[1]! + name, found.index);
    const node = context.root.namedDescendantForIndex(at, at + name.length + 2);
    if (node?.type === "string" && node.startIndex === at) names.add(name);
  }
  for (const found of context.source.includes("= Env") ? context.source.matchAll(REGISTERED) : []) {
    const at = found.index + found[0].length - 1;
    if (context.scopeAt(at)?.type === "class_definition") names.add(found[1]!);
  }
  return [...names].sort();
}

const METHODS = new Set(["get", "post", "put", "delete", "patch", "head", "options"]);
const ADDED_ROUTE =
  /\badd_(api_route|route|websocket_route|api_websocket_route|get|post|put|delete|patch|head)[ \t]*\(/g;
const ROUTER = /\b(\w{1,60})[ \t]*=[ \t]*(?:fastapi\.)?APIRouter\(/g;

function readRoutes(context: FileContext): RawRoute[] {
  const prefixes = new Map<string, string>();
  for (const found of context.source.includes("APIRouter(") ? context.source.matchAll(ROUTER) : []) {
    const at = found.index + found[0].length;
    const call = callAt(context, at - "APIRouter(".length, at);
    const list = call?.childForFieldName("arguments");
    const prefix = list == null ? null : stringValue(readArguments(list).keywords.get("prefix"));
    if (prefix !== null) prefixes.set(found[1]!, prefix);
  }
  const routes: RawRoute[] = [];
  const add = (call: Node, verb: string, object: string): void => {
    const args = readArguments(call.childForFieldName("arguments")!);
    const path = stringValue(args.positional[0] ?? args.keywords.get("path"));
    if (path === null || !path.startsWith("/")) return;
    const listed = args.keywords.get("methods");
    const methods = METHODS.has(verb)
      ? [verb.toUpperCase()]
      : verb.includes("websocket")
        ? ["WEBSOCKET"]
        : ((listed === undefined ? null : listValues(listed, context, 0)) ?? ["GET"]);
    routes.push({ path: (prefixes.get(object) ?? "") + path, methods: [...methods].sort() });
  };
  for (const { type, node } of context.marks) {
    const call = type === "decorator" ? node.namedChild(0) : null;
    if (call?.type !== "call") continue;
    const found = /^([\w.]{1,80})\.(get|post|put|delete|patch|head|options|api_route|route|websocket)$/.exec(
      call.childForFieldName("function")?.text ?? "",
    );
    if (found !== null) add(call, found[2]!, found[1]!);
  }
  for (const found of context.source.matchAll(ADDED_ROUTE)) {
    const call = callAt(context, found.index, found.index + found[0].length);
    if (call !== null)
      add(call, found[1]!, call.childForFieldName("function")?.childForFieldName("object")?.text ?? "");
  }
  return routes;
}

/** Model classes a module registers: `EntryClass = Foo` or `EntryClass = [Foo, Bar]`. */
function readArchitectures(context: FileContext): string[] {
  const names: string[] = [];
  for (const found of context.source.matchAll(/^EntryClass[ \t]*(?::[^=\n]{1,80})?=[ \t]*/gm)) {
    const assignment = context.root.namedDescendantForIndex(found.index, found.index + found[0].length);
    const value = assignment?.type === "assignment" ? assignment.childForFieldName("right") : null;
    if (value == null) continue;
    const items =
      value.type === "identifier"
        ? [value]
        : value.type === "list" || value.type === "tuple"
          ? value.namedChildren
          : [];
    for (const item of items) if (item?.type === "identifier") names.push(item.text);
  }
  return [...new Set(names)];
}

function callAt(context: FileContext, start: number, end: number): Node | null {
  const node = context.root.namedDescendantForIndex(start, end);
  return node?.type === "call" && node.childForFieldName("arguments")?.startIndex === end - 1 ? node : null;
}

function stringValue(node: Node | undefined): string | null {
  if (node === undefined) return null;
  if (node.type === "string") return plainString(node.text);
  return null;
}
