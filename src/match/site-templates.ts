/** The messages of a project's raise sites, ready for matching: each distinct one once, with its sites. */
import {
  type FoldedText,
  matchTemplate,
  parseTemplate,
  type Template,
  TemplateError,
  type TemplateMatch,
} from "../catalog/template.ts";
import type { Site, SiteIndex } from "../source/sites.ts";
import { type IndexPlan, planIndex, templateIndex } from "./template-index.ts";

/** Plain data: made at build time, since parsing some ten thousand templates takes longer than a diagnosis. */
export interface SiteTemplatesPlan {
  /** Numbers of the sites that print each template. */
  sites: number[][];
  index: IndexPlan;
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
  return { sites: [...byTemplate.values()], index: planIndex(templates) };
}

/** @param plan of the same sites */
export function siteTemplates(plan: SiteTemplatesPlan, sites: SiteIndex): SiteTemplates {
  const index = templateIndex(plan.index);
  const parsed: Template[] = [];
  const templateAt = (position: number): Template => {
    parsed[position] ??= parseTemplate(sites.templateOf(plan.sites[position]![0]!));
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
              sites: plan.sites[position]!.map(sites.siteByNumber),
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
