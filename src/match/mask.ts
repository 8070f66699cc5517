/**
 * Messages without what differs from machine to machine, so that the same error of two reporters reads
 * the same: addresses, ids, paths, hosts, numbers, tensors.
 */

import { stableId } from "../catalog/slug.ts";
import { foldText } from "../catalog/template.ts";
import type { ReportedError } from "../extract/report.ts";

/** Longer messages repeat themselves; their beginning tells which error it is. */
const MAX_MASKED = 300;

/** In this order: what contains others comes first. Each pattern is one run of characters, so each is linear. */
const MASKS: [pattern: RegExp, replacement: string][] = [
  [/\bhttps?:\/\/[^\s'"<>)\]}]+/g, "<url>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b0x[0-9a-f]+\b/gi, "<address>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}\b/g, "<id>"],
  [/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d+)?\b/g, "<host>"],
  [/\blocalhost:\d+\b/g, "<host>"],
  [/(?<![\w<])(?:~|[A-Za-z]:)?[/\\](?:[\w.@+-]+[/\\])+[\w.@+-]*/g, "<path>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*Z?/g, "<time>"],
  [/\[(?=[\s-]*\d)[-\d\s.,eE+]+\]/g, "<numbers>"],
  [/\((?=[\s-]*\d)[-\d\s.,eE+]+\)/g, "<numbers>"],
  [/(?<![A-Za-z_\d])-?\d+(?:\.\d+)*(?![A-Za-z_\d])/g, "<n>"],
];

/** The message of an error, white space folded, what varies replaced by a mark, at most 300 characters. */
export function maskMessage(message: string): string {
  // Cut before masking: the cost stays bounded, and a mark is never longer than what it replaces by much.
  const text = foldText(message.slice(0, MAX_MASKED * 4)).text;
  const masked = MASKS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
  return masked.length > MAX_MASKED ? `${masked.slice(0, MAX_MASKED - 1)}…` : masked;
}

/**
 * What makes two errors without an entry the same: class, masked message, and the function of the
 * innermost frame that is shown.
 */
export function fingerprintOf(error: ReportedError): string {
  const className = error.errorClass?.split(".").at(-1) ?? null;
  return stableId(
    "fingerprint",
    className,
    maskMessage(error.message),
    error.frames.at(-1)?.function ?? null,
  );
}

const MAX_FRAME = 300;

/** File within its package and function of the innermost frame that is shown; null without one. */
export function frameOf({ frames }: ReportedError): string | null {
  const inner = frames.at(-1);
  if (inner === undefined || inner.file === "") return null;
  const file = inner.file.split(/[\\/](?:site|dist)-packages[\\/]/).at(-1)!;
  return `${file.replace(/^.*[\\/](?=sglang[\\/])/, "")} ${inner.function ?? ""}`.slice(-MAX_FRAME);
}
