/**
 * Characters that a reader does not see. Written as ranges of code points: the characters
 * themselves must not stand in a source file.
 */

/** Colour codes of terminals, control characters, and characters without a shape of their own. */
export const INVISIBLE = new RegExp(
  [
    "\\u001b\\[[0-9;?]{0,32}[A-Za-z]",
    "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]",
    "[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f]",
    // \ufe0f is left: emoji carry it.
    "[\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
  ].join("|"),
  "gu",
);

/** The part of them that says nothing: taken out. */
const SAYS_NOTHING = /^[\u0000-\u001f\u007f-\u009f]/;

/**
 * The text as a reader can trust it: control characters and colour codes removed, characters that
 * hide or turn text shown as `⟨U+202E⟩`, halves of surrogate pairs replaced by U+FFFD. Tabs and line
 * ends stay; line ends become "\n".
 */
export function makeVisible(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(INVISIBLE, (found) => (SAYS_NOTHING.test(found) ? "" : codePoint(found)));
}

function codePoint(character: string): string {
  return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
