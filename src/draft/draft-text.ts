/** A draft as the text of its file. */
import { Document, isMap, isScalar } from "yaml";
import { SCHEMA_COMMENT } from "../catalog/entry-json-schema.ts";
import type { Draft } from "./draft.ts";

/** As the catalog's files are written. */
const LINE_WIDTH = 110;
/** A comment is not folded: one that a dump of source would make long is cut. */
const MAX_NOTE = 300;

export function draftText(draft: Draft): string {
  const document = new Document(draft.values);
  document.commentBefore = comment([SCHEMA_COMMENT, ...notesOf(draft, "")]);
  if (!isMap(document.contents)) return document.toString();
  for (const { key } of document.contents.items) {
    if (!isScalar(key)) continue;
    const notes = notesOf(draft, String(key.value));
    if (notes.length > 0) key.commentBefore = comment(notes);
  }
  return document.toString({ lineWidth: LINE_WIDTH });
}

function notesOf({ notes }: Draft, wanted: string): string[] {
  return notes.filter(({ key }) => key === wanted).map(({ text }) => text);
}

/** Text of source may hold line ends; a comment's line must not. */
function comment(notes: string[]): string {
  return notes.map((note) => ` ${note.replace(/\s+/g, " ").slice(0, MAX_NOTE)}`).join("\n");
}
