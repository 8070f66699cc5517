/** A window's facts without a store. */
import type { Facts, Kind, KindFacts } from "../../src/digest/facts.ts";
import { type Window, weekNamed, windowsBefore } from "../../src/digest/window.ts";
import type { IndexedIssue, IndexedOccurrence } from "../../src/store/occurrences.ts";

export const REPOSITORY = "acme/engine";
export const WEEK: Window = weekNamed("2026-W48", "UTC")!;

export function issue(number: number, changes: Partial<IndexedIssue> = {}): IndexedIssue {
  return {
    repository: REPOSITORY,
    issue: number,
    title: `issue ${number}`,
    state: "open",
    authorHash: `author ${number}`,
    openedAt: WEEK.from,
    updatedAt: WEEK.to,
    closedAt: null,
    answeredAt: null,
    decision: "silent",
    silence: "no-entry",
    ...changes,
  };
}

export function kind(id: string, changes: Partial<Kind> = {}): Kind {
  return {
    id,
    slug: null,
    errorClass: "ValueError",
    message: `${id} is wrong`,
    backgroundTag: null,
    firstSeen: new Date("2026-01-01"),
    ...changes,
  };
}

export function seen(number: number, changes: Partial<IndexedOccurrence> = {}): IndexedOccurrence {
  return {
    repository: REPOSITORY,
    issue: number,
    part: "body",
    lineNumber: 1,
    authorHash: `author ${number}`,
    errorClass: "ValueError",
    recordId: null,
    siteId: null,
    backgroundTag: null,
    maskedMessage: "",
    fingerprint: "",
    frame: null,
    leading: true,
    confidence: 0.9,
    release: null,
    vendor: null,
    environment: {},
    observedAt: WEEK.from,
    ...changes,
  };
}

/** @param before reporters in the windows before, oldest first */
export function kindFacts(one: Kind, before: number[], now: IndexedOccurrence[]): KindFacts {
  const issues = new Set(now.map((occurrence) => occurrence.issue)).size;
  const reporters = new Set(now.map(({ authorHash }) => authorHash)).size;
  return {
    kind: one,
    counts: [...before.map((count) => ({ issues: count, reporters: count })), { issues, reporters }],
    seen: now,
  };
}

/** @param issues numbers of more issues of the window, without an error */
export function facts(kinds: KindFacts[], changes: Partial<Facts> = {}): Facts {
  const numbers = [...new Set(kinds.flatMap((one) => one.seen.map((occurrence) => occurrence.issue)))];
  const issueOf = changes.issueOf ?? new Map(numbers.map((number) => [number, issue(number)]));
  const windows = kinds[0] === undefined ? 1 : kinds[0].counts.length;
  return {
    repository: REPOSITORY,
    window: WEEK,
    earlier: windowsBefore(WEEK, windows - 1, "UTC"),
    opened: Array.from({ length: windows }, () => numbers.length),
    issues: [...issueOf.values()],
    kinds,
    issueOf,
    waiting: [],
    verdicts: [],
    ...changes,
  };
}
