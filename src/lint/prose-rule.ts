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

/** A rule that judges every name of some kinds, each once a passage. */
export function ruleOnTokens(kinds: TokenKind[], languages: Passage["language"][], judge: Judge): ProseRule {
  return (prose, context) =>
    prose.passages.flatMap((passage) => {
      if (!languages.includes(passage.language)) return [];
      const seen = new Set<string>();
      return tokensOf(withoutLinks(passage.text)).flatMap((token): Finding[] => {
        if (!kinds.includes(token.kind) || seen.has(token.text)) return [];
        seen.add(token.text);
        const reason = judge(token, { passage, prose, context });
        return reason === null ? [] : [{ file: prose.file, key: passage.key, reason }];
      });
    });
}

/** "; did you mean --tp-size?" or "". */
export function didYouMean(names: string[]): string {
  return names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`;
}
