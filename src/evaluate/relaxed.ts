/**
 * Wrong candidates, made. A well-kept catalog proposes hardly any, so reports alone cannot tell what evidence
 * is worth. Here every matcher is written more carelessly (a condition less, a message of a few words), and
 * what it then takes of other entries' errors shows which evidence keeps strangers out.
 */
import type { Entry, Matcher } from "../catalog/entry.ts";
import { escapeTemplate, parseTemplate } from "../catalog/template.ts";
import { matchReport } from "../diagnose.ts";
import { type Catalog, makeCatalog, NO_SITES } from "../match/catalog.ts";
import { planEntryMatchers } from "../match/entry-matchers.ts";
import { phrasesOf } from "../match/sightings.ts";
import { planIndex } from "../match/template-index.ts";
import { issueText } from "./evaluate.ts";
import type { MatchedIssue } from "./matched-issue.ts";
import { type Judge, judgeOf, type Pair, pairsOf } from "./pairs.ts";

/** Words that are left of a message. */
const WORDS = [2, 3, 4, 6, 9, 13];

/** The catalog as careless people would have written it. */
export function relaxedCatalog(catalog: Catalog): Catalog {
  const reviewed = [...catalog.entries.values()].filter(({ reviewed }) => reviewed !== null);
  const relaxed = reviewed.map((entry) => ({ ...entry, match: entry.match.flatMap(relaxations) }));
  const plan = { ...planEntryMatchers(relaxed), rarity: raritiesAmong(reviewed, relaxed) };
  const set = { ...catalog, entries: new Map(relaxed.map((entry) => [entry.slug, entry])) };
  return makeCatalog(set, { ...NO_SITES, raisedIn: catalog.raisedIn }, "left out", {
    plan,
    phrases: phrasesOf(relaxed),
  });
}

/** The matcher with one condition less, or with a few words of its message, with and without its class. */
export function relaxations(matcher: Matcher): Matcher[] {
  const fewer: Partial<Matcher>[] = [];
  if (matcher.class !== undefined) fewer.push({ class: undefined });
  if (matcher.message != null && matcher.frames.length > 0) fewer.push({ frames: [] });
  if (matcher.message == null && matcher.frames.length > 1)
    fewer.push(...matcher.frames.map((_, i) => ({ frames: matcher.frames.toSpliced(i, 1) })));
  if (matcher.origin !== undefined) fewer.push({ origin: undefined });
  if (matcher.also.length > 0) fewer.push({ also: [] });
  if (matcher.not.length > 0) fewer.push({ not: [] });
  if (matcher.start) fewer.push({ start: false });
  const classes = matcher.class === undefined ? [undefined] : [matcher.class, undefined];
  for (const message of shortened(matcher.message ?? null))
    fewer.push(...classes.map((name) => ({ message, class: name, start: false, also: [] })));
  return fewer.map((change) => ({ ...matcher, ...change }));
}

/** The first words of a message's longest literal, for each number of words that leaves something out. */
function shortened(message: string | null): string[] {
  if (message === null) return [];
  const { parts } = parseTemplate(message);
  const [longest] = parts.filter((part) => typeof part === "string").sort((a, b) => b.length - a.length);
  const words = longest!.trim().split(" ");
  return WORDS.filter((count) => count < words.length || (count === words.length && parts.length > 1))
    .map((count) => words.slice(0, count).join(" "))
    .filter((text) => text !== "")
    .map(escapeTemplate);
}

/** Of each relaxed message: its rarity, were it one more message of the real catalog. */
function raritiesAmong(entries: Entry[], relaxed: Entry[]): Float32Array {
  const templatesOf = (some: Entry[]) =>
    some.flatMap(({ match }) =>
      match.flatMap(({ message }) => (message == null ? [] : [parseTemplate(message)])),
    );
  const real = templatesOf(entries);
  const known = new Map<string, number>();
  const rarities = templatesOf(relaxed).map((template) => {
    let rarity = known.get(template.source);
    if (rarity === undefined) {
      rarity = planIndex([...real, template]).rarity.at(-1)!;
      known.set(template.source, rarity);
    }
    return rarity;
  });
  return Float32Array.from(rarities);
}

/** Relaxed matchers on a labelled report. They are right only where the entry itself fits, too. */
export function relaxedReportPairs({ issue, input }: MatchedIssue, relaxed: Catalog): Pair[] {
  const judge = judgeOf(issue);
  return input.errors.flatMap(({ error, matches }) => {
    const fitting = new Set(matches.map(({ entry }) => entry?.slug));
    const strict: Judge = (match) => {
      const right = judge(match);
      return right === true && !fitting.has(match.entry!.slug) ? null : right;
    };
    return pairsOf(error, input.environment, relaxed, strict).map(({ slug: _, ...pair }) => ({
      source: "relaxed on a report" as const,
      issue: issue.number,
      ...pair,
    }));
  });
}

/**
 * Relaxed matchers on the catalog's own examples. A positive example belongs to its entry and to no entry of
 * another tag; a near miss does not belong to its entry, and of others it says nothing.
 */
export function examplePairs(catalog: Catalog, relaxed: Catalog): Pair[] {
  return [...catalog.entries.values()].flatMap((entry) => {
    const positive: Judge = ({ entry: found }) =>
      found!.slug === entry.slug ? true : found!.backgroundTag === entry.backgroundTag ? null : false;
    const nearMiss: Judge = ({ entry: found }) => (found!.slug === entry.slug ? false : null);
    const { examples } = entry;
    return [
      ...examples.positive.flatMap((example) => pairsOfExample(example, catalog, relaxed, positive)),
      ...examples.nearMiss.flatMap((example) => pairsOfExample(example, catalog, relaxed, nearMiss)),
    ];
  });
}

function pairsOfExample(
  example: Entry["examples"]["positive"][number],
  catalog: Catalog,
  relaxed: Catalog,
  judge: Judge,
): Pair[] {
  const text = typeof example === "string" ? example : example.text;
  const { errors, environment } = matchReport(issueText("", text), catalog);
  return errors.flatMap(({ error }) =>
    pairsOf(error, environment, relaxed, judge).map(({ slug: _, ...pair }) => ({
      source: "relaxed on an example" as const,
      issue: null,
      ...pair,
    })),
  );
}
