/** Links into source are pinned to full commits that exist, at paths that exist. */

import type { SiteIndex } from "../../source/sites.ts";
import type { SourceContext } from "../context.ts";
import type { ProseRule } from "../prose-rule.ts";

export const links: ProseRule = (prose, context) =>
  prose.links.flatMap(({ key, url }) =>
    problemsOf(url, context).map((reason) => ({ file: prose.file, key, reason: `${url}: ${reason}` })),
  );

const SOURCE =
  /^https?:\/\/(?:github\.com\/([\w.-]+\/[\w.-]+)\/(?:blob|tree|raw|blame)|raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+))\/([^/#?]+)\/?([^#?]*)(?:#(.*))?$/;
const COMMIT = /^https?:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/commit\/([^/#?]+)/;
const FULL = /^[0-9a-f]{40}$/;

function problemsOf(url: string, context: SourceContext): string[] {
  const commit = COMMIT.exec(url);
  if (commit !== null && !FULL.test(commit[2]!)) return ["a commit is linked by its full id"];
  const found = SOURCE.exec(url);
  if (found === null) return [];
  const [, blob, raw, ref, path, anchor] = found;
  if (!FULL.test(ref!)) return [`it points to "${ref}", which moves: pin it to a full commit id`];
  const lines = linesOf(anchor);
  if (lines === null) return [`"#${anchor}" names no lines`];
  const index = context.projects.get((blob ?? raw)!);
  if (index === undefined) return [];
  const release = releaseOf(index, ref!);
  if (release === null) return [`the commit ${ref} is not in the list of releases`];
  return pathProblems(decodeURIComponent(path!), release, lines, index, context);
}

/** Null for an anchor that is no line or range of lines. */
function linesOf(anchor: string | undefined): { first: number; last: number } | undefined | null {
  if (anchor === undefined || anchor === "") return undefined;
  const found = /^L([1-9]\d{0,6})(?:-L([1-9]\d{0,6}))?$/.exec(anchor);
  if (found === null) return null;
  const [first, last] = [Number(found[1]), Number(found[2] ?? found[1])];
  return first <= last ? { first, last } : null;
}

export function releaseOf(index: SiteIndex, commit: string): string | null {
  if (commit === index.head.commit) return "head";
  return index.releases.find((release) => release.commit === commit)?.name ?? null;
}

/** Whether a file of the project exists at a release, as far as the facts tell. */
export function pathProblems(
  path: string,
  release: string,
  lines: { first: number; last: number } | undefined,
  index: SiteIndex,
  context: SourceContext,
): string[] {
  const module = path.startsWith(`${index.packagePath}/`) && path.endsWith(".py");
  const name = path
    .slice(index.packagePath.lastIndexOf("/") + 1)
    .replace(/(?:\/__init__)?\.py$/, "")
    .replaceAll("/", ".");
  const exists = module
    ? context.facts.hasName(name, release)
    : release !== "head" || context.facts.hasPath(path);
  if (!exists) return [`there is no ${path} at ${release}`];
  // How long a file is, is not stored: only that no line of it lies far behind its last raise site is known.
  return lines !== undefined && lines.last > 20_000 ? [`no file has ${lines.last} lines`] : [];
}
