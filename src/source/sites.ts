/** Reading a project's raise sites: by id, by template, by place, at any release. */
import { type Place, permalink } from "../catalog/place.ts";
import { type Compiled, type Field, readCompiled } from "./compiled.ts";
import { HEAD, type ReleaseRange } from "./presence.ts";
import type { SiteKind } from "./python-sites.ts";
import type { Release } from "./releases.ts";
import { bareTemplate } from "./template-text.ts";

export interface Site {
  /** 16 hex digits. */
  id: string;
  kind: SiteKind;
  /** Null for logged messages and error responses. */
  class: string | null;
  /** Base classes of a class of the project, nearest first. */
  bases: string[];
  /** "" for a statement without a message. May consist of holes alone; then `distinguishable` is false. */
  template: string;
  file: string;
  /** Qualified name; "" at module level. */
  function: string;
  /** The innermost conditions that lead there, as in the source, at most 160 characters. */
  guard: string | null;
  /** The condition of an assert. */
  asserts: string | null;
  /** HTTP status of an error response. */
  status: number | null;
  releases: ReleaseRange[];
  /** Whether the message can be told apart from those of other places. */
  distinguishable: boolean;
}

export interface Lines {
  /** Counted from 1, both included. */
  first: number;
  last: number;
}

export interface SiteIndex {
  /** "owner/name" */
  project: string;
  /** Folder of the package in the repository, e.g. "python/sglang". */
  packagePath: string;
  /** In order of version, without head. */
  releases: Release[];
  head: { commit: string; date: string };
  size: number;
  sites(): IterableIterator<Site>;
  siteById(id: string): Site | null;
  /** By its number, from 0 to `size`: what compiled files refer to. */
  siteByNumber(number: number): Site;
  /** The template of a site, without making the site. */
  templateOf(number: number): string;
  /** Commit of a release ("v0.5.4", "0.5.4") or of "head"; null for one that is not known. */
  commitOf(release: string): string | null;
  /** Where a site stands at a release or at "head"; null when it does not exist there. */
  linesAt(siteId: string, release: string): Lines | null;
  /** The newest release (or "head") a site exists in. */
  newestOf(siteId: string): string | null;
  /** Sites whose template equals the given one, names of holes aside. */
  findByTemplate(template: string, file?: string): Site[];
  /** The site whose statement covers a line: the shortest one. */
  siteAt(release: string, file: string, line: number): Site | null;
  /** The function around a line, as far as sites tell: of the site there, or of both neighbours when they agree. */
  functionAt(release: string, file: string, line: number): string | null;
  /** Sites in a function, given by its qualified or its bare name. */
  sitesInFunction(file: string, name: string): Site[];
  /** "…/site-packages/sglang/srt/x.py" → "python/sglang/srt/x.py", when that file has sites. */
  repositoryPath(path: string): string | null;
  /** The pinned place of a site at a release, or at the newest it exists in. */
  placeOf(siteId: string, release: string | null): Place | null;
}

export { permalink };

/**
 * @param directory a compiled folder (see `compileSites`), or `catalog/sites/<project>` itself (slower)
 * @throws SourceError when the files are missing or damaged.
 */
export function loadSites(directory: string): SiteIndex {
  return makeIndex(readCompiled(directory));
}

