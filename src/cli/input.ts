import { createReadStream, readFileSync, statSync } from "node:fs";
import { UserError } from "./exit.ts";

/**
 * Reads a file, or standard input for "-".
 * @throws UserError when it cannot be read
 */
export function readInput(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw unreadable(file, error);
  }
}

const CHUNK_BYTES = 1 << 18;
/** Shorter files are read before a bar could be seen. */
const SHOWN_BYTES = 8e6;
const MEGABYTE = 1e6;

/**
 * The bytes of a file, or of standard input for "-", in pieces. On a terminal a bar shows how far a long one is.
 * @throws UserError when it cannot be read
 */
export async function* readChunks(file: string): AsyncGenerator<Buffer> {
  let read = 0;
  let bar: import("./progress.ts").Progress | null = null;
  try {
    const total = file === "-" ? 0 : statSync(file).size;
    const input = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of input as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > SHOWN_BYTES && process.stderr.isTTY) {
        bar ??= (await import("./progress.ts")).progressBar();
        const megabytes = Math.floor(read / MEGABYTE);
        bar.update("MB read", megabytes, Math.max(megabytes, Math.floor(total / MEGABYTE)));
      }
      yield chunk;
    }
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    bar?.stop();
  }
}

function unreadable(file: string, error: unknown): UserError {
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === "ENOENT"
      ? "there is no such file"
      : code === "EISDIR"
        ? "it is a folder"
        : `it cannot be read (${code})`;
  return new UserError(`${file}: ${reason}`);
}
