/**
 * Error bodies that a tool like jq prints over several lines. The message stands on a line of its own; that it is
 * an error's is said by a line below: its type, or its code.
 */
import type { Reading, ReadLine } from "./finding.ts";
import { readStringAt } from "./http.ts";

/** A message whose lines below have not said yet what it is. */
export interface OpenBody {
  line: ReadLine;
  message: string;
}

const KEY = /^["']message["'] {0,4}: {0,4}(?=["'])/;
const TYPE = /^["']type["'] {0,4}: {0,4}["']([\w.]{0,80}(?:[Ee]rror|Exception))["']/;
const CODE = /^["'](?:code|status|status_code)["'] {0,4}: {0,4}["']?[45]\d\d\b/;
/** Any other key of the body, or its end. */
const INSIDE = /^(?:["']\w{1,40}["'] {0,4}:|[}\]],?$)/;
/** Keys of an error body below its message. */
const MAX_BELOW = 5;

/** `"message": "…",` on a line of its own; null for other lines. */
export function openBody(line: ReadLine): OpenBody | null {
  const key = KEY.exec(line.body);
  const message = key === null ? null : readStringAt(line.body, key[0].length);
  return message === null || message.trim() === "" ? null : { line, message: message.trim() };
}

/** What a line below the message makes of it: an error, "open" while it may still be one, null once it is none. */
export function judgeBody({ line, message }: OpenBody, below: ReadLine): Reading | "open" | null {
  if (below.number - line.number > MAX_BELOW || below.group !== line.group) return null;
  const type = TYPE.exec(below.body)?.[1];
  if (type !== undefined || CODE.test(below.body)) {
    const errorClass = type !== undefined && /[A-Z]\w*(?:Error|Exception)$/.test(type) ? type : null;
    return { errorClass, message, shape: "http-body", strength: "named" };
  }
  return INSIDE.test(below.body) ? "open" : null;
}
