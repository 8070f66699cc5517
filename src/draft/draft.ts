/**
 * The skeleton of an entry from what the facts say of its raise site. What only a person can write is
 * marked; such a draft is not reviewed, so it never reaches a reply.
 */
import type { Entry, ERROR_TYPES } from "../catalog/entry.ts";
import { permalink } from "../catalog/place.ts";
import { slugOf, stableId } from "../catalog/slug.ts";
import { escapeTemplate, type Template } from "../catalog/template.ts";
import { TODO } from "../catalog/unfinished.ts";
import type { SourceContext } from "../lint/context.ts";
import { packageOf } from "../match/frames.ts";
import { HEAD } from "../source/presence.ts";
import type { SiteKind } from "../source/python-sites.ts";
import type { Site, SiteIndex } from "../source/sites.ts";
import { exampleOf, messageOf, nearMissOf } from "./examples.ts";
import { flagsNamedIn, variablesNamedIn } from "./named-settings.ts";
import { neighboursOf } from "./neighbours.ts";
import { releasesOf } from "./release-range.ts";
import type { Subject } from "./subject.ts";
import { guessTemplate, readTemplate, typedTemplate } from "./typed-holes.ts";

export interface Draft {
  slug: string;
  /** The tag of every entry near it; null where they differ, or are too few to tell. */
  backgroundTag: string | null;
  /** Tags of the entries whose errors are raised in the same file, the most frequent first. */
  nearTags: string[];
  /** Pinned link to the statement; null for an error of a package below. */
  readAt: string | null;
  /** The entry's keys and values, in the order they are written in. */
  values: Record<string, unknown>;
  /** What the facts say: before the entry (key ""), or before one of its keys. */
  notes: { key: string; text: string }[];
}

const TYPE_OF: Record<SiteKind, (typeof ERROR_TYPES)[number]> = {
  raise: "exception",
  assert: "assertion",
  "log.error": "log",
  "log.exception": "log",
  "log.critical": "log",
  "log.warning": "log",
  http: "http",
  argparse: "argument",
  exit: "exit",
  warn: "log",
};

/** @param entries every entry of the catalog, for tags and neighbours */
export function draftEntry(subject: Subject, entries: Entry[], context: SourceContext): Draft {
  return subject.raised === null
    ? draftOfMessage(subject)
    : draftOfSite(subject, subject.raised, entries, context);
}

