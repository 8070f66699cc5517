/** No two entries share a template of the message without saying how they differ. */
import type { Entry } from "../../catalog/entry.ts";
import { parseTemplate } from "../../catalog/template.ts";
import type { Catalog } from "../../match/catalog.ts";
import type { Rule } from "../finding.ts";

const remembered = new WeakMap<Catalog, Map<string, Set<Entry>>>();

export const templates: Rule = (entry, { catalog }) => {
  const byShape = remembered.get(catalog) ?? shapesOf(catalog);
  remembered.set(catalog, byShape);
  if (entry.differs !== undefined) return [];
  const twins = new Set(shapes(entry).flatMap((shape) => [...(byShape.get(shape) ?? [])]));
  return [...twins]
    .filter((twin) => twin !== entry && twin.differs === undefined)
    .map(({ slug }) => ({
      file: entry.path,
      key: "differs",
      reason: `it has a template of ${slug}: say how they differ`,
    }));
};

function shapesOf(catalog: Catalog): Map<string, Set<Entry>> {
  const byShape = new Map<string, Set<Entry>>();
  for (const entry of catalog.entries.values()) {
    for (const shape of shapes(entry)) byShape.set(shape, (byShape.get(shape) ?? new Set()).add(entry));
  }
  return byShape;
}

/** Templates without the names of their holes, with all else that a matcher asks for. */
function shapes(entry: Entry): string[] {
  return entry.match.flatMap(({ message, frames, also, not, origin, class: classes }) =>
    message == null
      ? []
      : [classes ?? null]
          .flat()
          .map((one) =>
            JSON.stringify([
              one,
              parseTemplate(message).parts.map((part) => (typeof part === "string" ? part : 0)),
              frames,
              also,
              not,
              origin ?? null,
            ]),
          ),
  );
}
