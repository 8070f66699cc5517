/** `catalog build`: from a project's git history to the catalog's generated layer. */
import { takeLock } from "./build-lock.ts";
import { type Changes, compareHeads } from "./changes.ts";
import {
  commitDate,
  type ObjectReader,
  openObjects,
  requireRepository,
  resolveCommit,
  SourceError,
  TreeLister,
} from "./git.ts";
import { openParsePool } from "./parse-pool.ts";
import { HEAD } from "./presence.ts";
import { discoverReleases, findPackage, namedReleases, neighbourFiles, type Release } from "./releases.ts";
import {
  BUILDER_VERSION,
  hasStore,
  type ReleasesFile,
  readReleases,
  readStore,
  recoverStore,
  writeStore,
} from "./site-store.ts";
import { type ProjectTree, storeBuilder } from "./store-builder.ts";

export interface BuildOptions {
  /** "owner/name" */
  project: string;
  gitDir: string;
  /** A revision; the tip that counts as the newest state. */
  head: string;
  /** "auto", or revisions by name. */
  releases: "auto" | string[];
  /** Folder of the Python package, or null to find it. */
  packagePath: string | null;
  /** Folder the files go to, e.g. "catalog/sites/sgl-project/sglang". */
  directory: string;
  cacheDir: string | null;
  workers?: number;
  /** What is being done, and how far (0…total). */
  onProgress?: (step: string, done: number, total: number) => void;
}

export interface BuildResult {
  releases: number;
  /** Releases read in this run (without head). */
  newReleases: string[];
  sites: number;
  sitesAtHead: number;
  /** Against the head of the store before; null when there was none. */
  changes: Changes | null;
}

/**
 * Builds or updates a project's files. Releases already stored are not read again; head always is.
 * @throws SourceError for a folder that is no repository, unknown revisions or paths, a history
 * without releases, missing objects, a store of another project, or a build that is running already.
 */
export async function buildSites(options: BuildOptions): Promise<BuildResult> {
  await requireRepository(options.gitDir);
  const unlock = takeLock(options.directory);
  const objects = openObjects(options.gitDir);
  try {
    return await buildLocked(options, objects);
  } finally {
    objects.close();
    unlock();
  }
}

async function buildLocked(options: BuildOptions, objects: ObjectReader): Promise<BuildResult> {
  const { gitDir, directory } = options;
  const progress = options.onProgress ?? (() => {});
  recoverStore(directory);
  progress("finding releases", 0, 1);
  const head = await resolveCommit(gitDir, options.head);
  const stored = storedReleases(options);
  const packagePath = (options.packagePath ?? stored?.package ?? (await findPackage(objects, head))).replace(
    /\/+$/,
    "",
  );
  const lister = new TreeLister(objects);
  const headTree = await readTree(lister, head, packagePath);
  const parser = openParsePool({
    gitDir,
    cacheDir: options.cacheDir,
    builderVersion: BUILDER_VERSION,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
    onProgress: (done, total) => progress("parsing files", done, total),
  });
  try {
    // The threads begin with head while the releases are looked for, and go on while the old files are read.
    parser.add(oidsOf(headTree));
    const releases =
      options.releases === "auto"
        ? await discoverReleases(gitDir, objects, head, packagePath)
        : await namedReleases(gitDir, objects, options.releases);
    const kept = stored !== null && canKeep(stored, packagePath, releases) ? stored : null;
    const known = new Set(kept?.releases.map((release) => release.name));
    const fresh = releases.filter((release) => !known.has(release.name));
    const trees = new Map<string, ProjectTree>();
    const askFor = async (release: Release): Promise<void> => {
      const tree = await readTree(lister, release.commit, packagePath);
      trees.set(release.name, tree);
      parser.add(oidsOf(tree));
    };
    for (const [i, release] of fresh.entries()) {
      await askFor(release);
      progress("reading trees", i + 1, fresh.length);
    }
    const old = kept === null ? null : readStore(directory);
    const builder = storeBuilder(options.project, packagePath, releases);
    if (old !== null) builder.addStored(old);
    const readings = await parser.finish();
    progress("joining releases", 0, 1);
    for (const release of fresh) builder.addTree(release.name, trees.get(release.name)!, readings);
    builder.addTree(HEAD, headTree, readings);
    for (const release of builder.unread()) {
      await askFor(release);
      builder.addTree(release.name, trees.get(release.name)!, await parser.finish());
    }
    const chain = kept?.tables ?? [];
    const at = { commit: head, date: await commitDate(objects, head) };
    const next = builder.finish(at, chain, await lister.list(head, ""));
    progress("writing", 0, 1);
    writeStore(directory, next, new Set(chain));
    return {
      releases: releases.length,
      newReleases: fresh.map((release) => release.name),
      sites: next.sites.length,
      sitesAtHead: next.sites.filter((site) => site.releases.at(-1)?.[1] === null).length,
      changes: old === null ? null : compareHeads(old, next),
    };
  } finally {
    parser.close();
  }
}

/** What the folder holds, null for nothing. @throws SourceError when it holds another project. */
function storedReleases({ directory, project }: BuildOptions): ReleasesFile | null {
  if (!hasStore(directory)) return null;
  const stored = readReleases(directory);
  if (stored.project === project) return stored;
  throw new SourceError(
    `${directory} holds ${stored.project}, not ${project}: choose another folder with --out`,
  );
}

/** Whether what is stored can be carried over: the same builder made it, and all its releases are still there. */
function canKeep(stored: ReleasesFile, packagePath: string, releases: Release[]): boolean {
  return (
    stored.builderVersion === BUILDER_VERSION &&
    stored.package === packagePath &&
    stored.releases.every((old) => releases.some((now) => now.name === old.name && now.commit === old.commit))
  );
}

function oidsOf({ files, neighbours }: ProjectTree): string[] {
  return [...files, ...neighbours].map((file) => file.oid);
}

async function readTree(lister: TreeLister, commit: string, packagePath: string): Promise<ProjectTree> {
  const files = (await lister.list(commit, packagePath)).filter(
    // A path with a tab or line end would break the line tables; no module can be imported by such a name.
    ({ path }) => path.endsWith(".py") && !/[\x00-\x1f]/.test(path),
  );
  return { files, neighbours: neighbourFiles(await lister.list(commit, ""), packagePath) };
}
