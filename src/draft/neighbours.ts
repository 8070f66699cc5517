/** What the entries around a raise site suggest: tag, search words, related entries. */
import type { Entry } from "../catalog/entry.ts";
import type { Site, SiteIndex } from "../source/sites.ts";

export interface Neighbours {
  /** The background tag of all entries of the file, where at least this many agree. */
  certainTag: string | null;
  /** Their background tags, the most frequent first. */
  tags: string[];
  /** Search words: what those entries share, or the area of the source. */
  words: string[];
  /** Slugs of entries raised in the same function. */
  related: string[];
}

/** Fewer entries agree by chance. */
const ENOUGH = 3;

export function neighboursOf(site: Site, entries: Entry[], index: SiteIndex): Neighbours {
  const ofFile = entries.filter(({ sites }) =>
    sites.some(({ project, file }) => project === index.project && file === site.file),
  );
  const counts = new Map<string, number>();
  for (const { backgroundTag } of ofFile) counts.set(backgroundTag, (counts.get(backgroundTag) ?? 0) + 1);
  const tags = [...counts].sort(([, a], [, b]) => b - a).map(([tag]) => tag);
  const shared =
    ofFile.length < 2 ? [] : ofFile[0]!.tags.filter((tag) => ofFile.every((one) => one.tags.includes(tag)));
  return {
    certainTag: tags.length === 1 && ofFile.length >= ENOUGH ? tags[0]! : null,
    tags,
    words: shared.length > 0 ? shared : [areaOf(site, index)],
    related: ofFile
      .filter(({ sites }) =>
        sites.some((one) => one.file === site.file && sameFunction(one.function, site.function)),
      )
      .map(({ slug }) => slug),
  };
}

function sameFunction(named: string | null, found: string): boolean {
  return (named ?? "") === found || (named !== null && found.endsWith(`.${named}`));
}

/** The folder or file below the package that says most: "disaggregation" of "srt/disaggregation/common/conn.py". */
function areaOf({ file }: Site, { packagePath }: SiteIndex): string {
  const parts = file
    .slice(packagePath.length + 1)
    .replace(/\.py$/, "")
    .split("/");
  const named = parts[0] === "srt" && parts.length > 1 ? parts[1]! : parts[0]!;
  return named
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
