/**
 * The `messagePattern` of records: `(.+?)` marks a hole, the rest is literal.
 * Records come from elsewhere, so whatever else a pattern holds is judged before it is used: what
 * has a safe equal in our templates is translated, the rest is refused with its reason.
 */
import { parseTemplate, type Template, TemplateError } from "./template.ts";

export class PatternError extends Error {
  override name = "PatternError";
}

const MAX_PATTERN_LENGTH = 4_000;

/** Groups that say no more than "something stands here", with the hole each becomes. */
const HOLE_GROUPS: Record<string, string> = {
  "(.+?)": "",
  "(.*?)": "",
  "(.+)": "",
  "(.*)": "",
  "(\\d+)": ":int",
  "(\\w+)": ":ident",
  "(\\S+)": ":word",
};

/**
 * Reads a pattern into a template; the n-th hole gets the n-th name, or "value".
 * @throws PatternError with the reason and the character it is about.
 */
export function templateFromPattern(pattern: string, names: string[] = []): Template {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(
      `a pattern is at most ${MAX_PATTERN_LENGTH} characters, this one has ${pattern.length}`,
    );
  }
  let source = "";
  let holes = 0;
  for (let i = 0; i < pattern.length; ) {
    const group = holeGroupAt(pattern, i);
    if (group !== null) {
      const after = pattern[i + group.length];
      if (after !== undefined && /[*+{]/.test(after)) {
        throw new PatternError(
          `the repeated group at character ${i + 1} can backtrack; only (.+?) and its like are holes`,
        );
      }
      source += `{${names[holes] ?? "value"}${HOLE_GROUPS[group]}}`;
      holes += 1;
      i += group.length;
      continue;
    }
    refuseUnsafe(pattern, i);
    if (pattern[i] === "\\" && /[^\w\s]/.test(pattern[i + 1] ?? "")) i += 1;
    const ch = pattern[i]!;
    source += ch === "{" || ch === "}" ? ch + ch : ch;
    i += 1;
  }
  try {
    return parseTemplate(source);
  } catch (error) {
    if (error instanceof TemplateError) throw new PatternError(error.message);
    throw error;
  }
}

/** The pattern of a template, in the records' form. */
export function patternOf(template: Template): string {
  return template.parts.map((part) => (typeof part === "string" ? part : "(.+?)")).join("");
}

function holeGroupAt(pattern: string, at: number): string | null {
  if (pattern[at] !== "(") return null;
  const close = pattern.indexOf(")", at);
  const group = pattern.slice(at, close + 1);
  return Object.hasOwn(HOLE_GROUPS, group) ? group : null;
}

/**
 * Regular-expression syntax that could cost more than linear time, or that means more than a
 * literal, cannot be read as plain text without changing what the author meant.
 */
function refuseUnsafe(pattern: string, at: number): void {
  const rest = pattern.slice(at, at + 3);
  const here = `at character ${at + 1}`;
  if (/^\(\?/.test(rest))
    throw new PatternError(`the group (? ${here} (look-around, flag or name) is not in the safe subset`);
  if (/^\)[*+{]/.test(rest))
    throw new PatternError(`the repeated group ending ${here} can backtrack without bound`);
  if (/^\\[1-9]/.test(rest)) throw new PatternError(`the back-reference ${here} is not in the safe subset`);
  if (/^\\[dDwWsSbB]/.test(rest))
    throw new PatternError(
      `the class ${rest.slice(0, 2)} ${here} stands outside (…): write (.+?) for a hole`,
    );
  if (/^[.\]][*+]/.test(rest))
    throw new PatternError(`the repetition ${here} is a hole without a group: write (.+?)`);
}
