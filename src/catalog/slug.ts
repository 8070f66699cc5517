import { createHash } from "node:crypto";

const MAX_SLUG_LENGTH = 50;

/**
 * The slug of a message template: its words in kebab-case, holes left out, cut at 50 characters,
 * no dash at either end (the seeds' rule). May be "" for a message without a letter or digit.
 */
export function slugOf(message: string): string {
  return message
    .replace(/\{\{|\}\}/g, " ")
    .replace(/\{[^}]*\}/g, " ")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/-+$/, "");
}

/** An id of 16 hex digits from what identifies a thing for good; the same parts give the same id. */
export function stableId(...parts: (string | number | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
