/** Matchers that almost fit an error, and what they miss: for the explain view, never for a reply. */
import type { Entry, FrameMatcher } from "../catalog/entry.ts";
import { matchTemplate, type Template } from "../catalog/template.ts";
import type { Catalog } from "./catalog.ts";
import { findFrame, packageOf } from "./frames.ts";
import { type CompiledMatcher, classFits, type Subject } from "./matcher.ts";

export interface NearMiss {
  entry: Entry;
  /** Which matcher of the entry, counted from 1. */
  matcher: number;
  /** Everything it asks for and does not find, in words. */
  misses: string[];
}

/** Of a template that does not fit, this share of its literal characters has to stand in the message, in order … */
const NEAR_SHARE = 0.5;
/** … and no fewer than these, or any message would be near. */
const NEAR_CHARACTERS = 8;

/**
 * Entries with a matcher that the index offers and that fits in part: its message fits and something else does
 * not, some of its frames fit and others do not, or only its template does not fit and most of that stands in the
 * message. An entry once, by its nearest matcher; those that miss least come first.
 */
export function nearMisses(subject: Subject, catalog: Catalog): NearMiss[] {
  const judged = catalog
    .matchersFor(subject)
    .flatMap((compiled) => judge(compiled, subject) ?? [])
    .sort((a, b) => b.share - a.share || a.near.misses.length - b.near.misses.length);
  const nearest = new Map<string, NearMiss>();
  for (const { near } of judged) if (!nearest.has(near.entry.slug)) nearest.set(near.entry.slug, near);
  return [...nearest.values()];
}

/** @returns null for a matcher that fits, and for one that is far from it; `share` is what of it was found */
function judge(compiled: CompiledMatcher, subject: Subject): { near: NearMiss; share: number } | null {
  const { entry, matcher, message } = compiled;
  const share = message === null ? frameShare(compiled, subject) : literalShare(message, subject);
  if (share < NEAR_SHARE) return null;
  const misses = [
    ...missedMessage(compiled, subject),
    ...missedClass(compiled, subject),
    ...missedFrames(compiled, subject),
    ...missedOrigin(compiled, subject),
  ];
  if (misses.length === 0 || (message !== null && share < 1 && misses.length > 1)) return null;
  return { near: { entry, matcher: entry.match.indexOf(matcher) + 1, misses }, share };
}

/** A class that does not fit leaves a matcher by frames near only where all frames do. */
function frameShare(compiled: CompiledMatcher, { error }: Subject): number {
  const { frames } = compiled.matcher;
  const found = frames.filter((wanted) => findFrame(error.frames, wanted) !== null).length;
  return found < frames.length && missedClass(compiled, { error }).length > 0 ? 0 : found / frames.length;
}

function literalShare(template: Template, { message }: Subject): number {
  if (matchTemplate(template, message) !== null) return 1;
  const found = literalsInOrder(template, message.text).reduce((sum, literal) => sum + literal.length, 0);
  // Short of 1: all literals may stand there, but with something between them that no hole takes.
  return found < NEAR_CHARACTERS ? 0 : Math.min(0.99, found / template.literalLength);
}

/** The literals of the template that stand in the text one behind the other, up to the first that does not. */
function literalsInOrder(template: Template, text: string): string[] {
  const found: string[] = [];
  let at = 0;
  for (const part of template.parts) {
    if (typeof part !== "string") continue;
    const start = text.indexOf(part, at);
    if (start < 0) break;
    found.push(part);
    at = start + part.length;
  }
  return found;
}

function missedMessage({ message, matcher, also, not }: CompiledMatcher, subject: Subject): string[] {
  const text = subject.message;
  const found = message === null ? null : matchTemplate(message, text);
  const misses: string[] = [];
  if (message !== null && found === null) misses.push(missedTemplate(message, text.text));
  if (found !== null && matcher.start && found.start > 0)
    misses.push("the message does not begin with the template");
  for (const template of also)
    if (matchTemplate(template, text) === null) misses.push(`the message lacks "${template.source}"`);
  for (const template of not)
    if (matchTemplate(template, text) !== null)
      misses.push(`the message has "${template.source}", which the matcher excludes`);
  return misses;
}

function missedTemplate(template: Template, text: string): string {
  const literals = template.parts.filter((part) => typeof part === "string");
  const missing = literals[literalsInOrder(template, text).length];
  return missing === undefined
    ? `the words of "${template.source}" stand in the message, but a value between them does not fit`
    : `the message is without "${missing.trim()}" of "${template.source}"`;
}

function missedClass({ classes }: CompiledMatcher, { error }: Pick<Subject, "error">): string[] {
  const found = error.errorClass;
  if (classes === null || found === null || classes.some((wanted) => classFits(found, wanted))) return [];
  return [`the class is ${found}, not ${classes.join(" or ")}`];
}

function missedFrames({ matcher }: CompiledMatcher, { error }: Subject): string[] {
  const lacks = error.frames.length === 0 ? "no traceback is shown, and it asks for" : "the trace lacks";
  return matcher.frames
    .filter((wanted) => findFrame(error.frames, wanted) === null)
    .map((wanted) => `${lacks} ${inWords(wanted)}`);
}

function inWords({ file, function: name, source, where }: FrameMatcher): string {
  return [
    where === "innermost" ? "an innermost frame" : "a frame",
    ...(name === undefined ? [] : [`of ${[name].flat().join(" or ")}`]),
    ...(file === undefined ? [] : [`in ${file}`]),
    ...(source === undefined ? [] : [`at "${source}"`]),
  ].join(" ");
}

function missedOrigin({ matcher }: CompiledMatcher, { error }: Subject): string[] {
  const innermost = error.frames.at(-1);
  const found = innermost === undefined ? null : packageOf(innermost.file);
  if (matcher.origin === undefined || found === null || found === matcher.origin) return [];
  return [`the innermost frame is in ${found}, not ${matcher.origin}`];
}
