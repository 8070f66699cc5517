/** What a digest says, before it is written: counts, changes and their ranks. Pure. */
import type { Entry } from "../catalog/entry.ts";
import { compareVersions, isVersion } from "../source/version.ts";
import type { IndexedIssue, IndexedOccurrence } from "../store/occurrences.ts";
import type { Count, Facts, Kind, KindFacts } from "./facts.ts";
import { significantChanges } from "./significance.ts";
import { type Spread, spreadOf } from "./spread.ts";
import type { Window } from "./window.ts";

export interface Row extends Count {
  kind: Kind;
  /** Reporters of each window, oldest first; the last is this one's. */
  trend: number[];
  /** Reporters a window before this one, on average; null where there is nothing to compare with. */
  before: number | null;
  /** Newest first. */
  seenIn: IndexedIssue[];
  spread: Spread;
  /** Raise site of an error without an entry, where one is known. */
  siteId: string | null;
}

/**
 * `back`: seen at a release that has the fix. `more`: significantly more reporters than before. `new`: never
 * seen before, and by two people at least. `gone`: significantly silent, told once.
 */
export type Change =
  | { type: "back"; row: Row; fixedIn: string; releases: string[] }
  | { type: "more"; row: Row }
  | { type: "new"; row: Row }
  | { type: "gone"; kind: Kind; windows: number; before: number };

export interface TagCount extends Count {
  tag: string;
  before: number | null;
}

export interface Digest {
  repository: string;
  window: Window;
  /** How many windows before this one are compared with. */
  compared: number;
  /** Issues opened in each window, oldest first. */
  opened: number[];
  /** Issues in which an error was seen in the window, and who reported those. */
  withError: Count;
  changes: Change[];
  /** Most reporters first. */
  known: Row[];
  unknown: Row[];
  tags: TagCount[];
  answers: { of: number; answered: number; medianHours: number | null };
  waiting: IndexedIssue[];
  bot: BotCount;
}

export interface BotCount {
  replied: number;
  labelled: number;
  silent: { reason: string; issues: number }[];
  right: number;
  wrong: number;
  /** Replies with the least confidence, for a look by a person. */
  doubtful: { issue: IndexedIssue; kind: Kind; confidence: number }[];
}

const MOST_DOUBTFUL = 10;
/** One person's new error is an issue; two people's is news. */
const FEWEST_FOR_NEWS = 2;

/** @param entryOf an entry by its slug */
export function digestOf(facts: Facts, entryOf: (slug: string) => Entry | undefined): Digest {
  const present = facts.kinds.filter(({ counts }) => counts.at(-1)!.issues > 0);
  const rows = present.map((kind) => rowOf(kind, facts)).sort(compareRows);
  return {
    repository: facts.repository,
    window: facts.window,
    compared: facts.earlier.length,
    opened: facts.opened,
    withError: distinct(present.flatMap(({ seen }) => seen)),
    changes: changesOf(facts, rows, entryOf),
    known: rows.filter(({ kind }) => kind.slug !== null),
    unknown: rows.filter(({ kind }) => kind.slug === null),
    tags: tagCounts(facts),
    answers: answersOf(facts.issues),
    waiting: facts.waiting,
    bot: botCount(facts),
  };
}

function rowOf({ kind, counts, seen }: KindFacts, facts: Facts): Row {
  const trend = counts.map(({ reporters }) => reporters);
  const numbers = [...new Set(seen.map(({ issue }) => issue))].sort((a, b) => b - a);
  return {
    kind,
    ...counts.at(-1)!,
    trend,
    before: meanBefore(trend),
    seenIn: numbers.flatMap((number) => facts.issueOf.get(number) ?? []),
    spread: spreadOf(seen),
    siteId: seen.find(({ siteId }) => siteId !== null)?.siteId ?? null,
  };
}

/** Most reporters first, then most issues, then the newest. */
function compareRows(a: Row, b: Row): number {
  return (
    b.reporters - a.reporters || b.issues - a.issues || (b.seenIn[0]?.issue ?? 0) - (a.seenIn[0]?.issue ?? 0)
  );
}

