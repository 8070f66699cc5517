/** Rules about what is written hold for entries and for imported records. */
import type { SourceContext } from "./context.ts";
import type { Finding, Rule } from "./finding.ts";
import { type Passage, type Prose, proseOf, withoutLinks } from "./prose.ts";
import { type Token, type TokenKind, tokensOf } from "./tokens.ts";

export type ProseRule = (prose: Prose, context: SourceContext) => Finding[];

export function onEntries(rule: ProseRule): Rule {
  return (entry, context) => rule(proseOf(entry), context);
}

/** Where a name stands. */
export interface Where {
  passage: Passage;
  prose: Prose;
  context: SourceContext;
}

/** What is wrong with a name, or null. */
export type Judge = (token: Token, where: Where) => string | null;

/** Imported text may hold any number of names that do not exist, and each costs a search for the nearest. */
const MAX_FINDINGS = 40;

/** A rule that judges every name of some kinds, each once a passage. */
export function ruleOnTokens(kinds: TokenKind[], languages: Passage["language"][], judge: Judge): ProseRule {
  return (prose, context) =>
    prose.passages
      .filter(({ language }) => languages.includes(language))
      .flatMap((passage) => {
        const where = { passage, prose, context };
        return judgePassage(where, kinds, judge).map((reason) => ({
          file: prose.file,
          key: passage.key,
          reason,
        }));
      });
}

function judgePassage(where: Where, kinds: TokenKind[], judge: Judge): string[] {
  const seen = new Set<string>();
  const reasons: string[] = [];
  for (const token of tokensOf(withoutLinks(where.passage.text))) {
    if (!kinds.includes(token.kind) || seen.has(token.text)) continue;
    seen.add(token.text);
    const reason = judge(token, where);
    if (reason !== null && reasons.push(reason) >= MAX_FINDINGS) break;
  }
  return reasons;
}

/** "; did you mean --tp-size?" or "". */
export function didYouMean(names: string[]): string {
  return names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`;
}
