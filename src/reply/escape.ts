/**
 * Puts text into Markdown so that it stays text.
 *
 * What a reporter wrote is shown as code and never otherwise: inside code GitHub makes no mention,
 * reference, link, image or HTML.
 */
import { makeVisible } from "./invisible.ts";
import { redact } from "./redact.ts";

/** Takes secrets out; see redactorFor for one that knows more. */
export type Redactor = (text: string) => string;

/** Cuts a text at `max` characters and says how many are missing. */
export function bounded(text: string, max: number): string {
  if (text.length <= max) return text;
  // Not between the halves of a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[max - 1]!) ? max - 1 : max;
  return `${text.slice(0, end)} ⟨${text.length - end} more characters⟩`;
}

/** User text: redacted, then made visible, then cut. In this order a cut cannot hide a token from redaction. */
export function safeText(text: string, max: number, redactor: Redactor = redact): string {
  return bounded(makeVisible(redactor(text)), max);
}

/** Inline code on one line; back-ticks of the text cannot end it. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return "`⟨empty⟩`";
  const ticks = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return ticks + pad + line + pad + ticks;
}

/** A fenced block of its own lines; the fence is longer than any run of back-ticks in the text. */
export function fence(text: string, language: "text" | "python" | "bash" | "yaml" = "text"): string {
  const ticks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const { length } of text.match(/`+/g) ?? []) longest = Math.max(longest, length);
  return longest;
}
