/** What is known for one repository: the built-in catalog as its settings narrow it, with its own entries. */
import type { Entry } from "../catalog/entry.ts";
import { parseEntry } from "../catalog/load.ts";
import { type Catalog, makeCatalog } from "../match/catalog.ts";
import { createReplier, type Replier, recordUrls } from "../reply/replier.ts";
import type { Client } from "./client.ts";
import { unlessMissing } from "./found.ts";
import { splitRepository } from "./read-thread.ts";
import type { Settings } from "./settings.ts";

export interface Knowledge {
  catalog: Catalog;
  render: Replier;
  /** Page of an entry; null where it has none. */
  recordUrl(slug: string): string | null;
  /** Own entries that cannot be used, a line each, fit for maintainers; null for none. */
  problem: string | null;
}

export type KnowledgeFor = (client: Client, repository: string, settings: Settings) => Promise<Knowledge>;

/** So long an edit of an own entry may go unnoticed. */
const KEPT_MILLISECONDS = 10 * 60_000;
/** Each is a call. */
const MAX_OWN_ENTRIES = 100;

/** @param siteUrl where the pages of the built-in entries are; null: nowhere */
export function createKnowledge(base: Catalog, siteUrl: string | null, now: () => Date): KnowledgeFor {
  const hasPage = (slug: string): boolean => base.entries.has(slug);
  const recordUrl = recordUrls(siteUrl, hasPage);
  const common: Knowledge = {
    catalog: base,
    render: createReplier(base, siteUrl, hasPage),
    recordUrl,
    problem: null,
  };
  const kept = new Map<string, { knowledge: Knowledge; until: number }>();
  return async (client, repository, { catalogs }) => {
    if (catalogs.folder === null && catalogs.projects === null) return common;
    const key = JSON.stringify([repository, catalogs]);
    const known = kept.get(key);
    if (known !== undefined && known.until > now().getTime()) return known.knowledge;
    const own =
      catalogs.folder === null ? NO_ENTRIES : await readOwnEntries(client, repository, catalogs.folder, base);
    const catalog = narrowed(base, catalogs.projects, own.entries);
    const knowledge: Knowledge = {
      catalog,
      render: createReplier(catalog, siteUrl, hasPage),
      recordUrl,
      problem: own.problems.length === 0 ? null : own.problems.join("\n"),
    };
    kept.set(key, { knowledge, until: now().getTime() + KEPT_MILLISECONDS });
    return knowledge;
  };
}

interface OwnEntries {
  entries: Entry[];
  problems: string[];
}

const NO_ENTRIES: OwnEntries = { entries: [], problems: [] };

/** An own entry stands for a built-in one of the same slug. */
function narrowed(base: Catalog, projects: readonly string[] | null, own: readonly Entry[]): Catalog {
  const isWanted = (project: string): boolean => projects === null || projects.includes(project);
  // An entry about what lies below every project has no site of its own.
  const entries = [...base.entries.values()].filter(
    ({ sites }) => sites.length === 0 || sites.some(({ project }) => isWanted(project)),
  );
  const bySlug = new Map([...entries, ...own].map((entry) => [entry.slug, entry]));
  const sites = {
    ...base,
    projects: () => base.siteProjects().filter(({ index }) => isWanted(index.project)),
  };
  return makeCatalog({ tags: base.tags, entries: bySlug }, sites);
}

/** `<folder>/<background-tag>/<slug>.yml`, as in the built-in catalog. */
async function readOwnEntries(
  client: Client,
  repository: string,
  folder: string,
  base: Catalog,
): Promise<OwnEntries> {
  const found: OwnEntries = { entries: [], problems: [] };
  const tags = await listFolder(client, repository, folder);
  if (tags === null) return { entries: [], problems: [`${folder} of ${repository} is missing`] };
  const ids = new Set([...base.entries.values()].map(({ id }) => id));
  for (const { name: tag, type } of tags) {
    if (type !== "dir") continue;
    for (const { name } of (await listFolder(client, repository, `${folder}/${tag}`)) ?? []) {
      if (!name.endsWith(".yml") || found.entries.length >= MAX_OWN_ENTRIES) continue;
      const path = `${folder}/${tag}/${name}`;
      const text = await readText(client, repository, path);
      const read = text === null ? { problems: [] } : parseEntry(text, `entries/${tag}/${name}`);
      if ("problems" in read) {
        const [first] = read.problems;
        if (first !== undefined)
          found.problems.push(`${path}: ${[first.key, first.reason].filter(Boolean).join(": ")}`);
      } else if (!base.tags.has(tag)) found.problems.push(`${path}: ${tag} is no background tag`);
      else if (ids.has(read.entry.id)) found.problems.push(`${path}: its id is taken`);
      else {
        ids.add(read.entry.id);
        found.entries.push(read.entry);
      }
    }
  }
  return found;
}

async function listFolder(
  client: Client,
  repository: string,
  path: string,
): Promise<{ name: string; type: string }[] | null> {
  const [owner, repo] = splitRepository(repository);
  const answer = await unlessMissing(() => client.rest.repos.getContent({ owner, repo, path }));
  return answer === null ? null : Array.isArray(answer.data) ? answer.data : [];
}

async function readText(client: Client, repository: string, path: string): Promise<string | null> {
  const [owner, repo] = splitRepository(repository);
  const answer = await unlessMissing(() => client.rest.repos.getContent({ owner, repo, path }));
  if (answer === null || Array.isArray(answer.data) || !("content" in answer.data)) return null;
  return Buffer.from(answer.data.content, "base64").toString("utf8");
}
