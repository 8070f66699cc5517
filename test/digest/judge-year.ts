/** What the digests of a made-up year told, against what was planted into it. */

import type { Change, Digest } from "../../src/digest/digest.ts";
import { MOST_QUIET } from "../../src/digest/significance.ts";
import type { Catalog } from "../../src/match/catalog.ts";
import type { Database } from "../../src/store/database.ts";
import { digestOfWeek, makeYear, type Planted } from "./year.ts";

export interface Judged {
  digests: number;
  planted: number;
  /** Events that no digest of their week tells on top, in words. */
  missed: string[];
  /** Digests that call something significant that was not planted ("more" or "gone"). */
  falseWeeks: number;
}

export async function judgeYear(
  database: Database,
  catalog: Catalog,
  seed: number,
  events: boolean,
): Promise<Judged> {
  const { weeks, planted } = await makeYear(database, catalog, seed, events);
  const digests: Digest[] = [];
  for (const week of weeks) digests.push(await digestOfWeek(database, catalog, week));
  return {
    digests: digests.length,
    planted: planted.length,
    missed: planted.filter((event) => !isTold(event, digests, planted)).map((event) => JSON.stringify(event)),
    falseWeeks: digests.filter(({ changes }, week) =>
      changes.some((change) => isFalse(change, week, planted)),
    ).length,
  };
}

const idOf = (change: Change): string => idWords("row" in change ? change.row.kind : change.kind);

function idWords({ id }: { id: string }): string {
  return id.replace(/ fingerprint$/, "");
}

/**
 * In its week, before everything that was not planted. What goes silent shows only after some weeks. A
 * newcomer that many report is both new and more than before.
 */
function isTold({ week, type, kind }: Planted, digests: Digest[], planted: Planted[]): boolean {
  const from = week;
  const to = type === "gone" ? week + MOST_QUIET - 1 : week;
  const types = type === "new" ? ["new", "more"] : [type];
  return digests.slice(from, to + 1).some(({ changes }) => {
    const at = changes.findIndex((change) => idOf(change) === kind && types.includes(change.type));
    const others = changes.slice(0, Math.max(0, at)).filter((change) => change.type === changes[at]!.type);
    return at !== -1 && others.every((change) => planted.some((event) => event.kind === idOf(change)));
  });
}

function isFalse(change: Change, week: number, planted: Planted[]): boolean {
  if (change.type !== "more" && change.type !== "gone") return false;
  // A burst or a newcomer has an echo: what was planted may be told again for as long as weeks are compared.
  return !planted.some((event) => event.kind === idOf(change) && week >= event.week);
}
