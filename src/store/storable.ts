/**
 * Make any text fit both databases: PostgreSQL refuses NUL, and a lone half of a surrogate pair is no UTF-8.
 * Both become the replacement character. Linear.
 */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll("\0", "\ufffd")).toString();
}

/** The same for a value that may be missing. */
export function storableOrNull(text: string | null): string | null {
  return text === null ? null : storable(text);
}
