/** Lines of source, read from a git directory at a pinned commit when they are shown; never stored with the catalog. */
import type { Excerpt } from "../catalog/place.ts";
import { isFullId, runGit } from "./git.ts";

/** Lines shown before and after the one where the statement begins, as in the seed documents. */
const CONTEXT_LINES = 18;
const MAX_LINES = 400;
const MAX_CHARACTERS = 100_000;

/**
 * The lines `first`…`last` of a file with `context` lines around them.
 * @param commit a full commit id
 * @param file path from the root of the repository
 * @returns null when the commit or file is not there, the path is no plain relative one, or the lines lie outside the file
 */
export async function readExcerpt(
  gitDir: string,
  commit: string,
  file: string,
  first: number,
  last: number,
  context = CONTEXT_LINES,
): Promise<Excerpt | null> {
  if (!isFullId(commit) || !isPlainPath(file) || first < 1 || last < first) return null;
  let data: Buffer;
  try {
    data = await runGit(gitDir, ["cat-file", "blob", `${commit}:${file}`]);
  } catch {
    return null;
  }
  return cutExcerpt(data.toString("utf8"), first, last, context);
}

/** The same from a file's text; null when the lines lie outside of it. */
export function cutExcerpt(
  source: string,
  first: number,
  last: number,
  context = CONTEXT_LINES,
): Excerpt | null {
  const lines = source.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop();
  if (first > lines.length) return null;
  const start = Math.max(1, first - context);
  const end = Math.min(lines.length, Math.max(last, first + context), start + MAX_LINES - 1);
  const text = lines.slice(start - 1, end).join("\n");
  return { text: text.slice(0, MAX_CHARACTERS), start, end };
}

function isPlainPath(path: string): boolean {
  return (
    path !== "" &&
    path.length < 1000 &&
    !path.includes("\0") &&
    !path.startsWith("/") &&
    !path.split("/").some((part) => part === ".." || part === "." || part === "")
  );
}