function makeIndex({
  releases,
  order,
  size,
  columns,
  field,
  text,
  idOf,
  siteOf: indexOf,
}: Compiled): SiteIndex {
  const count = size;
  const made: (Site | undefined)[] = new Array(count);
  const releaseIndex = new Map(order.map((name, i) => [name, i]));
  const atRelease = (name: string): number => releaseIndex.get(name) ?? releaseIndex.get(`v${name}`) ?? -1;

  /** Calls back with each run of releases in which the site stands where it stands. */
  const runs = (i: number): { from: number; to: number; first: number; span: number }[] => {
    const found = [];
    const end = columns.offsets.at(i + 1);
    for (let at = columns.offsets.at(i); at < end; at += 3) {
      const first = columns.lines.at(at + 1);
      const to = at + 3 < end ? columns.lines.at(at + 3) - 1 : order.length - 1;
      if (first > 0) found.push({ from: columns.lines.at(at), to, first, span: columns.lines.at(at + 2) });
    }
    return found;
  };

  const linesOf = (i: number, release: number): Lines | null => {
    let low = columns.offsets.at(i) / 3;
    let high = columns.offsets.at(i + 1) / 3;
    const start = low;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (columns.lines.at(middle * 3) <= release) low = middle + 1;
      else high = middle;
    }
    if (low === start) return null;
    const first = columns.lines.at((low - 1) * 3 + 1);
    return first === 0 ? null : { first, last: first + columns.lines.at((low - 1) * 3 + 2) };
  };

  const siteOf = (i: number): Site => {
    const known = made[i];
    if (known !== undefined) return known;
    const optional = (name: Field): string | null => {
      const number = field(i, name);
      return number === 0 ? null : text(number);
    };
    const site: Site = {
      id: idOf(i),
      kind: text(field(i, "kind")) as SiteKind,
      class: optional("class"),
      bases: optional("bases")?.split(" ") ?? [],
      template: text(field(i, "template")),
      file: text(field(i, "file")),
      function: text(field(i, "function")),
      guard: optional("guard"),
      asserts: optional("asserts"),
      status: field(i, "status") || null,
      releases: joinRuns(runs(i), order),
      distinguishable: field(i, "tells") === 1,
    };
    made[i] = site;
    return site;
  };

  const { fileStarts } = columns;
  const pathAt = (place: number): string => text(field(fileStarts.at(place), "file"));
  /** Sites are sorted by file. */
  const spanOf = (file: string): [from: number, to: number] | null => {
    let low = 0;
    let high = fileStarts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pathAt(middle) < file) low = middle + 1;
      else high = middle;
    }
    if (low === fileStarts.length || pathAt(low) !== file) return null;
    return [fileStarts.at(low), low + 1 < fileStarts.length ? fileStarts.at(low + 1) : count];
  };
  const inFile = (file: string): number[] => {
    const [from, to] = spanOf(file) ?? [0, 0];
    return Array.from({ length: to - from }, (_, i) => from + i);
  };

  let byTemplate: Map<string, number[]> | null = null;
  const bareAt = (i: number): string => bareTemplate(text(field(i, "template")));
  const withTemplate = (template: string): number[] => {
    if (byTemplate === null) {
      byTemplate = new Map();
      for (let i = 0; i < count; i += 1) {
        const list = byTemplate.get(bareAt(i));
        if (list === undefined) byTemplate.set(bareAt(i), [i]);
        else list.push(i);
      }
    }
    return byTemplate.get(template) ?? [];
  };

  const placedIn = (release: string, file: string): { i: number; lines: Lines }[] => {
    const at = atRelease(release);
    return inFile(file).flatMap((i) => {
      const lines = at < 0 ? null : linesOf(i, at);
      return lines === null ? [] : [{ i, lines }];
    });
  };

  const siteAt = (release: string, file: string, line: number): Site | null => {
    const covering = placedIn(release, file).filter(({ lines }) => lines.first <= line && line <= lines.last);
    covering.sort((a, b) => a.lines.last - a.lines.first - (b.lines.last - b.lines.first));
    return covering[0] === undefined ? null : siteOf(covering[0].i);
  };

  const commitOf = (release: string): string | null => {
    if (release === HEAD) return releases.head.commit;
    return releases.releases.find(({ name }) => name === release || name === `v${release}`)?.commit ?? null;
  };

  const newestOf = (siteId: string): string | null => {
    const i = indexOf(siteId);
    const last = i < 0 ? undefined : runs(i).at(-1);
    return last === undefined ? null : order[last.to]!;
  };

  const packageName = releases.package.slice(releases.package.lastIndexOf("/") + 1);

  return {
    project: releases.project,
    packagePath: releases.package,
    releases: releases.releases,
    head: releases.head,
    size: count,
    *sites() {
      for (let i = 0; i < count; i += 1) yield siteOf(i);
    },
    siteById(id) {
      const i = indexOf(id);
      return i < 0 ? null : siteOf(i);
    },
    siteByNumber: siteOf,
    templateOf: (number) => text(field(number, "template")),
    commitOf,
    linesAt(siteId, release) {
      const i = indexOf(siteId);
      const at = atRelease(release);
      return i < 0 || at < 0 ? null : linesOf(i, at);
    },
    newestOf,
    findByTemplate(template, file) {
      const bare = bareTemplate(template.replace(/\s+/g, " ").trim());
      // The sites of one file are looked through sooner than all are sorted by their template.
      const found = file === undefined ? withTemplate(bare) : inFile(file).filter((i) => bareAt(i) === bare);
      return found.map(siteOf);
    },
    siteAt,
    functionAt(release, file, line) {
      const here = siteAt(release, file, line);
      if (here !== null) return here.function;
      const placed = placedIn(release, file).sort((a, b) => a.lines.first - b.lines.first);
      const after = placed.findIndex(({ lines }) => lines.first > line);
      const next = placed[after];
      const before = placed[after - 1];
      if (next === undefined || before === undefined) return null;
      const name = siteOf(next.i).function;
      return name !== "" && siteOf(before.i).function === name ? name : null;
    },
    sitesInFunction: (file, name) =>
      inFile(file)
        .map(siteOf)
        .filter((site) => site.function === name || site.function.endsWith(`.${name}`)),
    repositoryPath(path) {
      const parts = path.split(/[\\/]/);
      for (
        let i = parts.lastIndexOf(packageName);
        i >= 0;
        i = i === 0 ? -1 : parts.lastIndexOf(packageName, i - 1)
      ) {
        const candidate = [releases.package, ...parts.slice(i + 1)].join("/");
        if (spanOf(candidate) !== null) return candidate;
      }
      return spanOf(path) !== null ? path : null;
    },
    placeOf(siteId, release) {
      const i = indexOf(siteId);
      if (i < 0) return null;
      const wanted = release === null ? -1 : atRelease(release);
      const at = wanted >= 0 && linesOf(i, wanted) !== null ? wanted : (runs(i).at(-1)?.to ?? -1);
      const lines = at < 0 ? null : linesOf(i, at);
      if (lines === null) return null;
      const site = siteOf(i);
      const name = order[at]!;
      return {
        project: releases.project,
        commit: commitOf(name)!,
        release: name === HEAD ? null : name.replace(/^v/, ""),
        file: site.file,
        function: site.function === "" ? null : site.function,
        firstLine: lines.first,
        lastLine: lines.last,
      };
    },
  };
}

function joinRuns(runs: { from: number; to: number }[], order: string[]): ReleaseRange[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of runs) {
    const last = joined.at(-1);
    if (last !== undefined && last.to === from - 1) last.to = to;
    else joined.push({ from, to });
  }
  return joined.map(({ from, to }) => [order[from]!, to === order.length - 1 ? null : order[to]!]);
}
