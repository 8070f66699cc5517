/**
 * What was read of blobs, kept between runs: so an interrupted build resumes, and an update reads only what
 * it has not seen. One file for each builder version: a blob's id, a tab and its reading as JSON in each row.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { FileReading } from "./python-file.ts";

export interface ReadingCache {
  /** Null for a blob that is not there, or whose row a crash has damaged. */
  get(oid: string): FileReading | null;
  /** Rows are on disk when it returns. */
  add(rows: { oid: string; json: string }[]): void;
}

const NONE: ReadingCache = { get: () => null, add: () => {} };

/** @param directory is made when it is not there; null for no cache */
export function openReadingCache(directory: string | null, builderVersion: string): ReadingCache {
  if (directory === null) return NONE;
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `parsed-${builderVersion}.jsonl`);
  const data = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const places = new Map<string, [start: number, end: number]>();
  let start = 0;
  for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
    const tab = data.indexOf(9, start);
    if (tab < end) places.set(data.toString("latin1", start, tab), [tab + 1, end]);
    start = end + 1;
  }
  // A row cut off in the middle: the next one must not be glued to it.
  if (start < data.length) truncateSync(path, start);
  return {
    get(oid) {
      const place = places.get(oid);
      if (place === undefined) return null;
      try {
        return JSON.parse(data.toString("utf8", place[0], place[1])) as FileReading;
      } catch {
        return null;
      }
    },
    add(rows) {
      if (rows.length > 0) appendFileSync(path, rows.map(({ oid, json }) => `${oid}\t${json}\n`).join(""));
    },
  };
}
