/** Whether the catalog is right, as far as a machine can tell. */
import type { Entry } from "../catalog/entry.ts";
import type { CatalogRecord } from "../catalog/record.ts";
import type { LintContext, SourceContext } from "./context.ts";
import type { Finding, Rule } from "./finding.ts";
import { proseOfRecord } from "./prose.ts";
import { onEntries, type ProseRule } from "./prose-rule.ts";
import { captures } from "./rules/captures.ts";
import { cases } from "./rules/cases.ts";
import { commands } from "./rules/commands.ts";
import { examples } from "./rules/examples.ts";
import { flags } from "./rules/flags.ts";
import { links } from "./rules/links.ts";
import { names } from "./rules/names.ts";
import { paths } from "./rules/paths.ts";
import { platitudes } from "./rules/platitudes.ts";
import { readability } from "./rules/readability.ts";
import { related } from "./rules/related.ts";
import { releases } from "./rules/releases.ts";
import { shadows } from "./rules/shadows.ts";
import { sites } from "./rules/sites.ts";
import { slug } from "./rules/slug.ts";
import { snippets } from "./rules/snippets.ts";
import { templates } from "./rules/templates.ts";
import { unfinished } from "./rules/unfinished.ts";
import { variables } from "./rules/variables.ts";

const PROSE_RULES: ProseRule[] = [flags, variables, names, paths, commands, snippets, links];

const RULES: Rule[] = [
  unfinished,
  examples,
  shadows,
  cases,
  captures,
  related,
  templates,
  slug,
  releases,
  sites,
  platitudes,
  readability,
  ...PROSE_RULES.map(onEntries),
];

/**
 * @param entries those to look at; all of the catalog's by default
 * @returns nothing for entries without fault; findings in the order of the entries otherwise
 */
export function lintCatalog(
  context: LintContext,
  entries: Iterable<Entry> = context.catalog.entries.values(),
): Finding[] {
  return [...entries].flatMap((entry) => RULES.flatMap((rule) => rule(entry, context)));
}

/** An imported record is held against the source alone: it has no matchers and no examples. */
export function lintRecord(record: CatalogRecord, context: SourceContext): Finding[] {
  const prose = proseOfRecord(record);
  return PROSE_RULES.flatMap((rule) => rule(prose, context));
}
