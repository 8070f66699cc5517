/** Errors to plant: every entry's positive examples, and messages made of raise sites' templates. */
import type { Entry } from "../../src/catalog/entry.ts";
import { formatTemplate, parseTemplate, type Template, TemplateError } from "../../src/catalog/template.ts";
import type { Catalog } from "../../src/match/catalog.ts";
import type { Site } from "../../src/source/sites.ts";

export interface Planted {
  /** Slug of the entry or id of the raise site that it stands for. */
  name: string;
  /** Slug of the entry that must fit best; null for a raise site. */
  slug: string | null;
  /** As printed; `at` is the line with class or message. */
  lines: string[];
  at: number;
  /**
   * `class`: the last line of a traceback, free of one. `trace`: with its own traceback.
   * `body`: an HTTP error body. `line`: stands on its own in a log.
   */
  kind: "class" | "trace" | "body" | "line";
  /** File and function that raise it; null where nothing is known. */
  place: { file: string; line: number; function: string } | null;
}

const CLASS_LINE = /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|OutOfResources|IsEnabled)(?:: |$)/;

/** All planted errors of the entries that may speak. */
export function entryErrors(catalog: Catalog): Planted[] {
  return [...catalog.entries.values()]
    .filter((entry) => entry.reviewed !== null && !entry.generic)
    .flatMap((entry) => entry.examples.positive.map((example) => fromExample(entry, textOf(example))));
}

function textOf(example: string | { text: string }): string {
  return (typeof example === "string" ? example : example.text).trim();
}

function fromExample(entry: Entry, text: string): Planted {
  const lines = text.split("\n");
  const planted = { name: entry.slug, slug: entry.slug, lines, at: 0, place: placeOf(entry) };
  const header = lines.findIndex((line) => line.includes("Traceback (most recent call last)"));
  if (header !== -1 || lines.some((line) => /^\s*File "/.test(line))) {
    const last = lines.findIndex((line, index) => index > header && CLASS_LINE.test(line));
    return { ...planted, at: Math.max(last, 0), kind: "trace" };
  }
  if (lines[0]!.startsWith("{")) return { ...planted, kind: "body" };
  return { ...planted, kind: CLASS_LINE.test(lines[0]!) ? "class" : "line" };
}

function placeOf(entry: Entry): Planted["place"] {
  const [site] = entry.sites;
  if (site === undefined) return null;
  const name = site.function?.split(".").at(-1) ?? "<module>";
  return { file: site.file.replace(/^python\//, ""), line: site.line ?? 210, function: name };
}

/** A raise site whose message can be made of random values. */
export interface PlantableSite {
  site: Site;
  template: Template;
}

/** Classes whose errors follow from others or steer a program: they are never the cause (see FIELD NOTES of docs). */
const NEVER_FIRST =
  /^(?:SystemExit|KeyboardInterrupt|CancelledError|EOFError|BrokenPipeError|ConnectionResetError|StopIteration|StopAsyncIteration|GeneratorExit)$/;
/** Messages that only frame another error. */
const FRAMES_ANOTHER = /^Initialization failed|^Capture cuda graph failed|Internal Server Error/;
const TELLING = 16;

/** Sites that raise a class with a telling message: their text alone says that it is an error. */
export function plantableSites(catalog: Catalog): PlantableSite[] {
  return catalog.siteProjects().flatMap(({ index }) =>
    [...index.sites()].flatMap((site) => {
      const shaped =
        site.class !== null && /(?:Error|Exception)$/.test(site.class) && !NEVER_FIRST.test(site.class);
      if (!shaped || site.template === "" || FRAMES_ANOTHER.test(site.template)) return [];
      const template = parse(site.template);
      return template !== null && template.literalLength >= TELLING ? [{ site, template }] : [];
    }),
  );
}

function parse(source: string): Template | null {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

/** The site's error with `values` in its holes, in their order, over and over. */
export function siteError(
  { site, template }: PlantableSite,
  values: readonly string[],
  line: number,
): Planted {
  const named = Object.fromEntries(
    template.holes.map(({ name }, index) => [name, values[index % values.length]!]),
  );
  const text = `${site.class}: ${formatTemplate(template, named)}`;
  return {
    name: site.id,
    slug: null,
    lines: text.split("\n"),
    at: 0,
    kind: "class",
    place: {
      file: site.file.replace(/^python\//, ""),
      line,
      function: site.function.split(".").at(-1) || "<module>",
    },
  };
}
