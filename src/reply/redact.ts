/** Takes secrets and personal details out of a reporter's text. */
import { type Secret, secretsIn, USER } from "./secrets.ts";

/**
 * The text with secrets, e-mail addresses, private network addresses and home folders replaced by
 * placeholders such as `⟨API key removed⟩`. Applying it twice changes nothing more.
 */
export function redact(text: string): string {
  return cut(text, secretsIn(text));
}

/**
 * A redactor that also knows the secrets which `contexts` give away: in "api_key=abc…" the key tells
 * that the value is one, and neither the value alone nor a piece cut out of it may be shown elsewhere.
 */
export function redactorFor(contexts: string[]): (text: string) => string {
  const searched = contexts.map(fold).map((text) => ({ text, secrets: secretsIn(text) }));
  const known = new Map<string, string>();
  for (const { text, secrets } of searched) {
    for (const { start, end, placeholder } of secrets) {
      if (placeholder !== USER) known.set(text.slice(start, end), placeholder);
    }
  }
  // Longest first, so that a secret which holds another one goes as a whole.
  const values = [...known.keys()]
    .filter((value) => value.length >= MIN_KNOWN)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_KNOWN);
  return (text) => {
    let result = pieceOf(fold(text), searched) ?? text;
    for (const value of values) result = result.replaceAll(value, () => known.get(value)!);
    return redact(result);
  };
}

/** Shorter ones are words as well. */
const MIN_KNOWN = 6;
const MAX_KNOWN = 50;
/** Of a piece that stands in a text more than once, so many places are looked at. */
const MAX_PLACES = 20;

/** `piece` without what belongs to a secret where it stands in a searched text; null when it stands beside none. */
function pieceOf(piece: string, searched: { text: string; secrets: Secret[] }[]): string | null {
  if (piece === "") return null;
  for (const { text, secrets } of searched) {
    let from = text.indexOf(piece);
    for (let places = 0; from >= 0 && places < MAX_PLACES; places += 1) {
      const to = from + piece.length;
      const start = from;
      const inside = secrets
        .filter((secret) => secret.start < to && secret.end > start)
        .map(({ start: a, end, placeholder }) => ({
          start: Math.max(a - start, 0),
          end: Math.min(end, to) - start,
          placeholder,
        }));
      if (inside.length > 0) return cut(piece, inside);
      from = text.indexOf(piece, from + 1);
    }
  }
  return null;
}

/** Captured values come with their white space folded. */
function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function cut(text: string, secrets: Secret[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, placeholder } of secrets) {
    result += text.slice(at, start) + placeholder;
    at = end;
  }
  return result + text.slice(at);
}
