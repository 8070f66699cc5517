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
  type TreeFile,
  TreeLister,
} from "./git.ts";
import { parseBlobs } from "./parse-pool.ts";
import { HEAD } from "./presence.ts";
import { discoverReleases, findPackage, namedReleases, type Release } from "./releases.ts";
import {
  BUILDER_VERSION,
  hasStore,
  readReleases,
  readStore,
  recoverStore,
  writeStore,
} from "./site-store.ts";
import { StoreBuilder } from "./store-builder.ts";

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
  const stored = hasStore(directory) ? readReleases(directory) : null;
  if (stored !== null && stored.project !== options.project) {
    throw new SourceError(
      `${directory} holds ${stored.project}, not ${options.project}: choose another folder with --out`,
    );
  }
  const packagePath = (options.packagePath ?? stored?.package ?? (await findPackage(objects, head))).replace(
    /\/+$/,
    "",
  );
  const lister = new TreeLister(objects);
  const headFiles = await pythonFiles(lister, head, packagePath);
  const releases =
    options.releases === "auto"
      ? await discoverReleases(gitDir, objects, head, packagePath)
      : await namedReleases(gitDir, objects, options.releases);
  const usable =
    stored !== null &&
    stored.builderVersion === BUILDER_VERSION &&
    stored.package === packagePath &&
    stored.releases.every((old) =>
      releases.some((now) => now.name === old.name && now.commit === old.commit),
    );
  const known = new Set(usable ? stored.releases.map((release) => release.name) : []);
  const fresh = releases.filter((release) => !known.has(release.name));
  const trees = await readTrees(lister, fresh, packagePath, (done) =>
    progress("reading trees", done, fresh.length),
  );
  const oids = [...trees.values(), headFiles].flatMap((files) => files.map((file) => file.oid));
  const readings = await parseBlobs(oids, {
    gitDir,
    cacheDir: options.cacheDir,
    builderVersion: BUILDER_VERSION,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
    onProgress: (done, total) => progress("parsing files", done, total),
  });
  progress("joining releases", 0, 1);
  const builder = new StoreBuilder(options.project, packagePath, releases);
  const oldStore = usable ? readStore(directory) : null;
  if (oldStore !== null) builder.addStored(oldStore);
  for (const release of fresh) builder.addTree(release.name, trees.get(release.name)!, readings);
  builder.addTree(HEAD, headFiles, readings);
  const next = builder.finish(
    { commit: head, date: await commitDate(objects, head) },
    usable ? stored.tables : [],
    await lister.list(head, ""),
  );
  progress("writing", 0, 1);
  writeStore(directory, next, new Set(usable ? stored.tables : []));
  return {
    releases: releases.length,
    newReleases: fresh.map((release) => release.name),
    sites: next.sites.length,
    sitesAtHead: next.sites.filter((site) => site.releases.at(-1)?.[1] === null).length,
    changes: oldStore === null ? null : compareHeads(oldStore, next),
  };
}

async function readTrees(
  lister: TreeLister,
  releases: Release[],
  packagePath: string,
  onDone: (done: number) => void,
): Promise<Map<string, TreeFile[]>> {
  const trees = new Map<string, TreeFile[]>();
  for (const [i, release] of releases.entries()) {
    trees.set(release.name, await pythonFiles(lister, release.commit, packagePath));
    onDone(i + 1);
  }
  return trees;
}

async function pythonFiles(lister: TreeLister, commit: string, packagePath: string): Promise<TreeFile[]> {
  return (await lister.list(commit, packagePath)).filter(
    // A path with a tab or line end would break the line tables; no module can be imported by such a name.
    ({ path }) => path.endsWith(".py") && !/[\x00-\x1f]/.test(path),
  );
}
