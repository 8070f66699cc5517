/** No entry stands in the shadow of another: that wins every positive example of it. */
import type { Rule } from "../finding.ts";
import { textOf } from "./examples.ts";

export const shadows: Rule = (entry, context) => {
  const winners = new Set(
    entry.examples.positive.map((example) => context.diagnose(textOf(example)).primary?.entry?.slug),
  );
  const [winner] = winners;
  if (winners.size !== 1 || winner === undefined || winner === entry.slug) return [];
  return [{ file: entry.path, key: "match", reason: `${winner} shadows it: it wins every positive example` }];
};
