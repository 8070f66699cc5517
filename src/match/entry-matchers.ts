/** The matchers of entries, found by the text at hand; each is compiled when it is first needed. */
import type { Entry, Matcher } from "../catalog/entry.ts";
import { parseTemplate } from "../catalog/template.ts";
import { type CompiledMatcher, compileMatcher } from "./matcher.ts";
import { type IndexPlan, planIndex, templateIndex } from "./template-index.ts";

export interface EntryMatchers {
  /** Those whose message could stand in the text. */
  byMessage(text: string): CompiledMatcher[];
  /** Those that want frames alone. */
  byFrames(): CompiledMatcher[];
}

interface Written {
  entry: Entry;
  matcher: Matcher;
}

/** The index of the entries' messages. Plain data: that of the package's entries is made at build time. */
export function planEntryMatchers(entries: Entry[]): IndexPlan {
  return planIndex(written(entries, true).map(({ matcher }) => parseTemplate(matcher.message!)));
}

/** @param plan of the same entries in the same order */
export function entryMatchers(entries: Entry[], plan: IndexPlan): EntryMatchers {
  const withMessage = written(entries, true);
  const index = templateIndex(plan);
  const compiled: CompiledMatcher[] = [];
  const at = (position: number): CompiledMatcher => {
    const { entry, matcher } = withMessage[position]!;
    compiled[position] ??= compileMatcher(entry, matcher, plan.rarity[position]!);
    return compiled[position];
  };
  let framed: CompiledMatcher[] | null = null;
  return {
    byMessage: (text) => index.candidates(text).map(at),
    byFrames() {
      framed ??= written(entries, false).map(({ entry, matcher }) => compileMatcher(entry, matcher, 0));
      return framed;
    },
  };
}

function written(entries: Entry[], hasMessage: boolean): Written[] {
  return entries.flatMap((entry) =>
    entry.match
      .filter(({ message }) => (message != null) === hasMessage)
      .map((matcher) => ({ entry, matcher })),
  );
}
