/** What the index knows of a window and of those before it. Reads the store; decides nothing. */
import type { Catalog } from "../match/catalog.ts";
import { feedbackBetween } from "../store/feedback.ts";
import { kindsSeen, type SightingRow, sightingsBetween, unknownErrors } from "../store/kinds.ts";
import {
  findIssues,
  type IndexedIssue,
  type IndexedOccurrence,
  issuesOpenedBetween,
  longestUnanswered,
  occurrencesBetween,
} from "../store/occurrences.ts";
import type { Executor } from "../store/schema.ts";
import { cluster } from "./cluster.ts";
import type { Window } from "./window.ts";

/** A record of the catalog, or unknown errors that are the same. */
export interface Kind {
  /** Stable from week to week: the record's id, or the fingerprint first seen. */
  id: string;
  /** Slug of the entry; null where nobody has written about it. */
  slug: string | null;
  errorClass: string | null;
  /** The entry's message, or the masked one. */
  message: string;
  backgroundTag: string | null;
  firstSeen: Date;
}

/** Distinct issues and reporters of a kind in one window. */
export interface Count {
  issues: number;
  reporters: number;
}

export interface KindFacts {
  kind: Kind;
  /** Of each window, oldest first; the last is the digest's. */
  counts: Count[];
  /** What was seen in the digest's window. */
  seen: IndexedOccurrence[];
}

export interface Facts {
  repository: string;
  window: Window;
  /** Those before that the index reaches back to, oldest first. */
  earlier: Window[];
  /** Issues opened in each window, oldest first. */
  opened: number[];
  /** Issues opened in the digest's window. */
  issues: IndexedIssue[];
  kinds: KindFacts[];
  /** Issues that the occurrences of the window stand in, whenever they were opened. */
  issueOf: Map<number, IndexedIssue>;
  /** Open, with an error, no maintainer's word yet; the longest waiting first. */
  waiting: IndexedIssue[];
  verdicts: { issue: number; verdict: "right" | "wrong"; source: "reaction" | "command" }[];
}

const MOST_WAITING = 5;

/** @param earlier the windows to compare with, oldest first; those before the index begins are left out */
export async function readFacts(
  db: Executor,
  catalog: Catalog,
  repository: string,
  window: Window,
  earlier: readonly Window[],
): Promise<Facts> {
  const seenKinds = await kindsSeen(db, repository, window.to);
  const kindOf = await namesOf(db, catalog, repository, seenKinds);
  const begins = Math.min(...seenKinds.map(({ firstSeen }) => firstSeen.getTime()));
  const compared = earlier.filter(({ to }) => to.getTime() > begins);
  const windows = [...compared, window];
  const facts = new Map<Kind, KindFacts>();
  const factsOf = (kind: Kind): KindFacts => {
    const known = facts.get(kind) ?? {
      kind,
      counts: windows.map(() => ({ issues: 0, reporters: 0 })),
      seen: [],
    };
    facts.set(kind, known);
    return known;
  };
  const opened: number[] = [];
  let issues: IndexedIssue[] = [];
  for (const [index, { from, to }] of windows.entries()) {
    const sightings = await sightingsBetween(db, { repository, from, to });
    for (const [kind, count] of countKinds(sightings, kindOf)) factsOf(kind).counts[index] = count;
    issues = await issuesOpenedBetween(db, { repository, from, to });
    opened.push(issues.length);
  }
  const seen = await occurrencesBetween(db, { repository, from: window.from, to: window.to, leading: true });
  for (const occurrence of seen) factsOf(kindOf(occurrence)).seen.push(occurrence);
  const numbers = [...new Set(seen.map(({ issue }) => issue))];
  return {
    repository,
    window,
    earlier: compared,
    opened,
    issues,
    kinds: [...facts.values()],
    issueOf: new Map((await findIssues(db, repository, numbers)).map((one) => [one.issue, one])),
    waiting: await longestUnanswered(db, { repository, openedBefore: window.to, limit: MOST_WAITING }),
    verdicts: await feedbackBetween(db, { repository, from: window.from, to: window.to }),
  };
}

type Named = Pick<SightingRow, "recordId" | "fingerprint">;

/**
 * Which kind an occurrence is of. An error that had no entry when it was seen belongs to the record that
 * explains it now: a new entry has a history from its first day.
 */
async function namesOf(
  db: Executor,
  catalog: Catalog,
  repository: string,
  seen: (Named & { firstSeen: Date })[],
): Promise<(named: Named) => Kind> {
  const entries = new Map([...catalog.entries.values()].map((entry) => [entry.id, entry]));
  const recordOf = new Map<string, string>();
  for (const { recordId, fingerprint } of seen)
    if (recordId !== null && entries.has(recordId)) recordOf.set(fingerprint, recordId);
  const oldestFirst = seen.sort(
    (a, b) => a.firstSeen.getTime() - b.firstSeen.getTime() || (a.fingerprint < b.fingerprint ? -1 : 1),
  );
  const unknown = oldestFirst.filter(({ fingerprint }) => !recordOf.has(fingerprint));
  const errors = new Map(
    (
      await unknownErrors(
        db,
        repository,
        unknown.map(({ fingerprint }) => fingerprint),
      )
    ).map((error) => [error.fingerprint, error]),
  );
  const belongsTo = cluster(unknown.flatMap(({ fingerprint }) => errors.get(fingerprint) ?? []));
  const idOf = ({ recordId, fingerprint }: Named): string => {
    // A record that has left the catalog explains nothing any more.
    if (recordId !== null && entries.has(recordId)) return recordId;
    return recordOf.get(fingerprint) ?? belongsTo.get(fingerprint) ?? fingerprint;
  };
  const kinds = new Map<string, Kind>();
  for (const one of oldestFirst) {
    const id = idOf(one);
    // The oldest comes first: its day is the kind's.
    if (kinds.has(id)) continue;
    const entry = entries.get(id);
    const error = errors.get(id);
    kinds.set(id, {
      id,
      slug: entry?.slug ?? null,
      errorClass: entry === undefined ? (error?.errorClass ?? null) : entry.class,
      message: entry?.message ?? error?.maskedMessage ?? "",
      backgroundTag: entry?.backgroundTag ?? null,
      firstSeen: one.firstSeen,
    });
  }
  return (named) => kinds.get(idOf(named))!;
}

function countKinds(sightings: SightingRow[], kindOf: (named: Named) => Kind): Map<Kind, Count> {
  const sets = new Map<Kind, { issues: Set<number>; reporters: Set<string> }>();
  for (const sighting of sightings) {
    const kind = kindOf(sighting);
    const known = sets.get(kind) ?? { issues: new Set(), reporters: new Set() };
    sets.set(kind, known);
    known.issues.add(sighting.issue);
    known.reporters.add(sighting.authorHash);
  }
  return new Map(
    [...sets].map(([kind, { issues, reporters }]) => [
      kind,
      { issues: issues.size, reporters: reporters.size },
    ]),
  );
}
