/**
 * Messages of the catalog that stand in a report without the shape of an error: in a title, in prose,
 * in a log line of no known form. Only entries whose message nobody writes by chance count.
 */
import type { Entry, Matcher } from "../catalog/entry.ts";
import { foldText, matchTemplate, parseTemplate, type Template } from "../catalog/template.ts";
import { isStartupNoise } from "../extract/boilerplate.ts";
import type { LineWatcher } from "../extract/read-text.ts";
import type { ReportedError } from "../extract/report.ts";
import type { Catalog } from "./catalog.ts";

/** Fewer literal characters or words than these also stand in ordinary sentences. */
const MIN_CHARACTERS = 24;
const MIN_WORDS = 4;
/** Longer lines are dumps, not sentences; the error readers see those. */
const MAX_LINE = 4_000;

/** Source code and code samples quote messages without anybody having met them. */
const SOURCE_LINE =
  /^\s*(?:raise |assert |return |def |class |import |from |logger\.|logging\.|print\(|[-+] |\/\/|#(?!\d)|")/;

/** What stands before a message in code that raises it: `ValueError("`. */
const QUOTED_ARGUMENT = /\w\(\s*[frb]{0,2}["']$/;

/** Messages kept of one report, each by the first line that shows it. */
const MAX_SIGHTINGS = 200;

/** Watches a report's lines, while they are read, for messages of the catalog. */
export interface Sightings extends LineWatcher {
  /** @returns what was seen, in reading order, without lines whose error was found anyway */
  besides(found: ReportedError[]): ReportedError[];
}

export function watchForMessages(catalog: Catalog): Sightings {
  const seen = new Map<string, ReportedError>();
  return {
    phrases: catalog.phrases,
    see(line, part, lineNumber) {
      if (line.length > MAX_LINE || SOURCE_LINE.test(line) || isStartupNoise(line)) return;
      const message = sight(line, catalog);
      if (message === null) return;
      const key = `${part}:${message}`;
      const known = seen.get(key);
      if (known !== undefined) known.count += 1;
      else if (seen.size < MAX_SIGHTINGS) seen.set(key, sighting(part, line, lineNumber, message));
    },
    besides(found) {
      const places = new Set(found.map(({ part, lineNumber }) => `${part}:${lineNumber}`));
      return [...seen.values()].filter(({ part, lineNumber }) => !places.has(`${part}:${lineNumber}`));
    },
  };
}

/** A phrase of every message that may be sighted: no line without one of them holds such a message. */
export function phrasesOf(entries: Entry[]): string[] {
  const phrases = entries.flatMap((entry) =>
    entry.match.flatMap((matcher) =>
      matcher.message == null || !isForLines(entry, matcher)
        ? []
        : (phraseOf(parseTemplate(matcher.message)) ?? []),
    ),
  );
  return [...new Set(phrases)];
}

/** A matcher that wants the message's start, or a trace, cannot be judged by a line of prose. */
function isForLines(entry: Entry, matcher: Matcher): boolean {
  return !entry.generic && !matcher.start && matcher.frames.length === 0;
}

function sighting(part: string, line: string, lineNumber: number, message: string): ReportedError {
  return {
    part,
    line,
    lineNumber,
    errorClass: null,
    message,
    frames: [],
    role: "root",
    shape: "message",
    count: 1,
  };
}

function sight(line: string, catalog: Catalog): string | null {
  const text = foldText(line);
  for (const { message, matcher, entry, not } of catalog.matchersIn(text.text)) {
    if (message === null || !isForLines(entry, matcher) || phraseOf(message) === null) continue;
    if (not.some((template) => matchTemplate(template, text) !== null)) continue;
    const match = matchTemplate(message, text);
    if (match !== null && !QUOTED_ARGUMENT.test(text.text.slice(0, match.start)))
      return text.text.slice(match.start);
  }
  return null;
}

/** Words by which the gate knows lines that may hold the template; null for one that people write by chance. */
function phraseOf(template: Template): string | null {
  const literals = template.parts.filter((part) => typeof part === "string");
  const words = literals.join(" ").match(/\w{2,}/g) ?? [];
  if (template.literalLength < MIN_CHARACTERS || words.length < MIN_WORDS) return null;
  const runs = literals.flatMap((literal) => literal.match(/[!-~]{3,}(?: [!-~]+)*/g) ?? []);
  return runs.reduce<string | null>((best, run) => (run.length > (best?.length ?? 0) ? run : best), null);
}
