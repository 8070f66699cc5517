/** The messages of a project's raise sites, ready for matching: each distinct one once, with its sites. */
import { packNumbers, unpackNumbers } from "../catalog/compiled-json.ts";
import {
  type FoldedText,
  matchTemplate,
  parseTemplate,
  type Template,
  TemplateError,
  type TemplateMatch,
} from "../catalog/template.ts";
import type { Site, SiteIndex } from "../source/sites.ts";
import {
  type IndexPlan,
  type PackedPlan,
  packPlan,
  planIndex,
  templateIndex,
  unpackPlan,
} from "./template-index.ts";

/** Plain data: made at build time, since parsing some ten thousand templates takes longer than a diagnosis. */
export interface SiteTemplatesPlan {
  /** Numbers of the sites that print each template, list after list. */
  sites: Uint32Array;
  /** Where each template's list ends. */
  ends: Uint32Array;
  index: IndexPlan;
}

/** A plan as it stands in a compiled file. */
export interface PackedSiteTemplates {
  sites: string;
  ends: string;
  index: PackedPlan;
}

export function packSiteTemplates({ sites, ends, index }: SiteTemplatesPlan): PackedSiteTemplates {
  return { sites: packNumbers(sites), ends: packNumbers(ends), index: packPlan(index) };
}

export function unpackSiteTemplates({ sites, ends, index }: PackedSiteTemplates): SiteTemplatesPlan {
  return { sites: unpackNumbers(sites), ends: unpackNumbers(ends), index: unpackPlan(index) };
}

export interface SiteTemplateHit {
  template: Template;
  found: TemplateMatch;
  sites: Site[];
  rarity: number;
}

export interface SiteTemplates {
  /** Every template that fits, the one with the most literal characters first. */
  match(text: FoldedText): SiteTemplateHit[];
}

/** Sites whose message cannot be told apart from other text take no part. */
export function planSiteTemplates(index: SiteIndex): SiteTemplatesPlan {
  const byTemplate = new Map<string, number[]>();
  const templates: Template[] = [];
  for (let number = 0; number < index.size; number += 1) {
    const { template, distinguishable } = index.siteByNumber(number);
    const known = byTemplate.get(template);
    const parsed = known === undefined && distinguishable ? parse(template) : null;
    if (parsed !== null) {
      byTemplate.set(template, [number]);
      templates.push(parsed);
    } else if (distinguishable) known?.push(number);
  }
  const sites = [...byTemplate.values()];
  let end = 0;
  const ends = sites.map((numbers) => {
    end += numbers.length;
    return end;
  });
  return {
    sites: Uint32Array.from(sites.flat()),
    ends: Uint32Array.from(ends),
    index: planIndex(templates),
  };
}

/** @param plan of the same sites */
export function siteTemplates(plan: SiteTemplatesPlan, sites: SiteIndex): SiteTemplates {
  const index = templateIndex(plan.index);
  const parsed: Template[] = [];
  const numbersAt = (position: number): Uint32Array =>
    plan.sites.subarray(plan.ends[position - 1] ?? 0, plan.ends[position]);
  const templateAt = (position: number): Template => {
    parsed[position] ??= parseTemplate(sites.templateOf(numbersAt(position)[0]!));
    return parsed[position];
  };
  return {
    match(text) {
      return index
        .candidates(text.text)
        .flatMap((position): SiteTemplateHit[] => {
          const template = templateAt(position);
          const found = matchTemplate(template, text);
          if (found === null) return [];
          return [
            {
              template,
              found,
              sites: Array.from(numbersAt(position), sites.siteByNumber),
              rarity: plan.index.rarity[position]!,
            },
          ];
        })
        .sort((a, b) => b.template.literalLength - a.template.literalLength || a.found.start - b.found.start);
    },
  };
}

function parse(source: string): Template | null {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}
