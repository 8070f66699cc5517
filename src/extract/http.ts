/**
 * Errors that come back over HTTP. The inner message is SGLang's own and is what can be matched:
 * `openai.BadRequestError: Error code: 400 - {'object': 'error', 'message': "…"}` means its `message`.
 */
import type { LineReader } from "./finding.ts";

const KEYS = ['"message":', "'message':", '\\"message\\":'];
/** Marks of an error body, one of which must stand near its message. */
const MARKS = ["'error'", '"error"', '\\"error\\"', "Error code: ", '"code"', "'code'"];

/** The string literal at `at` (JSON or Python quotes), unescaped; null where none stands there. */
function readLiteral(text: string, at: number): { value: string; end: number } | null {
  let start = at;
  while (text.charCodeAt(start) === 32) start += 1;
  const escaped = text.startsWith('\\"', start);
  const quote = escaped ? '\\"' : text.charAt(start);
  if (quote !== '"' && quote !== "'" && !escaped) return null;
  start += quote.length;
  let end = text.indexOf(quote, start);
  while (end !== -1 && !escaped && isEscaped(text, end, start)) end = text.indexOf(quote, end + 1);
  if (end === -1) return null;
  return { value: unescapeLiteral(text.slice(start, end)), end: end + quote.length };
}

/** The string that begins at `at`, behind blanks, unescaped; null where none does. */
export function readStringAt(text: string, at: number): string | null {
  return readLiteral(text, at)?.value ?? null;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let slashes = 0;
  // More than a few back-slashes in a row are no escaping that a server prints.
  while (at - slashes - 1 >= start && slashes < 8 && text.charCodeAt(at - slashes - 1) === 92) slashes += 1;
  return slashes % 2 === 1;
}

function unescapeLiteral(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(["'\\nt])/g, (_, mark: string) =>
    mark === "n" ? "\n" : mark === "t" ? "\t" : mark,
  );
}

/** What an error body says: SGLang's message, and the class name it gives as `type`. */
export interface HttpBody {
  message: string;
  type: string | null;
}

/** Reads the first error body in `text`; null where none stands. */
export function readHttpBody(text: string): HttpBody | null {
  let from = -1;
  for (const key of KEYS) {
    const at = text.indexOf(key);
    if (at !== -1 && (from === -1 || at < from)) from = at + key.length;
  }
  if (from === -1 || !MARKS.some((mark) => text.includes(mark))) return null;
  const message = readLiteral(text, from);
  if (message === null || message.value.trim() === "") return null;
  let type: string | null = null;
  const typeAt = text.indexOf("type", message.end);
  if (typeAt !== -1) {
    const colon = text.indexOf(":", typeAt);
    const literal = colon === -1 || colon - typeAt > 8 ? null : readLiteral(text, colon + 1);
    if (literal !== null && /^[A-Za-z_.]{3,80}$/.test(literal.value)) type = literal.value;
  }
  // "{'object': 'error', 'message': \"{'error': {'message': …\"}": routers wrap the worker's body once more.
  const inner = message.value.includes("message") ? readHttpBody(message.value) : null;
  return inner ?? { message: message.value.trim(), type };
}

/** FastAPI's `{"detail": "Not Found"}` and `{"detail":[{"loc":…,"msg":"Field required"}]}`, routers' `{"error":"…"}`. */
function readShortBody(text: string): string | null {
  if (!text.includes("{")) return null;
  for (const key of ['"detail":', '"error":']) {
    const at = text.indexOf(key);
    if (at === -1) continue;
    const plain = readLiteral(text, at + key.length);
    if (plain !== null) return plain.value.trim() || null;
    const inner = text.indexOf('"msg":', at);
    const message = inner === -1 ? null : readLiteral(text, inner + 6);
    if (message !== null) return message.value.trim() || null;
  }
  return null;
}

/** A log record in JSON at level ERROR: its message; null for other lines. */
function readJsonRecord(text: string): string | null {
  if (
    text.charCodeAt(0) !== 123 ||
    !/"(?:level|levelname|severity)": ?"(?:error|critical|fatal)"/i.test(text.slice(0, 600))
  ) {
    return null;
  }
  for (const key of ['"message":', '"msg":', '"error":']) {
    const at = text.indexOf(key);
    const value = at === -1 ? null : readLiteral(text, at + key.length);
    if (value !== null && value.value.trim() !== "") return value.value.trim();
  }
  return null;
}

export const httpReader: LineReader = {
  shape: "http-body",
  read(line) {
    if (!line.body.includes("{")) return null;
    const record = readJsonRecord(line.body);
    if (record !== null)
      return { errorClass: null, message: record, shape: "json-record", strength: "stated" };
    const body = readHttpBody(line.body);
    if (body === null) {
      const short = line.code && line.body.startsWith("{") ? readShortBody(line.body) : null;
      return short === null
        ? null
        : { errorClass: null, message: short, shape: "http-body", strength: "stated" };
    }
    const type = body.type !== null && /(Error|Exception)$/.test(body.type) ? body.type : null;
    return { errorClass: type, message: body.message, shape: "http-body", strength: "named" };
  },
};
