/** Finding a project's releases in its history: by tags, and by the commits that change its version. */
import {
  commitDate,
  hasPath,
  type ObjectReader,
  readBlobs,
  resolveCommit,
  runGitText,
  SourceError,
  type TreeFile,
  TreeLister,
} from "./git.ts";
import { compareVersions, isVersion } from "./version.ts";

export interface Release {
  /** "v0.5.4" */
  name: string;
  /** Committer date, ISO 8601 in UTC. */
  date: string;
  /** Full commit id: an ancestor of head, or a tag's commit. */
  commit: string;
}

const TAG = /^(.*?)(v?)(\d+(?:\.\d+)+(?:[-_.]?(?:dev|alpha|a|beta|b|rc|c|pre|post|rev)[-_.]?\d*)?)$/i;
const VERSION_LINE =
  /^[ \t]{0,8}(?:__version__|version|VERSION)[ \t]{0,8}=[ \t]{0,8}(["'])v?([^"'\n]{1,40})\1/m;

/**
 * All releases up to `head`, ordered by version.
 * Version tags count when they carry the prefix that most of the project's version tags carry (so
 * that tags of sub-packages or forks do not) and their tree holds the package; a version without a
 * tag is the first commit, among head's ancestors, that sets it in a version file.
 * @param packagePath folder of the package, e.g. "python/sglang"
 */
export async function discoverReleases(
  gitDir: string,
  objects: ObjectReader,
  head: string,
  packagePath: string,
): Promise<Release[]> {
  const byName = new Map<string, Release>();
  for (const release of await versionCommits(gitDir, objects, head, packagePath))
    byName.set(release.name, release);
  for (const release of await versionTags(gitDir, objects, packagePath)) byName.set(release.name, release);
  const headDate = await commitDate(objects, head);
  return [...byName.values()].filter((release) => release.date <= headDate).sort(compareReleases);
}

/** Releases from revisions named by hand; a tag that is a version keeps its name. */
export async function namedReleases(
  gitDir: string,
  objects: ObjectReader,
  revisions: string[],
): Promise<Release[]> {
  const releases: Release[] = [];
  for (const revision of revisions) {
    const commit = await resolveCommit(gitDir, revision);
    releases.push({ name: revision, commit, date: await commitDate(objects, commit) });
  }
  return releases.sort(compareReleases);
}

export function compareReleases(a: Release, b: Release): number {
  if (isVersion(a.name) && isVersion(b.name))
    return compareVersions(a.name, b.name) || (a.date < b.date ? -1 : 1);
  return a.date < b.date ? -1 : a.date > b.date ? 1 : a.name < b.name ? -1 : 1;
}

async function versionTags(gitDir: string, objects: ObjectReader, packagePath: string): Promise<Release[]> {
  const format =
    "%(refname:strip=2)%00%(objectname)%00%(*objectname)%00%(committerdate:unix)%00%(*committerdate:unix)";
  const rows = (await runGitText(gitDir, ["for-each-ref", `--format=${format}`, "refs/tags"])).split("\n");
  const tags = rows.flatMap((row) => {
    const [name, id, peeled, date, peeledDate] = row.split("\0");
    const found = name === undefined ? null : TAG.exec(name);
    const seconds = Number(peeledDate || date);
    if (found === null || !Number.isFinite(seconds) || seconds === 0) return [];
    return [{ prefix: found[1]! + found[2]!, version: found[3]!, commit: peeled || id!, seconds }];
  });
  const counts = new Map<string, number>();
  for (const { prefix } of tags) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  const usual = [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0];
  const releases: Release[] = [];
  for (const tag of tags) {
    if (tag.prefix !== usual || !(await hasPath(objects, tag.commit, packagePath))) continue;
    releases.push({
      name: `v${tag.version}`,
      commit: tag.commit,
      date: new Date(tag.seconds * 1000).toISOString(),
    });
  }
  return releases;
}

/** Files that may say the version: the package's own and the project files in the folders above it. */
function versionFiles(packagePath: string): string[] {
  const files = ["version.py", "_version.py", "__init__.py", "__version__.py"].map(
    (name) => `${packagePath}/${name}`,
  );
  const parts = packagePath.split("/");
  for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
    const folder = parts.slice(0, depth).join("/");
    for (const name of ["pyproject.toml", "setup.py", "setup.cfg"])
      files.push(folder === "" ? name : `${folder}/${name}`);
  }
  return files;
}

async function versionCommits(
  gitDir: string,
  objects: ObjectReader,
  head: string,
  packagePath: string,
): Promise<Release[]> {
  const files = versionFiles(packagePath);
  const log = await runGitText(gitDir, [
    "log",
    "--full-history",
    "--reverse",
    "--topo-order",
    "--no-renames",
    "--raw",
    "--no-abbrev",
    "--format=%x01%H %ct",
    "-m",
    "--first-parent",
    head,
    "--",
    ...files,
  ]);
  const changes: { commit: string; seconds: number; oid: string }[] = [];
  for (const block of log.split("\x01").slice(1)) {
    const [header, ...rows] = block.split("\n");
    const [commit, seconds] = header!.split(" ");
    for (const row of rows) {
      const oid = /^:\d+ \d+ \w+ (\w+) /.exec(row)?.[1];
      if (oid !== undefined && !/^0+$/.test(oid))
        changes.push({ commit: commit!, seconds: Number(seconds), oid });
    }
  }
  const versions = new Map<string, string | null>();
  for await (const { oid, data } of readBlobs(objects, [...new Set(changes.map((change) => change.oid))])) {
    versions.set(oid, data === null ? null : versionIn(data.toString("utf8")));
  }
  const releases = new Map<string, Release>();
  for (const { commit, seconds, oid } of changes) {
    const version = versions.get(oid);
    if (version == null || releases.has(`v${version}`)) continue;
    releases.set(`v${version}`, {
      name: `v${version}`,
      commit,
      date: new Date(seconds * 1000).toISOString(),
    });
  }
  const kept: Release[] = [];
  for (const release of releases.values()) {
    if (await hasPath(objects, release.commit, packagePath)) kept.push(release);
  }
  return kept;
}

/** The version a version file or project file states, when it is a release's number. */
export function versionIn(text: string): string | null {
  const version = VERSION_LINE.exec(text.slice(0, 200_000))?.[2];
  return version !== undefined && isVersion(version) && !/dev/i.test(version) && !/^0\.0\.0/.test(version)
    ? version
    : null;
}

/** Folders of what belongs to the project but is not what people install. */
const ASIDE = /(?:^|\/)(?:tests?|docs?|examples?|benchmarks?|scripts|third_party|tools)(?:\/|$)/;

/** Of a repository's files, the Python files of other packages than the named one: launchers, kernels, bindings. */
export function neighbourFiles(files: TreeFile[], packagePath: string): TreeFile[] {
  if (packagePath === "") return [];
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  const outside = files.filter(
    ({ path }) => path.endsWith(".py") && !path.startsWith(`${packagePath}/`) && !ASIDE.test(path),
  );
  const packages = new Set(
    outside.filter(({ path }) => path.endsWith("/__init__.py")).map(({ path }) => folderOf(path)),
  );
  return outside.filter(({ path }) => packages.has(folderOf(path)));
}

/**
 * The package's folder when none is named: the Python package (a folder with `__init__.py` whose
 * parent has none) with the most Python files, tests, documentation and examples aside.
 * @throws SourceError when there is none.
 */
export async function findPackage(objects: ObjectReader, head: string): Promise<string> {
  const paths = (await new TreeLister(objects).list(head, ""))
    .map((file) => file.path)
    .filter((path) => path.endsWith(".py"));
  const packages = new Set(
    paths
      .filter((path) => path.endsWith("/__init__.py"))
      .map((path) => path.slice(0, -"/__init__.py".length)),
  );
  const roots = [...packages].filter((path) => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    return !packages.has(parent) && !ASIDE.test(path);
  });
  const size = (root: string): number => paths.filter((path) => path.startsWith(`${root}/`)).length;
  const best = roots.map((root) => ({ root, size: size(root) })).sort((a, b) => b.size - a.size)[0];
  if (best === undefined)
    throw new SourceError(`no Python package found at ${head}: name its folder with --package`);
  return best.root;
}
