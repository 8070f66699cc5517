/**
 * Messages of the catalog that stand in a report without the shape of an error: in a title, in prose,
 * in a log line of no known form. Only entries whose message nobody writes by chance count.
 */
import { foldText, matchTemplate, type Template } from "../catalog/template.ts";
import { isStartupNoise } from "../extract/boilerplate.ts";
import type { Part, ReportedError } from "../extract/report.ts";
import type { Catalog } from "./catalog.ts";

/** Fewer literal characters or words than these also stand in ordinary sentences. */
const MIN_CHARACTERS = 24;
const MIN_WORDS = 4;
/** Longer lines are dumps, not sentences; the error readers see those. */
const MAX_LINE = 4_000;

/** Source code and code samples quote messages without anybody having met them. */
const SOURCE_LINE =
  /^\s*(?:raise |assert |return |def |class |import |from |logger\.|logging\.|print\(|[-+] |\/\/|#|")/;

/** What stands before a message in code that raises it: `ValueError("`. */
const QUOTED_ARGUMENT = /\w\(\s*[frb]{0,2}["']$/;

/**
 * @param found errors already extracted: their lines are not looked at again
 * @returns one error a line, in the order of title and parts
 */
export function sightMessages(
  title: string,
  parts: Part[],
  found: ReportedError[],
  catalog: Catalog,
): ReportedError[] {
  const known = new Set(found.map(({ part, lineNumber }) => `${part}:${lineNumber}`));
  const texts = [{ id: "title", lines: [title], first: 0 }].concat(
    parts.map(({ id, text }) => ({ id, lines: text.split("\n"), first: 1 })),
  );
  return texts.flatMap(({ id, lines, first }) =>
    lines.flatMap((raw, index): ReportedError[] => {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (
        line.length > MAX_LINE ||
        known.has(`${id}:${index + first}`) ||
        SOURCE_LINE.test(line) ||
        isStartupNoise(line)
      )
        return [];
      const message = sight(line, catalog);
      if (message === null) return [];
      return [sighting(id, line, index + first, message)];
    }),
  );
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
    // A matcher that wants the message's start, or a trace, cannot be judged by a line of prose.
    if (
      message === null ||
      entry.generic ||
      matcher.start ||
      matcher.frames.length > 0 ||
      !isTelling(message)
    )
      continue;
    if (not.some((template) => matchTemplate(template, text) !== null)) continue;
    const match = matchTemplate(message, text);
    if (match !== null && !QUOTED_ARGUMENT.test(text.text.slice(0, match.start)))
      return text.text.slice(match.start);
  }
  return null;
}

function isTelling(template: Template): boolean {
  const literals = template.parts.filter((part) => typeof part === "string").join(" ");
  return template.literalLength >= MIN_CHARACTERS && (literals.match(/\w{2,}/g) ?? []).length >= MIN_WORDS;
}
