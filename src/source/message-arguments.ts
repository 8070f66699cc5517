/** The arguments of a call that takes a message: which of them it is, and what each can be. */
import type { Node } from "web-tree-sitter";
import type { Scope } from "./python-context.ts";
import type { Message, MessageReader } from "./python-message.ts";
import type { CallArguments } from "./python-nodes.ts";
import { lastName } from "./python-text.ts";
import { foldTemplate } from "./template-text.ts";

/** The templates of each argument of a call. */
export interface MadeArguments {
  positional: string[][];
  keywords: Record<string, string[]>;
}

const MESSAGE_KEYWORDS = [
  "message",
  "msg",
  "detail",
  "description",
  "reason",
  "error_message",
  "error_msg",
  "err_msg",
  "error",
  "content",
];

const MAX_ARGUMENTS = 12;

export function madeArguments(
  args: CallArguments,
  scope: Scope | null,
  reader: MessageReader,
): MadeArguments {
  const templates = (node: Node): string[] =>
    reader.read(node, scope).templates.map(foldTemplate).slice(0, 3);
  return {
    positional: args.positional.slice(0, MAX_ARGUMENTS).map(templates),
    keywords: Object.fromEntries(
      [...args.keywords].slice(0, MAX_ARGUMENTS).map(([key, node]) => [key, templates(node)]),
    ),
  };
}

/** The argument that is the message: by keyword, else the first that is text, else the first. */
export function preferred(args: CallArguments, scope: Scope | null, reader: MessageReader): Message | null {
  let fallback: Message | null = null;
  for (const keyword of MESSAGE_KEYWORDS) {
    const node = args.keywords.get(keyword);
    if (node === undefined) continue;
    const message = reader.read(node, scope);
    if (message.isText) return message;
    fallback ??= message;
  }
  for (const node of args.positional) {
    const message = reader.read(node, scope);
    if (message.isText) return message;
    fallback ??= message;
  }
  return fallback;
}

const STATUS_NAMES: Record<string, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  REQUEST_ENTITY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_ENTITY: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
};

/** The HTTP status among the arguments. */
export function statusOf(args: CallArguments): number | null {
  const named = args.keywords.get("status_code") ?? args.keywords.get("code") ?? args.keywords.get("status");
  for (const node of named === undefined ? args.positional : [named]) {
    const text = node.text;
    const number = /^(?:[\w.]*HTTP_)?([1-5]\d\d)(?:_[A-Z_]+)?$/.exec(lastName(text));
    if (number !== null) return Number(number[1]);
    const name = /\bHTTPStatus\.([A-Z_]+)(?:\.value)?$/.exec(text)?.[1];
    if (name !== undefined && STATUS_NAMES[name] !== undefined) return STATUS_NAMES[name]!;
  }
  return null;
}
