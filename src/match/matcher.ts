/** One matcher of an entry against one error. */
import type { Entry, Matcher } from "../catalog/entry.ts";
import {
  type FoldedText,
  foldText,
  matchTemplate,
  parseTemplate,
  type Template,
} from "../catalog/template.ts";
import type { ReportedError } from "../extract/report.ts";
import { findFrame, packageOf } from "./frames.ts";
import type { Evidence } from "./match.ts";
import { evidence, messageEvidence } from "./weigh.ts";

/** A matcher with its templates read. */
export interface CompiledMatcher {
  entry: Entry;
  matcher: Matcher;
  /** Null for a matcher by frames alone. */
  message: Template | null;
  classes: string[] | null;
  also: Template[];
  not: Template[];
  /** How telling the rarest word of the message is, 0 to 1. */
  rarity: number;
}

export function compileMatchers(entry: Entry): CompiledMatcher[] {
  return entry.match.map((matcher) => compileMatcher(entry, matcher, 0));
}

/** @param rarity of the message's rarest word; 0 without a message */
export function compileMatcher(entry: Entry, matcher: Matcher, rarity: number): CompiledMatcher {
  return {
    entry,
    matcher,
    message: matcher.message == null ? null : parseTemplate(matcher.message),
    classes: matcher.class === undefined ? null : [matcher.class].flat(),
    also: matcher.also.map(parseTemplate),
    not: matcher.not.map(parseTemplate),
    rarity,
  };
}

/** An error with its message folded once, for all matchers that look at it. */
export interface Subject {
  error: ReportedError;
  message: FoldedText;
}

export function subjectOf(error: ReportedError): Subject {
  return { error, message: foldText(error.message) };
}

export interface MatcherHit {
  captures: Record<string, string>;
  evidence: Evidence[];
}

/** Everything the matcher asks for must hold; what it holds on is the evidence. */
export function applyMatcher(compiled: CompiledMatcher, subject: Subject): MatcherHit | null {
  const { error } = subject;
  const pieces: Evidence[] = [];
  if (!classHolds(compiled, error, pieces)) return null;
  const captures = messageHolds(compiled, subject, pieces);
  if (captures === null) return null;
  if (!framesHold(compiled, error, pieces)) return null;
  if (!originHolds(compiled, error, pieces)) return null;
  return { captures, evidence: pieces };
}

/** "RuntimeError" fits "torch.RuntimeError"; a dotted name fits itself and longer paths to it. */
export function classFits(found: string, wanted: string): boolean {
  return found === wanted || found.endsWith(`.${wanted}`);
}

/** A matcher that names no class takes any; then the entry's own class still is evidence. */
function classHolds({ classes, entry }: CompiledMatcher, error: ReportedError, pieces: Evidence[]): boolean {
  const known = classes ?? (entry.class === null ? [] : [entry.class]);
  if (known.length === 0) return true;
  const found = error.errorClass;
  if (found === null) {
    // The entry's class may be that of its other matchers.
    if (classes !== null) pieces.push(evidence("class-unknown", "the report shows no class"));
  } else if (known.some((wanted) => classFits(found, wanted))) {
    pieces.push(evidence("class", `the class is ${found}`));
  } else {
    if (classes !== null) return false;
    pieces.push(evidence("class-other", `the class is ${found}, not ${entry.class}`));
  }
  return true;
}

function messageHolds(
  { message, matcher, also, not, rarity }: CompiledMatcher,
  subject: Subject,
  pieces: Evidence[],
): Record<string, string> | null {
  if (not.some((template) => matchTemplate(template, subject.message) !== null)) return null;
  if (also.some((template) => matchTemplate(template, subject.message) === null)) return null;
  if (message === null) return {};
  const found = matchTemplate(message, subject.message);
  if (found === null || (matcher.start && found.start > 0)) return null;
  const literalLength = [message, ...also].reduce((sum, template) => sum + template.literalLength, 0);
  pieces.push(...messageEvidence({ literalLength, rarity, start: found.start }, "entry"));
  return found.captures;
}

function framesHold({ matcher }: CompiledMatcher, error: ReportedError, pieces: Evidence[]): boolean {
  for (const wanted of matcher.frames) {
    const frame = findFrame(error.frames, wanted);
    if (frame === null) return false;
    const at = frame.function === null ? frame.file : `${frame.function} in ${frame.file}`;
    const name = wanted.where === "innermost" ? "frame-innermost" : "frame";
    pieces.push(evidence(name, `the trace passes ${at}`));
  }
  return true;
}

/** An origin is asked for only where the trace can tell. */
function originHolds({ matcher, entry }: CompiledMatcher, error: ReportedError, pieces: Evidence[]): boolean {
  const innermost = error.frames.at(-1);
  const found = innermost === undefined ? null : packageOf(innermost.file);
  if (found === null) return true;
  if (matcher.origin !== undefined && found !== matcher.origin) return false;
  if (found === entry.origin) {
    pieces.push(evidence("origin", `the innermost frame is in ${found}`));
  }
  return true;
}
