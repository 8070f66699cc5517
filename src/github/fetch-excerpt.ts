/** Lines of source over GitHub's API, at a pinned commit: read once, then kept. */
import type { Excerpt, Place } from "../catalog/place.ts";
import { cutExcerpt } from "../source/excerpt.ts";
import { cacheSource, readCachedSource } from "../store/caches.ts";
import type { Database } from "../store/database.ts";
import type { Client } from "./client.ts";
import { splitRepository } from "./read-thread.ts";

/** @returns null when the file is not there at that commit */
export async function fetchExcerpt(
  client: Client,
  database: Database,
  place: Place,
  now: Date,
): Promise<Excerpt | null> {
  const key = { project: place.project, revision: place.commit, path: place.file };
  const cached = await readCachedSource(database.db, key);
  const content = cached === null ? await fetchFile(client, place) : cached.content;
  if (cached === null) await cacheSource(database.db, key, content, now);
  return content === null ? null : cutExcerpt(content, place.firstLine, place.lastLine);
}

async function fetchFile(client: Client, { project, commit, file }: Place): Promise<string | null> {
  const [owner, repo] = splitRepository(project);
  try {
    const { data } = await client.rest.repos.getContent({
      owner,
      repo,
      path: file,
      ref: commit,
      mediaType: { format: "raw" },
    });
    // With the raw media type the answer is the file itself, which the types do not tell.
    return typeof data === "string" ? data : null;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  }
}
