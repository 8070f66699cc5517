/** A file that is read a page at a time, when something on the page is asked for: a diagnosis needs few places of a large one. */
import { fstatSync, openSync, readSync } from "node:fs";

export interface PagedFile {
  /** In bytes. */
  length: number;
  /** The number of 32 bits at a byte offset that is a multiple of four. */
  word(offset: number): number;
  /** The bytes of [from, to). */
  bytes(from: number, to: number): Buffer;
}

/** Large enough that a file is read whole in a few hundred calls, small enough that a page costs nothing. */
const PAGE_BYTES = 1 << 14;

/** The file stays open: another one that takes its place later is not mixed into it. */
export function openPaged(path: string): PagedFile {
  const file = openSync(path, "r");
  return paged(fstatSync(file).size, (page, from) => {
    readSync(file, page, 0, page.length, from);
  });
}

/** The same over bytes in memory. */
export function pagedBytes(bytes: Buffer): PagedFile {
  return paged(bytes.length, (page, from) => {
    page.set(bytes.subarray(from, from + page.length));
  });
}

function paged(length: number, read: (page: Uint8Array, from: number) => void): PagedFile {
  const pages: (Uint32Array | undefined)[] = [];
  const pageAt = (offset: number): Uint32Array => {
    const number = Math.floor(offset / PAGE_BYTES);
    const known = pages[number];
    if (known !== undefined) return known;
    const page = new Uint32Array(PAGE_BYTES / 4);
    const from = number * PAGE_BYTES;
    read(new Uint8Array(page.buffer, 0, Math.min(PAGE_BYTES, length - from)), from);
    pages[number] = page;
    return page;
  };
  return {
    length,
    word: (offset) => pageAt(offset)[(offset % PAGE_BYTES) / 4]!,
    bytes(from, to) {
      const parts: Buffer[] = [];
      for (let at = from; at < to; ) {
        const start = at % PAGE_BYTES;
        const end = Math.min(PAGE_BYTES, start + to - at);
        parts.push(Buffer.from(pageAt(at).buffer, start, end - start));
        at += end - start;
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    },
  };
}
