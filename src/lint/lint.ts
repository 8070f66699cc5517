/** Whether the catalog is right, as far as a machine can tell. */
import type { Entry } from "../catalog/entry.ts";
import { parseTemplate } from "../catalog/template.ts";
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";

export interface Finding {
  /** Path of the entry below the catalog folder. */
  file: string;
  /** Path to the key it is about. */
  key: string;
  reason: string;
}

/** @returns nothing for a catalog without fault */
export function lintCatalog(catalog: Catalog): Finding[] {
  return [...catalog.entries.values()].flatMap((entry) => [
    ...lintExamples(entry, catalog),
    ...lintCaptures(entry),
    ...lintRelated(entry, catalog),
  ]);
}

type Example = Entry["examples"]["positive"][number];

/** Every positive example gives this entry first with the whole catalog loaded; no near miss does. */
function lintExamples(entry: Entry, catalog: Catalog): Finding[] {
  const positive = entry.examples.positive.flatMap((example, index): Finding[] => {
    const { primary } = diagnoseExample(example, catalog);
    if (primary?.entry?.slug === entry.slug) return [];
    const reason = primary?.entry == null ? "no entry matches it" : `${primary.entry.slug} matches it first`;
    return [{ file: entry.path, key: `examples.positive[${index}]`, reason }];
  });
  const nearMiss = entry.examples.nearMiss.flatMap((example, index): Finding[] => {
    const matched = diagnoseExample(example, catalog).errors.some(
      ({ match }) => match?.entry?.slug === entry.slug,
    );
    return matched
      ? [{ file: entry.path, key: `examples.nearMiss[${index}]`, reason: "the entry matches it" }]
      : [];
  });
  return [...positive, ...nearMiss];
}

function diagnoseExample(example: Example, catalog: Catalog): Diagnosis {
  const text = typeof example === "string" ? example : example.text;
  return diagnose(
    { title: "", parts: [{ kind: "body", id: "body", author: "", text: `\`\`\`\n${text}\n\`\`\`` }] },
    catalog,
  );
}

/** Every placeholder of the matchers is explained, and nothing else is. */
function lintCaptures(entry: Entry): Finding[] {
  const used = new Set(
    entry.match.flatMap(({ message }) =>
      message == null ? [] : parseTemplate(message).holes.map(({ name }) => name),
    ),
  );
  const missing = [...used].filter((name) => entry.captures[name] === undefined);
  const idle = Object.keys(entry.captures).filter((name) => !used.has(name));
  return [
    ...missing.map((name) => ({
      file: entry.path,
      key: "captures",
      reason: `{${name}} of a matcher is not explained`,
    })),
    ...idle.map((name) => ({ file: entry.path, key: `captures.${name}`, reason: "no matcher captures it" })),
  ];
}

function lintRelated(entry: Entry, catalog: Catalog): Finding[] {
  return entry.related
    .filter((slug) => /^[a-z0-9-]+$/.test(slug) && !catalog.entries.has(slug))
    .map((slug) => ({ file: entry.path, key: "related", reason: `there is no entry ${slug}` }));
}
