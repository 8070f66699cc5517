/** Every positive example gives this entry first with the whole catalog loaded; no near miss does. */
import type { Entry } from "../../catalog/entry.ts";
import type { Finding, Rule } from "../finding.ts";

type Example = Entry["examples"]["positive"][number];

export function textOf(example: Example): string {
  return typeof example === "string" ? example : example.text;
}

export const examples: Rule = (entry, context) => {
  const positive = entry.examples.positive.flatMap((example, i): Finding[] => {
    const first = context.diagnose(textOf(example)).primary?.entry?.slug;
    if (first === entry.slug) return [];
    const reason = first === undefined ? "no entry matches it" : `${first} matches it first`;
    return [{ file: entry.path, key: `examples.positive[${i}]`, reason }];
  });
  const nearMiss = entry.examples.nearMiss.flatMap((example, i): Finding[] =>
    context.diagnose(textOf(example)).errors.some(({ match }) => match?.entry?.slug === entry.slug)
      ? [{ file: entry.path, key: `examples.nearMiss[${i}]`, reason: "the entry matches it" }]
      : [],
  );
  return [...positive, ...nearMiss];
};
