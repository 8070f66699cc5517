/** What readers are told, in passages, and what of it is the error's own words. */
import type { Entry } from "../catalog/entry.ts";
import type { CatalogRecord } from "../catalog/record.ts";

/** Code of an example fix is read as what it looks like; the other code fields are Python. */
export type Language = "prose" | "python" | "shell" | "data";

export interface Passage {
  /** Path to the key it stands at ("solutions[1]"). */
  key: string;
  text: string;
  language: Language;
}

/** Releases the advice claims to hold for. */
export interface Scope {
  from: string | null;
  to: string | null;
  fixedIn: string | null;
}

export interface Prose {
  file: string;
  passages: Passage[];
  /** Messages, frames and examples: names that stand there need no other proof. */
  quoted: string;
  scope: Scope;
  links: { key: string; url: string }[];
}

export function proseOf(entry: Entry): Prose {
  const passages = [
    prose("documentation", entry.documentation),
    prose("triggers", entry.triggers),
    ...entry.situations.map((text, i) => prose(`situations[${i}]`, text)),
    ...entry.solutions.map((text, i) => prose(`solutions[${i}]`, text)),
    // Captured values are filled in later.
    ...entry.cases.map(({ say }, i) => prose(`cases[${i}].say`, say.replace(/\{\w+\}/g, "…"))),
    ...entry.prevention.map((text, i) => prose(`prevention[${i}]`, text)),
    ...codeOf(entry),
  ];
  return {
    file: entry.path,
    passages,
    quoted: quotedOf(entry),
    scope: { ...entry.holdsFor, fixedIn: entry.fixedIn },
    links: [
      ...linksIn(passages),
      ...entry.references.map((url, i) => ({ key: `references[${i}]`, url })),
      ...(entry.sourceUrl === null ? [] : [{ key: "sourceUrl", url: entry.sourceUrl }]),
    ],
  };
}

/** An imported record: it claims to hold for the newest state. */
export function proseOfRecord(record: CatalogRecord): Prose {
  const passages = [
    prose("documentation", record.documentation),
    prose("triggerScenarios", record.triggerScenarios),
    prose("commonSituations", record.commonSituations),
    ...record.solutions.map((text, i) => prose(`solutions[${i}]`, text)),
    ...record.preventionTips.map((text, i) => prose(`preventionTips[${i}]`, text)),
    ...codeOf(record),
  ];
  return {
    file: record.id,
    passages,
    quoted: [record.errorMessage, record.errorClass ?? "", record.sourceCode ?? ""].join("\n"),
    scope: { from: null, to: null, fixedIn: null },
    links: [
      ...linksIn(passages),
      ...(record.githubUrl === null ? [] : [{ key: "githubUrl", url: record.githubUrl }]),
    ],
  };
}

function prose(key: string, text: string): Passage {
  return { key, text, language: "prose" };
}

const CODE_KEYS = ["exampleFix", "validationCode", "typeGuard", "tryCatchPattern"] as const;

function codeOf(source: Record<(typeof CODE_KEYS)[number], string | null>): Passage[] {
  return CODE_KEYS.flatMap((key) => {
    const text = source[key];
    if (text === null) return [];
    // Records come in with line ends spelled out, too.
    const lines = text.includes("\n") ? text : text.replaceAll("\\n", "\n");
    return [{ key, text: lines, language: key === "exampleFix" ? languageOf(lines) : "python" }];
  });
}

const SHELL =
  /^[ \t]{0,20}(?:\$ )?(?:[A-Z][A-Z0-9_]*=\S+ +)*(?:python[\d.]*|pip3?|uv|sglang|docker|export|curl|apt(?:-get)?|git|conda|kubectl|sudo|nvidia-smi)\s/m;

function languageOf(text: string): Language {
  if (SHELL.test(text)) return "shell";
  return /^\s*(?:#[^\n]*\n\s*)*[{[<]|^\s*[\w.-]+:(?:\s|$)/.test(text) ? "data" : "python";
}

function quotedOf(entry: Entry): string {
  const examples = [...entry.examples.positive, ...entry.examples.nearMiss];
  return [
    entry.message,
    entry.class ?? "",
    ...entry.match.flatMap((matcher) => [
      matcher.message ?? "",
      ...[matcher.class ?? []].flat(),
      ...matcher.also,
      ...matcher.frames.flatMap((frame) => [
        frame.file ?? "",
        frame.source ?? "",
        ...[frame.function ?? []].flat(),
      ]),
    ]),
    ...entry.sites.map((site) => `${site.file} ${site.function ?? ""} ${site.message ?? ""}`),
    ...examples.map((example) => (typeof example === "string" ? example : example.text)),
    ...entry.cases.map(({ example }) => example.message),
    ...Object.keys(entry.captures),
  ].join("\n");
}

const LINK = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`<>)\]]*/g;

function linksIn(passages: Passage[]): { key: string; url: string }[] {
  return passages.flatMap(({ key, text }) =>
    [...text.matchAll(LINK)].map(([url]) => ({ key, url: url.replace(/[.,;:]+$/, "") })),
  );
}

/** "<path>/config.json" and the like stand for something of the reader's. */
const PLACEHOLDER = /<[\w -]{1,60}>(?:\/[\w./-]*)?/g;

/** A passage without its links, which have a rule of their own, and without placeholders. */
export function withoutLinks(text: string): string {
  return text.replace(LINK, " ").replace(PLACEHOLDER, " ");
}
