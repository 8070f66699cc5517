/** What terminals and container runtimes put around a line: colours, cursor codes, JSON. */

/** Colours, as escape codes, as the literal text a JSON log makes of them, or with the escape lost. */
const COLOUR = /(?:\u001b|\\u001b|\\x1b|\\033)\[\d{0,3}(?:;\d{1,3}){0,4}m|\[\d{1,3}(?:;\d{1,3}){0,4}m/g;
const ESCAPES = /\u001b\[[0-9;?]{0,12}[A-Za-z]/g;

/** The text without terminal colours and cursor codes. */
export function stripAnsi(text: string): string {
  let out = text;
  if (out.includes("\u001b")) out = out.replace(ESCAPES, "");
  const bracketAt = out.indexOf("[");
  if (bracketAt !== -1 && out.indexOf("m", bracketAt) !== -1) out = out.replace(COLOUR, "");
  return out;
}

/** `{"log":"…\n","stream":"stderr"}`: the message of a container runtime's JSON line; null for anything else. */
export function openJsonLog(text: string): string | null {
  if (text.charCodeAt(0) !== 123 || !text.startsWith('{"log":"')) return null;
  try {
    const record: unknown = JSON.parse(text);
    if (record !== null && typeof record === "object" && "log" in record && typeof record.log === "string") {
      const end = record.log.search(/[\r\n]/);
      return end === -1 ? record.log : record.log.slice(0, end);
    }
  } catch {
    // A cut line is no JSON; it is read as it stands.
  }
  return null;
}
