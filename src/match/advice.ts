/**
 * What to say about a match: an entry's sentences in the order that the captured values, the
 * environment and the launch flags of this report call for.
 */
import type { Entry } from "../catalog/entry.ts";
import type { Environment } from "../extract/report.ts";
import { compareVersions } from "../source/version.ts";
import { conditionsHold } from "./conditions.ts";

export interface Advice {
  /** The sentence shown first when a case of the entry holds; its {captures} are filled in when it is shown. */
  lead: string | null;
  /** In the order to try them. */
  solutions: string[];
  /** The release to upgrade to when the reporter's is older than the fix. */
  upgradeTo: string | null;
}

/** The first case of the entry whose conditions all hold decides lead and order. */
export function adviceFor(entry: Entry, captures: Record<string, string>, environment: Environment): Advice {
  const chosen = entry.cases.find(({ when }) => conditionsHold(when, captures, environment));
  const front = new Set(chosen?.first ?? []);
  const order = [
    ...front,
    ...entry.solutions.map((_, index) => index + 1).filter((number) => !front.has(number)),
  ];
  const old =
    environment.sglang !== null &&
    entry.fixedIn !== null &&
    compareVersions(environment.sglang, entry.fixedIn) < 0;
  return {
    lead: chosen?.say ?? null,
    solutions: order.flatMap((number) => entry.solutions[number - 1] ?? []),
    upgradeTo: old ? entry.fixedIn : null,
  };
}
