/** What somebody wants an entry for: a message as it was printed, a raise site's id, or a place in the source. */
import { emptyEnvironment } from "../extract/environment.ts";
import { extractReport } from "../extract/extract.ts";
import type { ReportedError } from "../extract/report.ts";
import { matchSites, type SiteCatalog } from "../match/match-sites.ts";
import { HEAD } from "../source/presence.ts";
import type { Site, SiteIndex } from "../source/sites.ts";

export interface Subject {
  /** Null where no raise site of a known project makes the message: it comes from a package below. */
  raised: { site: Site; index: SiteIndex } | null;
  /** The error as it was printed; null when it was named by its site. */
  printed: ReportedError | null;
  /** Values of the site's holes in the printed message, by name. */
  captures: Record<string, string>;
}

/** A subject, or what is wrong with the words it was asked for and what to write instead. */
export type Found = { subject: Subject } | { problem: string };

const SITE_ID = /^[0-9a-f]{16}$/;
const PLACE = /^([^\s:@]+\.py):(\d{1,7})(?:@(\S+))?$/;

/**
 * @param what a site's id, `file.py:line[@release]` (head without a release), a message with or without its
 * class, or a template as it stands in the source
 * @param errorClass the message's class, where the message does not show it
 */
export function findSubject(what: string, errorClass: string | null, projects: SiteCatalog[]): Found {
  const text = what.trim();
  if (text === "") return { problem: "write a message, a site's id, or file.py:line" };
  if (SITE_ID.test(text)) return bySiteId(text, projects);
  const place = PLACE.exec(text);
  if (place !== null) return byPlace(place[1]!, Number(place[2]), place[3] ?? HEAD, projects);
  return {
    subject: byTemplate(text, errorClass, projects) ??
      byMessage(text, errorClass, projects) ??
      byPiece(text, projects) ?? { raised: null, printed: readError(text, errorClass), captures: {} },
  };
}

function bySiteId(id: string, projects: SiteCatalog[]): Found {
  for (const { index } of projects) {
    const site = index.siteById(id);
    if (site !== null) return { subject: ofSite(site, index) };
  }
  return { problem: `${id} is the id of no raise site; find it by its message, or by file.py:line` };
}

function byPlace(path: string, line: number, release: string, projects: SiteCatalog[]): Found {
  const known = projects.flatMap(({ index }) => {
    const file = repositoryFile(path, index);
    return file === null ? [] : [{ file, index }];
  });
  const [first] = known;
  if (first === undefined) return { problem: `no raise site of a known project is in ${path}` };
  const { file, index } = first;
  const name = releaseName(release, index);
  if (name === null) {
    const newest = index.releases.at(-1)?.name ?? HEAD;
    return { problem: `there is no release ${release} of ${index.project}; the newest is ${newest}` };
  }
  const site = index.siteAt(name, file, line);
  if (site !== null) return { subject: ofSite(site, index) };
  const near = nearestLines(file, line, name, index);
  const hint = near.length === 0 ? "it raises nothing there" : `near it are the lines ${near.join(", ")}`;
  return { problem: `no raise site covers line ${line} of ${file} at ${name}; ${hint}` };
}

/** "srt/x.py", "sglang/srt/x.py" and whole paths all name the file. */
function repositoryFile(path: string, index: SiteIndex): string | null {
  const name = index.packagePath.split("/").at(-1)!;
  return index.repositoryPath(path) ?? index.repositoryPath(`${name}/${path.replace(/^\.?\//, "")}`);
}

/** A release by its name, or a commit that is one. */
function releaseName(release: string, index: SiteIndex): string | null {
  if (index.commitOf(release) !== null) return release;
  if (release === index.head.commit) return HEAD;
  return index.releases.find(({ commit }) => commit === release)?.name ?? null;
}

function nearestLines(file: string, line: number, release: string, index: SiteIndex): number[] {
  return [...index.sites()]
    .flatMap((site) => (site.file === file ? (index.linesAt(site.id, release)?.first ?? []) : []))
    .sort((a, b) => Math.abs(a - line) - Math.abs(b - line) || a - b)
    .slice(0, 3);
}

function byTemplate(text: string, errorClass: string | null, projects: SiteCatalog[]): Subject | null {
  if (!text.includes("{")) return null;
  for (const { index } of projects) {
    const sites = index
      .findByTemplate(text)
      .filter((site) => errorClass === null || site.class === errorClass);
    const site = sites.find(({ id }) => index.linesAt(id, HEAD) !== null) ?? sites.at(-1);
    if (site !== undefined) return ofSite(site, index);
  }
  return null;
}

function byMessage(text: string, errorClass: string | null, projects: SiteCatalog[]): Subject | null {
  const printed = readError(text, errorClass);
  for (const { index, ...rest } of projects) {
    const match = matchSites(printed, emptyEnvironment(), { index, ...rest });
    const site = match?.site == null ? null : index.siteById(match.site.id);
    if (site !== null) return { raised: { site, index }, printed, captures: match!.captures };
  }
  return null;
}

/** Fewer characters stand in messages of many places. */
const MIN_PIECE = 20;

/** A piece of a message, or one cut short: the one site whose text holds it. */
function byPiece(text: string, projects: SiteCatalog[]): Subject | null {
  const { message } = readError(text, null);
  if (message.length < MIN_PIECE) return null;
  const holding = projects.flatMap(({ index }) =>
    [...index.sites()].flatMap((site) => (site.template.includes(message) ? [{ site, index }] : [])),
  );
  const atHead = holding.filter(({ site, index }) => index.linesAt(site.id, HEAD) !== null);
  const found = atHead.length > 0 ? atHead : holding;
  return new Set(found.map(({ site }) => site.template)).size === 1
    ? ofSite(found[0]!.site, found[0]!.index)
    : null;
}

/** As a reporter pastes it; a message that has no shape of an error is taken as a whole. */
function readError(text: string, errorClass: string | null): ReportedError {
  const body = `\`\`\`\n${text}\n\`\`\``;
  const { errors } = extractReport({
    title: "",
    parts: [{ kind: "body", id: "body", author: "", text: body }],
  });
  const [found] = errors;
  if (found !== undefined) return { ...found, errorClass: errorClass ?? found.errorClass };
  return {
    part: "body",
    line: text.split("\n", 1)[0]!,
    lineNumber: 1,
    errorClass,
    message: text,
    frames: [],
    role: "root",
    shape: "given",
    count: 1,
  };
}

function ofSite(site: Site, index: SiteIndex): Subject {
  return { raised: { site, index }, printed: null, captures: {} };
}
