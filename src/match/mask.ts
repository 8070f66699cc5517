/**
 * Messages without what differs from machine to machine, so that the same error of two reporters reads
 * the same: addresses, ids, paths, hosts, numbers, tensors.
 */

import { stableId } from "../catalog/slug.ts";
import { foldText } from "../catalog/template.ts";
import type { ReportedError } from "../extract/report.ts";
import { packageOf } from "./frames.ts";

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
  // The kind of tensor tells what went wrong; which layer's it was does not.
  [
    /\b\w+(?:\.\w+)*\.(?=(?:[a-z]+_)*(?:weight|bias|qweight|qzeros|scales?|scale_inv|zeros?|g_idx)\b)/g,
    "<tensor>.",
  ],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*Z?/g, "<time>"],
  [/\[(?=[\s-]*\d)[-\d\s.,eE+]+\]/g, "<numbers>"],
  [/\((?=[\s-]*\d)[-\d\s.,eE+]+\)/g, "<numbers>"],
  [/(?<![A-Za-z_\d])\d+(?:\.\d+)? ?(?:[KMGT]i?B|bytes)\b/g, "<size>"],
  [/(?<![A-Za-z_\d])-?\d+(?:\.\d+)*(?![A-Za-z_\d])/g, "<n>"],
];

/** What a runtime adds to its errors, or not, by release: it would tell two apart that are one, or hide what differs. */
const HINT = /\s*\b(?:CUDA|HIP|XPU) kernel errors might be asynchronously reported|\. Did you mean: /;

/** The message of an error without the hints below it, white space folded, what varies replaced by a mark, at most 300 characters. */
export function maskMessage(message: string): string {
  // Cut before masking: the cost stays bounded, and a mark is never longer than what it replaces by much.
  const text = foldText(message.slice(0, MAX_MASKED * 4)).text.split(HINT, 1)[0]!;
  const masked = MASKS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
  return masked.length > MAX_MASKED ? `${masked.slice(0, MAX_MASKED - 1)}…` : masked;
}

/** Packages whose own functions tell where an error happened; below them the same function serves everybody. */
const PROJECTS = new Set(["sglang", "sgl_kernel", "slime"]);

/** Function of the innermost frame inside the project, or else of the innermost frame; null without frames. */
function tellingFunction(error: ReportedError): string | null {
  const own = error.frames.findLast(({ file }) => PROJECTS.has(packageOf(file) ?? ""));
  return (own ?? error.frames.at(-1))?.function ?? null;
}

/**
 * What makes two errors without an entry the same: class, masked message, and the function of the
 * innermost frame inside the project.
 */
export function fingerprintOf(error: ReportedError): string {
  const className = error.errorClass?.split(".").at(-1) ?? null;
  return stableId("fingerprint", className, maskMessage(error.message), tellingFunction(error));
}

const MAX_FRAME = 300;

/** File within its package and function of the innermost frame that is shown; null without one. */
export function frameOf({ frames }: ReportedError): string | null {
  const inner = frames.at(-1);
  if (inner === undefined || inner.file === "") return null;
  const file = inner.file.split(/[\\/](?:site|dist)-packages[\\/]/).at(-1)!;
  return `${file.replace(/^.*[\\/](?=sglang[\\/])/, "")} ${inner.function ?? ""}`.slice(-MAX_FRAME);
}
