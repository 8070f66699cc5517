/**
 * Folding of what is the same error seen again, by ranks and retries, as findings come in: the fullest sighting
 * stands for all, with a count. What is kept is bounded, however long the text.
 */
import { roleOf } from "./boilerplate.ts";
import { className } from "./class-name.ts";
import type { Finding } from "./finding.ts";
import type { Linked } from "./wrappers.ts";

/** An error of a report while the report's errors are weighed. */
export interface Folded extends Linked {
  masked: string;
  count: number;
  /** Stands in the title, too: the reporter names it. */
  titled: boolean;
}

export interface Folding {
  /** By class and the message's beginning. */
  byKey: Map<string, Folded[]>;
  /** Distinct errors in reading order: those that are named, and those that a log level alone states. */
  sure: Folded[];
  stated: Folded[];
  /** Findings so far. */
  count: number;
}

/**
 * Of more distinct errors than these the first and the last are kept, each by its first sighting: the first
 * are mostly the cause, the last are what the log ends with.
 */
const MAX_FIRST = 300;
const MAX_LAST = 100;
/** Errors that begin alike and are told apart. */
const MAX_ALIKE = 16;

export function newFolding(): Folding {
  return { byKey: new Map(), sure: [], stated: [], count: 0 };
}

/** Takes in the next finding of the report; its message and frames are complete. */
export function foldIn(folding: Folding, finding: Finding, part: string): void {
  const order = folding.count;
  folding.count += 1;
  const masked = mask(finding.message);
  const key = keyOf(finding, masked);
  const alike = folding.byKey.get(key) ?? [];
  const same = alike.find((other) => isSame(other, finding, masked));
  if (same !== undefined) {
    // Two readers may see one line: that is one sighting.
    if (part !== same.part || finding.lineNumber !== same.finding.lineNumber) same.count += 1;
    if (part === "title") same.titled = true;
    const dropped = isFuller(finding, same.finding) ? same.finding : finding;
    if (dropped !== finding) Object.assign(same, { finding, masked, part });
    dropped.follows = null;
    return;
  }
  const role = isRemoteCopy(finding) ? "wrapper" : roleOf(finding);
  const titled = part === "title";
  const folded: Folded = { finding, part, order, masked, count: 1, role, wraps: null, titled };
  if (alike.length < MAX_ALIKE) folding.byKey.set(key, [...alike, folded]);
  const kept = finding.strength === "stated" ? folding.stated : folding.sure;
  kept.push(folded);
  if (kept.length > MAX_FIRST + MAX_LAST) forget(folding, kept.splice(MAX_FIRST, 1)[0]!);
}

/** The distinct errors in reading order. */
export function foldedErrors({ sure, stated }: Folding): Folded[] {
  return [...sure, ...stated].sort((a, b) => a.order - b.order);
}

/** What is dropped keeps nothing else alive: traces that follow each other are a chain as long as the log. */
function forget({ byKey }: Folding, folded: Folded): void {
  const key = keyOf(folded.finding, folded.masked);
  const others = byKey.get(key)?.filter((other) => other !== folded) ?? [];
  if (others.length === 0) byKey.delete(key);
  else byKey.set(key, others);
  folded.finding.follows = null;
}

function keyOf(finding: Finding, masked: string): string {
  return `${className(finding)}\n${masked.slice(0, 12)}`;
}

/** The message's first line with what differs between ranks and retries masked. */
function mask(message: string): string {
  const end = message.indexOf("\n");
  return (end === -1 ? message : message.slice(0, end))
    .slice(0, 600)
    .replace(/0x[0-9a-fA-F]+|[0-9a-f]{16,}|\d+/g, "0")
    .replace(/\s+/g, " ")
    .trim();
}

function frameKey(finding: Finding): string {
  const inner = finding.frames.at(-1);
  return inner === undefined ? "" : `${inner.file}:${inner.function ?? ""}`;
}

function isSame(a: Folded, b: Finding, right: string): boolean {
  const left = a.masked;
  if (left !== right && !left.startsWith(right) && !right.startsWith(left)) return false;
  if (left !== right && Math.min(left.length, right.length) < 12) return false;
  const frameA = frameKey(a.finding);
  const frameB = frameKey(b);
  return frameA === "" || frameB === "" || frameA === frameB;
}

/** A sighting in code says more than one in a sentence, one with frames more than one without. */
function isFuller(a: Finding, b: Finding): boolean {
  if (b.frames.length > 0) return false;
  if (a.frames.length > 0) return true;
  return !b.code && a.code && a.message.length >= b.message.length;
}

/** "rpyc…<locals>.Derived": the copy that another process made of an error which it was sent. */
function isRemoteCopy(finding: Finding): boolean {
  return (
    finding.errorClass !== null && (finding.errorClass.includes("<") || finding.errorClass.includes("/"))
  );
}
