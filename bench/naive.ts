/**
 * The naive opponent of the whole pipeline: every line goes to every reader, and every template is tried on
 * every error. Readers and templates are ours, gate and index are not there: so what it finds is what must be
 * found. (Messages in plain lines count only where no error is shown; these logs show some. Trying the templates on every line alone would be no equal:
 * lines of a log that hold a template's words are mostly no errors, and messages of several lines would be missed.)
 */
import { matchReading } from "../src/diagnose.ts";
import { endEnvironmentText, readEnvironmentLine } from "../src/extract/environment.ts";
import { newReportReading } from "../src/extract/extract.ts";
import { foldIn } from "../src/extract/fold.ts";
import { newScanState } from "../src/extract/scan-state.ts";
import { endScan, scanLine, takeSettled } from "../src/extract/scanner.ts";
import type { Catalog } from "../src/match/catalog.ts";
import { entryMatchers, planEntryMatchers } from "../src/match/entry-matchers.ts";
import { watchForMessages } from "../src/match/sightings.ts";
import { planSiteTemplates, siteTemplates } from "../src/match/site-templates.ts";
import type { IndexPlan } from "../src/match/template-index.ts";
import type { SiteIndex } from "../src/source/sites.ts";

/** Line, best match and number of sightings of an error. */
export type Hit = [lineNumber: number, match: string, count: number];

/** The same templates with an index that leaves nothing out. */
function tryAll(plan: IndexPlan): IndexPlan {
  return {
    slots: new Uint32Array(3),
    positions: new Uint32Array(),
    wordless: Uint32Array.from(plan.rarity.keys()),
    rarity: plan.rarity,
  };
}

export function naiveCatalog(catalog: Catalog): Catalog {
  const entries = [...catalog.entries.values()].filter(({ reviewed }) => reviewed !== null);
  const matchers = entryMatchers(entries, tryAll(planEntryMatchers(entries)));
  const projects = catalog.siteProjects().map(({ index }) => {
    const plan = planSiteTemplates(index);
    return { index, templates: siteTemplates({ ...plan, index: tryAll(plan.index) }, index) };
  });
  return {
    ...catalog,
    matchersFor: ({ error, message }) => [
      ...matchers.byMessage(message.text),
      ...(error.frames.length > 0 ? matchers.byFrames() : []),
    ],
    matchersIn: matchers.byMessage,
    siteProjects: () => projects,
  };
}

/** A catalog whose raise sites have so many distinct templates: some of its own, or its own and made-up ones. */
export function withTemplates(catalog: Catalog, count: number): Catalog {
  const projects = catalog.siteProjects().map(({ index }) => {
    const { sites, ends } = planSiteTemplates(index);
    const own = Array.from(ends, (_, template) => sites[ends[template - 1] ?? 0]!);
    const step = Math.max(1, Math.floor(own.length / count));
    const numbers = Array.from({ length: count }, (_, place) => own[(place * step) % own.length]!);
    const templateOf = (place: number): string =>
      index.templateOf(numbers[place]!) + (place * step < own.length ? "" : ` variant_${place}_of it`);
    const siteByNumber: SiteIndex["siteByNumber"] = (place) => ({
      ...index.siteByNumber(numbers[place]!),
      template: templateOf(place),
    });
    const scaled = { ...index, size: count, templateOf, siteByNumber };
    return { index: scaled, templates: siteTemplates(planSiteTemplates(scaled), scaled) };
  });
  return { ...catalog, siteProjects: () => projects };
}

/** @param catalog made by `naiveCatalog` */
export function hitsNaively(text: string, catalog: Catalog): Hit[] {
  const reading = newReportReading("");
  const scan = newScanState();
  for (const line of text.split("\n")) {
    scanLine(scan, line);
    readEnvironmentLine(reading.environment, line);
    for (const finding of takeSettled(scan)) foldIn(reading.folding, finding, "body");
  }
  for (const finding of endScan(scan)) foldIn(reading.folding, finding, "body");
  endEnvironmentText(reading.environment);
  return matchReading(reading, watchForMessages(catalog), catalog).errors.map(({ error, matches }) =>
    hit(error.lineNumber, matches[0], error.count),
  );
}

export function hit(
  lineNumber: number,
  match: { entry: { slug: string } | null; site: { id: string } | null } | null | undefined,
  count: number,
): Hit {
  return [lineNumber, match?.entry?.slug ?? match?.site?.id ?? "", count];
}
