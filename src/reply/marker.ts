/** The invisible first line of our comment: how we find it again, and what it is about. */

/** Raised when a comment written by an older version has to be read differently. */
export const MARKER_VERSION = 1;

export interface Marker {
  version: number;
  /** Ids of the records the comment shows, the primary one first. */
  recordIds: string[];
}

const ID = /^[0-9a-f]{16}$/;
const MARKER = /^<!-- sglang-triage v(\d{1,4})((?: [0-9a-f]{16}){0,20}) -->(?:\r?\n|$)/;

export function isRecordId(id: string | null): id is string {
  return id !== null && ID.test(id);
}

/**
 * @throws RangeError for an id that is not 16 hex digits or for more than 20: it would not be read back
 */
export function writeMarker(recordIds: string[]): string {
  if (recordIds.length > 20 || !recordIds.every(isRecordId)) {
    throw new RangeError("a marker takes at most 20 record ids of 16 hex digits");
  }
  return `<!-- ${["sglang-triage", `v${MARKER_VERSION}`, ...recordIds].join(" ")} -->`;
}

/**
 * The marker of a comment, or null. It counts only as the very first characters, so text that quotes
 * one of our comments ("> …") carries none. Anyone can write those characters: the caller must also
 * check that our app wrote the comment.
 */
export function readMarker(comment: string): Marker | null {
  const found = MARKER.exec(comment);
  if (found === null) return null;
  return { version: Number(found[1]), recordIds: found[2]!.split(" ").filter((id) => id !== "") };
}
