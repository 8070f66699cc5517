/** The raise sites of one Python file: every place that makes an error message. */
import type { Node } from "web-tree-sitter";
import type { MadeArguments } from "./message-arguments.ts";
import { readMessageCalls } from "./message-calls.ts";
import { enclosing, type FileContext, guardOf, type Scope } from "./python-context.ts";
import type { Message, MessageReader } from "./python-message.ts";
import { childExpressions } from "./python-nodes.ts";
import { bounded, expressionText } from "./python-text.ts";
import { readRaise } from "./raise-statements.ts";
import { foldTemplate, isBareHole } from "./template-text.ts";

export type SiteKind =
  | "raise"
  | "assert"
  | "log.error"
  | "log.exception"
  | "log.critical"
  | "log.warning"
  /** A message that becomes an error response. */
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

/** Adds a site; null as message: the statement has none. */
export type AddSite = (
  kind: SiteKind,
  className: string | null,
  message: Message | null,
  node: Node,
  scope: Scope | null,
) => RawSite;

export function readSites(context: FileContext, reader: MessageReader): RawSite[] {
  const sites: RawSite[] = [];
  const taken = new Set<number>();
  const add: AddSite = (kind, className, message, node, scope) => {
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
  readMessageCalls(context, reader, add, taken);
  return sites.sort((a, b) => a.first - b.first || a.last - b.last);
}

function readAssert(node: Node, scope: Scope | null, reader: MessageReader, add: AddSite): void {
  const [condition, message] = childExpressions(node);
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