function changesOf(facts: Facts, rows: Row[], entryOf: (slug: string) => Entry | undefined): Change[] {
  const { more, gone } = significantChanges(
    facts.kinds.map(({ kind, counts }) => [kind, counts.map(({ reporters }) => reporters)]),
  );
  const seenOf = new Map(facts.kinds.map(({ kind, seen }) => [kind, seen]));
  const back = rows.flatMap((row): Change[] => {
    const fixedIn = row.kind.slug === null ? null : (entryOf(row.kind.slug)?.fixedIn ?? null);
    const releases = fixedIn === null ? [] : releasesFrom(fixedIn, seenOf.get(row.kind)!);
    return fixedIn === null || releases.length === 0 ? [] : [{ type: "back", row, fixedIn, releases }];
  });
  const isNew = ({ kind, reporters }: Row) =>
    facts.earlier.length > 0 && kind.firstSeen >= facts.window.from && reporters >= FEWEST_FOR_NEWS;
  return [
    ...back,
    ...rows.filter(({ kind }) => more.has(kind)).map((row): Change => ({ type: "more", row })),
    ...rows.filter((row) => isNew(row) && !more.has(row.kind)).map((row): Change => ({ type: "new", row })),
    ...facts.kinds.flatMap(({ kind, counts }): Change[] => {
      const windows = gone.get(kind);
      if (windows === undefined) return [];
      const before = counts.slice(0, -windows).map(({ reporters }) => reporters);
      return [{ type: "gone", kind, windows, before: mean(before) }];
    }),
  ];
}

/** Releases with the fix at which it was seen all the same, oldest first. */
function releasesFrom(fixedIn: string, seen: IndexedOccurrence[]): string[] {
  const releases = new Set(seen.flatMap(({ release }) => release ?? []));
  return [...releases]
    .filter((release) => isVersion(release) && compareVersions(release, fixedIn) >= 0)
    .sort(compareVersions);
}

function tagCounts({ kinds }: Facts): TagCount[] {
  const tags = new Map<string, KindFacts[]>();
  for (const one of kinds) {
    const tag = one.kind.backgroundTag;
    if (tag !== null) tags.set(tag, [...(tags.get(tag) ?? []), one]);
  }
  return [...tags]
    .map(([tag, members]) => {
      const trend = members[0]!.counts.map((_, index) =>
        members.reduce((sum, { counts }) => sum + counts[index]!.reporters, 0),
      );
      return { tag, ...distinct(members.flatMap(({ seen }) => seen)), before: meanBefore(trend) };
    })
    .filter(({ issues }) => issues > 0)
    .sort((a, b) => b.reporters - a.reporters || b.issues - a.issues || (a.tag < b.tag ? -1 : 1));
}

function answersOf(issues: IndexedIssue[]): Digest["answers"] {
  const hours = issues
    .flatMap(({ answeredAt, openedAt }) =>
      answeredAt === null ? [] : [(answeredAt.getTime() - openedAt.getTime()) / 3_600_000],
    )
    .sort((a, b) => a - b);
  return { of: issues.length, answered: hours.length, medianHours: median(hours) };
}

function botCount({ issues, kinds, issueOf, verdicts }: Facts): BotCount {
  const decided = (decision: IndexedIssue["decision"]) => issues.filter((one) => one.decision === decision);
  const silent = new Map<string, number>();
  for (const { silence } of decided("silent"))
    silent.set(silence ?? "other", (silent.get(silence ?? "other") ?? 0) + 1);
  const doubtful = kinds
    .filter(({ kind }) => kind.slug !== null)
    .flatMap(({ kind, seen }) =>
      seen.flatMap(({ issue: number, confidence }) => {
        const issue = issueOf.get(number);
        return issue?.decision === "reply" ? [{ issue, kind, confidence }] : [];
      }),
    )
    .sort((a, b) => a.confidence - b.confidence || a.issue.issue - b.issue.issue);
  return {
    replied: decided("reply").length,
    labelled: decided("label").length,
    silent: [...silent]
      .map(([reason, count]) => ({ reason, issues: count }))
      .sort((a, b) => b.issues - a.issues || (a.reason < b.reason ? -1 : 1)),
    right: verdicts.filter(({ verdict }) => verdict === "right").length,
    wrong: verdicts.filter(({ verdict }) => verdict === "wrong").length,
    doubtful: doubtful.slice(0, MOST_DOUBTFUL),
  };
}

function distinct(seen: IndexedOccurrence[]): Count {
  return {
    issues: new Set(seen.map(({ issue }) => issue)).size,
    reporters: new Set(seen.map(({ authorHash }) => authorHash)).size,
  };
}

function meanBefore(trend: readonly number[]): number | null {
  return trend.length < 2 ? null : mean(trend.slice(0, -1));
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function median(sorted: readonly number[]): number | null {
  if (sorted.length === 0) return null;
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
