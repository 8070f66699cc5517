/** Every environment variable exists in the releases that the advice holds for, or is another program's. */
import { existsInScope, whereItExists } from "../existence.ts";
import { hasWord } from "../foreign.ts";
import { didYouMean, ruleOnTokens } from "../prose-rule.ts";

export const variables = ruleOnTokens(["variable"], ["prose", "python", "shell", "data"], (token, where) => {
  const { context, passage, prose } = where;
  const { text } = token;
  if (context.foreign.hasVariable(text) || context.foreign.hasWord(text)) return null;
  const exists = (release: string): boolean => context.facts.hasEnv(text, release);
  if (existsInScope(exists, prose.scope, passage.text, context)) return null;
  if (hasWord(prose.quoted, text)) return null;
  const range = whereItExists(exists, context);
  if (range !== null) return `the variable ${text} exists ${range}, which the text does not say`;
  // A constant of the source, as guards and messages name it.
  if (!/^(?:SGLANG|SGL)_/.test(text) && context.words.has(text)) return null;
  return `there is no environment variable ${text}${didYouMean(context.facts.nearest("environment", text))}`;
});