function draftOfSite(
  subject: Subject,
  { site, index }: NonNullable<Subject["raised"]>,
  entries: Entry[],
  context: SourceContext,
): Draft {
  const template = site.distinguishable ? readTemplate(site.template) : null;
  const matched = template === null ? null : typedTemplate(template, subject.captures);
  const heading = template === null ? headingOf(site) : typedTemplate(untyped(template), {});
  const sites = template === null ? [site] : sameStatements(site, index);
  const slug = slugFor(template === null ? `${site.class ?? ""} ${nameOf(site)}` : heading, site.class);
  const near = neighboursOf(site, entries, index);
  const releases = releasesOf(sites, index);
  const place = index.placeOf(site.id, null)!;
  const readAt = permalink(place, place.firstLine, place.lastLine);
  const matcher = matched === null ? frameMatcher(site) : messageMatcher(site, matched);
  const condition = site.asserts ?? site.guard;
  const looked = `${condition ?? ""} ${site.guard ?? ""} ${site.template}`;
  const flags = flagsNamedIn(looked, site.file, context);
  return {
    slug,
    backgroundTag: near.certainTag,
    nearTags: near.tags,
    readAt,
    values: {
      id: stableId("entry", slug),
      class: site.class,
      message: heading,
      type: TYPE_OF[site.kind],
      ...(site.status === null ? {} : { httpStatus: site.status }),
      severity: /^log\.warning$|^warn$/.test(site.kind) ? "warning" : "error",
      origin: packageName(index),
      tags: near.words,
      sites: sites.map((one) => ({ file: one.file, function: one.function === "" ? null : one.function })),
      match: [matcher],
      ...capturesOf(matched, template),
      documentation: `${TODO} say what the code compares and where both sides come from; ${
        condition === null ? "no condition stands before it." : `it is raised when \`${condition}\`.`
      }`,
      ...toWrite(flags.map(({ name }) => name)),
      ...(near.related.length === 0 ? {} : { related: near.related }),
      holdsFor: { from: releases.from, to: releases.to },
      fixedIn: null,
      references: [],
      examples: {
        positive: [exampleOf(subject, site, matched)],
        nearMiss: [nearMissOf(site, matched, index)],
      },
      reviewed: null,
    },
    notes: [
      ...headNotes(site, index, readAt, subject),
      { key: "severity", text: "critical where the server stops, error where a request fails" },
      ...settingNotes(flags, "flags that the condition or the message names"),
      ...settingNotes(variablesNamedIn(looked, context), "environment variables they name"),
      { key: "holdsFor", text: releases.text },
      ...(releases.goneIn === null
        ? []
        : [
            {
              key: "fixedIn",
              text: `${releases.goneIn} is the first release without it: fixed there, or only reworded?`,
            },
          ]),
    ],
  };
}

/** An error that no known statement makes: only its message is known. */
function draftOfMessage({ printed }: Subject): Draft {
  const { message, errorClass, frames } = printed!;
  const matched = guessTemplate(message === "" ? (errorClass ?? "") : message.split("\n", 1)[0]!);
  const template = readTemplate(matched);
  const heading = template === null ? `${TODO} a heading.` : typedTemplate(untyped(template), {});
  const className = errorClass?.split(".").at(-1) ?? null;
  const slug = slugFor(template === null ? "" : heading, className);
  return {
    slug,
    backgroundTag: null,
    nearTags: [],
    readAt: null,
    values: {
      id: stableId("entry", slug),
      class: className,
      message: heading,
      type: className === null ? "native" : "exception",
      severity: "error",
      origin: `${TODO} the package that raises it.`,
      tags: [`${TODO} words to find it by.`],
      sourceUrl: null,
      match: [{ ...(className === null ? {} : { class: className }), message: matched }],
      ...capturesOf(matched, template),
      documentation: `${TODO} say which condition fails in the package that raises it, and where its two sides come from.`,
      ...toWrite([]),
      fixedIn: null,
      references: [],
      examples: {
        positive: [messageOf(className, message)],
        nearMiss: [`${TODO} a message like it that must not match.`],
      },
      reviewed: null,
    },
    notes: [
      { key: "", text: "Draft from a message that no raise site of a known project makes." },
      {
        key: "sourceUrl",
        text: "pinned link to the raising line of the package, where its source is public",
      },
      { key: "match", text: "paths and numbers became holes: make a hole of everything else that varies" },
      ...frames
        .filter(({ file }) => packageOf(file) === "sglang")
        .slice(-1)
        .map(({ file, function: name }) => ({
          key: "match",
          text: `the traceback passes ${name ?? "a function"} in ${file}: where the message says little, ask for it under frames`,
        })),
    ],
  };
}

/** The message's words; of a message without any, the class's. */
function slugFor(words: string, className: string | null): string {
  return slugOf(words) || slugOf((className ?? "").replace(/([a-z])(?=[A-Z])/g, "$1 ")) || "error";
}

function messageMatcher(site: Site, message: string): object {
  return { ...(site.class === null ? {} : { class: site.class }), message };
}

/** A statement whose message says nothing is known by its frame. */
function frameMatcher(site: Site): object {
  return {
    ...(site.class === null ? {} : { class: site.class }),
    message: null,
    frames: [
      {
        file: site.file.replace(/^python\//, ""),
        ...(site.function === "" ? {} : { function: site.function.split(".").at(-1) }),
        ...(site.asserts === null ? {} : { source: escapeTemplate(`assert ${site.asserts}`) }),
        where: "innermost",
      },
    ],
  };
}

function headingOf(site: Site): string {
  return escapeTemplate(
    site.asserts === null ? `${site.class ?? "error"} in ${nameOf(site)}` : `assert ${site.asserts}`,
  );
}

function nameOf(site: Site): string {
  return site.function === "" ? site.file.split("/").at(-1)! : site.function;
}

function untyped(template: Template): Template {
  return {
    ...template,
    parts: template.parts.map((part) =>
      typeof part === "string" ? part : { ...part, expression: part.name, type: null },
    ),
  };
}

/** Every statement of the class that prints the same, the given one first. */
function sameStatements(site: Site, index: SiteIndex): Site[] {
  const seen = new Set<string>();
  const atHead = (one: Site): boolean => index.linesAt(one.id, HEAD) !== null;
  return [
    site,
    ...index.findByTemplate(site.template).filter((one) => one.class === site.class && atHead(one)),
  ].filter(({ file, function: name }) => !seen.has(`${file} ${name}`) && seen.add(`${file} ${name}`));
}

function packageName({ packagePath }: SiteIndex): string {
  return packagePath.split("/").at(-1)!;
}

function capturesOf(matched: string | null, template: Template | null): object {
  const read = matched === null ? null : readTemplate(matched);
  if (read === null || read.holes.length === 0) return {};
  const expressions = new Map(template!.holes.map(({ name, expression }) => [name, expression]));
  return {
    captures: Object.fromEntries(
      read.holes.map(({ name }) => [name, `${TODO} what \`${expressions.get(name) ?? name}\` is.`]),
    ),
  };
}

/** The prose, for a person. */
function toWrite(flags: string[]): object {
  const first =
    flags.length === 0 ? "the exact flag, command or value" : `the exact value of ${flags.join(", ")}`;
  return {
    triggers: `${TODO} say when the statement is reached: read its callers.`,
    situations: [`${TODO} what people were doing when they met it.`],
    solutions: [`${TODO} what most often helps and costs least, with ${first}.`, `${TODO} what to try next.`],
    prevention: [`${TODO} what keeps it from coming back.`],
  };
}

function settingNotes(settings: { name: string; exists: string }[], what: string): Draft["notes"] {
  if (settings.length === 0) return [];
  const list = settings.map(({ name, exists }) => `${name} (${exists})`).join(", ");
  return [{ key: "solutions", text: `${what}: ${list}` }];
}

function headNotes(site: Site, index: SiteIndex, readAt: string, { printed }: Subject): Draft["notes"] {
  const others = index
    .sitesInFunction(site.file, site.function)
    .filter(({ id, template }) => id !== site.id && template !== "" && index.linesAt(id, HEAD) !== null)
    .slice(0, 4);
  return [
    `Draft from raise site ${site.id} of ${index.project}${printed === null ? "" : ", which prints the message"}.`,
    `Read first: ${readAt}`,
    ...(site.guard === null ? [] : [`It stands behind: ${site.guard}`]),
    ...others.map(
      ({ class: name, template }) => `The same function also says: ${name ?? "log"}: ${template}`,
    ),
  ].map((text) => ({ key: "", text }));
}
