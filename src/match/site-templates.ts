/** The messages of a project's raise sites, ready for matching: each distinct one once, with its sites. */
import { existsSync, readFileSync } from "node:fs";
import {
  type FoldedText,
  matchTemplate,
  parseTemplate,
  type Template,
  TemplateError,
  type TemplateMatch,
} from "../catalog/template.ts";
import type { SiteIndex } from "../source/sites.ts";
import { type IndexPlan, planIndex, templateIndex } from "./template-index.ts";

/** Plain data: made at build time, since parsing some ten thousand templates takes longer than a diagnosis. */
export interface SiteTemplatesPlan {
  templates: string[];
  /** Ids of the sites that print each. */
  sites: string[][];
  index: IndexPlan;
}

export interface SiteTemplateHit {
  template: Template;
  found: TemplateMatch;
  siteIds: string[];
  rarity: number;
}

export interface SiteTemplates {
  /** Every template that fits, the one with the most literal characters first. */
  match(text: FoldedText): SiteTemplateHit[];
}

/** Sites whose message cannot be told apart from other text take no part. */
export function planSiteTemplates(index: SiteIndex): SiteTemplatesPlan {
  const byTemplate = new Map<string, string[]>();
  for (const site of index.sites()) {
    if (!site.distinguishable || parse(site.template) === null) continue;
    const ids = byTemplate.get(site.template);
    if (ids === undefined) byTemplate.set(site.template, [site.id]);
    else ids.push(site.id);
  }
  const templates = [...byTemplate.keys()];
  return {
    templates,
    sites: [...byTemplate.values()],
    index: planIndex(templates.map((source) => parse(source)!)),
  };
}

export function siteTemplates(plan: SiteTemplatesPlan): SiteTemplates {
  const index = templateIndex(plan.index);
  const parsed = new Map<number, Template>();
  const templateAt = (position: number): Template => {
    let template = parsed.get(position);
    if (template === undefined) {
      template = parseTemplate(plan.templates[position]!);
      parsed.set(position, template);
    }
    return template;
  };
  return {
    match(text) {
      return index
        .candidates(text.text)
        .flatMap((position): SiteTemplateHit[] => {
          const template = templateAt(position);
          const found = matchTemplate(template, text);
          if (found === null) return [];
          return [{ template, found, siteIds: plan.sites[position]!, rarity: plan.index.rarity[position]! }];
        })
        .sort((a, b) => b.template.literalLength - a.template.literalLength || a.found.start - b.found.start);
    },
  };
}

/** @returns null when there is no such file */
export function readSiteTemplatesPlan(file: string): SiteTemplatesPlan | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SiteTemplatesPlan) : null;
}

function parse(source: string): Template | null {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}
