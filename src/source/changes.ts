/** What an update changed at head: sites added, removed, moved, reworded. */
import type { LineTable } from "./line-table.ts";
import { HEAD } from "./presence.ts";
import type { SiteRow, StoredProject } from "./site-store.ts";
import { bareTemplate } from "./template-text.ts";

export interface Changes {
  added: PlacedRow[];
  removed: PlacedRow[];
  /** Same site, other lines. */
  moved: { site: SiteRow; from: number; to: number }[];
  /** Same place and class, another message; these are not among added and removed. */
  reworded: { before: PlacedRow; after: PlacedRow }[];
}

export interface PlacedRow {
  site: SiteRow;
  /** First line at the head it stands (or stood) in. */
  line: number;
}

export function compareHeads(old: StoredProject, now: StoredProject): Changes {
  const before = placedRows(old.sites, old.tables.get(HEAD)!);
  const after = placedRows(now.sites, now.tables.get(HEAD)!);
  const changes: Changes = { added: [], removed: [], moved: [], reworded: [] };
  for (const [id, row] of after) {
    const was = before.get(id);
    if (was === undefined) changes.added.push(row);
    else if (was.line !== row.line) changes.moved.push({ site: row.site, from: was.line, to: row.line });
  }
  for (const [id, was] of before) if (!after.has(id)) changes.removed.push(was);
  pairReworded(changes);
  return changes;
}

function placedRows(sites: SiteRow[], table: LineTable): Map<string, PlacedRow> {
  const byId = new Map(sites.map((site) => [site.id, site]));
  const placed = new Map<string, PlacedRow>();
  for (const entries of table.values()) {
    for (const entry of entries) placed.set(entry.id, { site: byId.get(entry.id)!, line: entry.first });
  }
  return placed;
}

/** Pairs removed with added sites of the same file, function, kind and class whose wording is alike. */
function pairReworded(changes: Changes): void {
  const waiting = new Map<string, PlacedRow[]>();
  const key = ({ site }: PlacedRow): string => [site.file, site.function, site.kind, site.class].join("\0");
  for (const row of changes.added) waiting.set(key(row), [...(waiting.get(key(row)) ?? []), row]);
  const paired = new Set<PlacedRow>();
  for (const before of changes.removed) {
    const candidates = (waiting.get(key(before)) ?? []).filter((row) => !paired.has(row));
    const best = candidates
      .map((row) => ({ row, likeness: likeness(before.site.template, row.site.template) }))
      .sort(
        (a, b) =>
          b.likeness - a.likeness || Math.abs(a.row.line - before.line) - Math.abs(b.row.line - before.line),
      )[0];
    if (best === undefined || best.likeness < 0.4) continue;
    paired.add(best.row).add(before);
    changes.reworded.push({ before, after: best.row });
  }
  changes.added = changes.added.filter((row) => !paired.has(row));
  changes.removed = changes.removed.filter((row) => !paired.has(row));
}

/** Share of words two templates have in common, 0 to 1. */
function likeness(a: string, b: string): number {
  const words = (template: string): Set<string> =>
    new Set(
      bareTemplate(template)
        .toLowerCase()
        .split(/\W+/)
        .filter((word) => word !== ""),
    );
  const left = words(a);
  const right = words(b);
  const shared = [...left].filter((word) => right.has(word)).length;
  const total = left.size + right.size - shared;
  return total === 0 ? 0 : shared / total;
}
