/** Where the pages read source from: a git directory, GitHub, or nowhere. */
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Clients } from "./github/clients.ts";
import { fetchExcerpt } from "./github/fetch-excerpt.ts";
import type { ExcerptReader } from "./records.ts";
import { readExcerpt } from "./source/excerpt.ts";
import type { Database } from "./store/database.ts";

/** The project whose git directory an operator may give. */
const GIT_PROJECT = "sgl-project/sglang";

export function createExcerptReader(
  config: Config,
  clients: Clients,
  database: Database,
  log: Logger,
  now: () => Date,
): ExcerptReader {
  const { sourceGit } = config;
  return async (place) => {
    if (sourceGit !== null && place.project === GIT_PROJECT) {
      return await readExcerpt(sourceGit, place.commit, place.file, place.firstLine, place.lastLine);
    }
    // The sandbox's GitHub has none of the projects' source.
    if (config.github === null) return null;
    try {
      return await fetchExcerpt(await clients.anyClient(), database, place, now());
    } catch (error) {
      // A page without its excerpt still has the pinned link.
      log.warn({ err: error, file: place.file }, "source not read");
      return null;
    }
  };
}
