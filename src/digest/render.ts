/**
 * The digest as Markdown for an issue: what changed first, then the counts. Lists instead of tables, so that
 * it reads on a phone; the one chart has its figures beside it in words.
 */
import { codeSpan, fence, safeText } from "../reply/escape.ts";
import { quietLink } from "../reply/github-link.ts";
import type { IndexedIssue } from "../store/occurrences.ts";
import { bars, chart } from "./chart.ts";
import type { Change, Digest, Row, TagCount } from "./digest.ts";
import type { Kind } from "./facts.ts";
import type { Share, Spread } from "./spread.ts";

export interface DigestLinks {
  /** Page of an entry; null where no pages are served. */
  recordUrl(slug: string): string | null;
  /** Pinned link to a raise site; null where it is not known. */
  siteUrl(siteId: string): string | null;
  /** The beginning of an entry for an unknown error, for a person to finish; null where none can be drafted. */
  skeletonOf(row: Row): string | null;
}

export interface Page {
  title: string;
  markdown: string;
}

/** GitHub refuses more than 65,536 characters; the marker and what an edit may add need room. */
const MOST_CHARACTERS = 60_000;
const SHOWN_ROWS = 12;
const FOLDED_ROWS = 60;
const MOST_CHANGES = 20;
const MOST_LINKS = 6;
const EXAMPLES = 3;
const MOST_SKELETONS = 5;
const MOST_MESSAGE = 140;
const MOST_SKELETON = 4_000;

export function renderDigest(digest: Digest, links: DigestLinks): Page {
  const title = `Error digest ${digest.window.name}`;
  // The tail goes first: skeletons, then rows.
  for (const skeletons of [MOST_SKELETONS, 0]) {
    for (const folded of [FOLDED_ROWS, 20, 0]) {
      const markdown = `${pageOf(digest, links, { skeletons, folded }).join("\n\n")}\n`;
      if (markdown.length <= MOST_CHARACTERS) return { title, markdown };
    }
  }
  return { title, markdown: `${pageOf(digest, links, { skeletons: 0, folded: 0, rows: 3 }).join("\n\n")}\n` };
}

interface Room {
  skeletons: number;
  folded: number;
  rows?: number;
}

function pageOf(digest: Digest, links: DigestLinks, room: Room): string[] {
  const head = [summary(digest), changesLine(digest), botLine(digest)];
  if (digest.withError.issues === 0) return [...head, ...waitingSection(digest), FOOTER];
  const counts = [
    ...chartSection(digest),
    ...rowSection("Known errors", digest.known, digest, links, room),
    ...rowSection("Not in the catalog yet", digest.unknown, digest, links, room),
    ...skeletonSection(digest, links, room.skeletons),
    ...tagSection(digest),
  ];
  const rest = [...waitingSection(digest), ...auditSection(digest)];
  // Nothing to tell is told in three lines; who wants the counts opens them.
  if (digest.changes.length === 0) return [...head, details("The counts", [...counts, ...rest]), FOOTER];
  return [...head, changeSection(digest, links), ...counts, ...rest, FOOTER];
}

const FOOTER =
  "<sub>Written by a bot from the errors seen in issues and comments of these days. It counts issues and people, not lines; a count is called more than before only where chance alone hardly gives it.</sub>";

function summary({ window, opened, withError, known, unknown }: Digest): string {
  const before = opened.slice(0, -1);
  const usual = before.length === 0 ? "" : ` (${mean(before)} a week before)`;
  return `${day(window.from)} to ${day(new Date(window.to.getTime() - 1))}: **${count(opened.at(-1)!, "new issue")}**${usual}. Errors in ${count(withError.issues, "issue")}, new and old, from ${count(withError.reporters, "person", "people")}: ${count(known.length, "known kind")}, ${unknown.length} not in the catalog.`;
}

function changesLine({ changes, compared }: Digest): string {
  if (compared === 0) return "Nothing to compare with yet: this is the first week of the record.";
  if (changes.length === 0)
    return `Nothing stands out against the ${count(compared, "week")} before: no error is back, new for two people, gone, or more frequent than chance gives.`;
  const counted = ["back", "more", "new", "gone"].flatMap((type) => {
    const found = changes.filter((change) => change.type === type).length;
    return found === 0 ? [] : [`${found} ${WORDS[type as Change["type"]]}`];
  });
  return `What changed: ${counted.join(", ")}.`;
}

const WORDS = { back: "back after a fix", more: "more frequent", new: "new", gone: "gone" } as const;

function botLine({ bot, answers }: Digest): string {
  const silent = bot.silent.reduce((sum, { issues }) => sum + issues, 0);
  const said = [`The bot answered ${bot.replied}, labelled ${bot.labelled} more, kept silent on ${silent}`];
  if (bot.right + bot.wrong > 0) said.push(`${bot.right} called right, ${bot.wrong} wrong`);
  if (answers.of === 0) return `${said.join("; ")}.`;
  const first =
    answers.medianHours === null
      ? "no maintainer has answered one yet"
      : `maintainers answered ${answers.answered} of ${answers.of}, half of them within ${hours(answers.medianHours)}`;
  return `${said.join("; ")}. Of the new issues ${first}.`;
}

function changeSection(digest: Digest, links: DigestLinks): string {
  const shown = digest.changes.slice(0, MOST_CHANGES).map((change) => changeText(change, digest, links));
  const more = digest.changes.length - shown.length;
  return ["## What changed", shown.join("\n"), ...(more > 0 ? [`… and ${more} more.`] : [])].join("\n\n");
}

function changeText(change: Change, digest: Digest, links: DigestLinks): string {
  if (change.type === "gone") {
    const silence = change.windows === 1 ? "none this week" : `none for ${change.windows} weeks`;
    return `- **Gone**: ${nameOf(change.kind, links)}: ${silence}, ${decimal(change.before)} people a week before.`;
  }
  const { row } = change;
  const head = {
    back: () =>
      change.type === "back"
        ? `**Back after its fix**: fixed in ${change.fixedIn}, seen at ${change.releases.slice(-3).map(code).join(", ")}`
        : "",
    more: () => `**More than before**: ${people(row)}, ${decimal(row.before ?? 0)} a week before`,
    new: () => `**New**: ${people(row)}, never seen before`,
  }[change.type]();
  return `- ${head}: ${nameOf(row.kind, links)}${detail(row, digest)}`;
}

function chartSection({ opened, compared }: Digest): string[] {
  return compared === 0 ? [] : [chart("New issues a week", opened)];
}

function rowSection(heading: string, rows: Row[], digest: Digest, links: DigestLinks, room: Room): string[] {
  if (rows.length === 0) return [];
  const shown = room.rows ?? SHOWN_ROWS;
  const line = (row: Row) =>
    `- ${people(row)}${usual(row)}: ${nameOf(row.kind, links)}${detail(row, digest, siteLink(row, links))}`;
  const folded = rows.slice(shown, shown + room.folded).map(line);
  const missing = rows.length - shown - folded.length;
  return [
    `## ${heading}`,
    rows.slice(0, shown).map(line).join("\n"),
    ...(folded.length === 0 ? [] : [details(`${folded.length} more`, [folded.join("\n")])]),
    ...(missing > 0 ? [`… and ${missing} more, from one or few people each.`] : []),
  ];
}

function usual(row: Row): string {
  return row.before === null ? "" : ` (${decimal(row.before)} a week before ${bars(row.trend)})`;
}

function people({ issues, reporters }: Row): string {
  return issues === reporters
    ? `**${count(reporters, "person", "people")}**`
    : `**${count(reporters, "person", "people")}** in ${count(issues, "issue")}`;
}

/** On a line of its own below: where it is seen, and the issues. */
function detail(row: Row, { repository }: Digest, site = ""): string {
  const parts = [issueLinks(row.seenIn, repository), site, spreadText(row.spread, row.issues)];
  return `<br>${parts.filter((part) => part !== "").join(" · ")}`;
}

function siteLink({ siteId }: Row, links: DigestLinks): string {
  const url = siteId === null ? null : links.siteUrl(siteId);
  return url === null ? "" : `[raised here](${url})`;
}

/** One issue's facts stand in the issue; where two agree begins to tell. */
function spreadText({ releases, devices, models, flags }: Spread, issues: number): string {
  if (issues < 2) return "";
  return [releases, devices, models, flags]
    .map(shares)
    .filter((part) => part !== "")
    .join("; ");
}

function shares(list: Share[]): string {
  return list.map(({ value, issues }) => `${code(value)}${issues > 1 ? ` ×${issues}` : ""}`).join(", ");
}

function skeletonSection({ unknown, repository }: Digest, links: DigestLinks, most: number): string[] {
  const blocks = unknown.slice(0, most).flatMap((row) => {
    const skeleton = links.skeletonOf(row);
    if (skeleton === null || skeleton.length > MOST_SKELETON) return [];
    const examples = issueLinks(row.seenIn.slice(0, EXAMPLES), repository);
    return [
      `${nameOf(row.kind, links)}<br>${examples}\n\n${fence(safeText(skeleton, MOST_SKELETON), "yaml")}`,
    ];
  });
  return blocks.length === 0 ? [] : [details("Entries to begin with, for a person to finish", blocks)];
}

function tagSection({ tags }: Digest): string[] {
  const line = ({ tag, issues, reporters, before }: TagCount) =>
    `- ${code(tag)}: ${count(reporters, "person", "people")} in ${count(issues, "issue")}${before === null ? "" : `, ${decimal(before)} people a week before`}`;
  return tags.length === 0 ? [] : [details("By what has to change", [tags.map(line).join("\n")])];
}

function waitingSection({ waiting, repository, window }: Digest): string[] {
  if (waiting.length === 0) return [];
  const line = (issue: IndexedIssue) => {
    const days = Math.floor((window.to.getTime() - issue.openedAt.getTime()) / 86_400_000);
    return `- ${issueLinks([issue], repository)} for ${count(days, "day")}: ${code(safeText(issue.title, 100))}`;
  };
  return [details(`Open longest without a maintainer's answer`, [waiting.map(line).join("\n")])];
}

function auditSection({ bot, repository }: Digest): string[] {
  const silent = bot.silent.map(
    ({ reason, issues }) => `- silent on ${issues}: ${reason.replaceAll("-", " ")}`,
  );
  const doubtful = bot.doubtful.map(
    ({ issue, kind, confidence }) =>
      `- ${issueLinks([issue], repository)}: ${code(kind.slug ?? kind.message)}, confidence ${confidence.toFixed(2)}`,
  );
  if (silent.length + doubtful.length === 0) return [];
  return [
    details("How the bot did", [
      ...(silent.length === 0 ? [] : [silent.join("\n")]),
      ...(doubtful.length === 0 ? [] : [`The most doubtful answers, for a look:\n\n${doubtful.join("\n")}`]),
    ]),
  ];
}

function nameOf(kind: Kind, { recordUrl }: DigestLinks): string {
  const text = [kind.errorClass, kind.message].filter((part) => part !== null && part !== "").join(": ");
  const name = code(safeText(kind.slug === null ? text : kind.message, MOST_MESSAGE));
  const url = kind.slug === null ? null : recordUrl(kind.slug);
  const tag = kind.backgroundTag === null ? "" : ` ${code(kind.backgroundTag)}`;
  return `${url === null ? name : `[${name}](${url})`}${tag}`;
}

/** Through redirect.github.com: a plain reference would leave an event in every issue named here. */
function issueLinks(issues: IndexedIssue[], repository: string): string {
  const shown = issues.slice(0, MOST_LINKS).map(({ issue, state }) => {
    const url = quietLink(repository, "issues", issue);
    const text = state === "closed" ? `${issue} (closed)` : String(issue);
    return url === null ? text : `[${text}](${url})`;
  });
  const more = issues.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function code(text: string): string {
  return codeSpan(safeText(text, MOST_MESSAGE));
}

function details(heading: string, blocks: string[]): string {
  return `<details><summary>${heading}</summary>\n\n${blocks.join("\n\n")}\n\n</details>`;
}

function count(number: number, one: string, more = `${one}s`): string {
  return `${number} ${number === 1 ? one : more}`;
}

function mean(numbers: readonly number[]): string {
  return decimal(numbers.reduce((sum, one) => sum + one, 0) / numbers.length);
}

function decimal(number: number): string {
  return number.toFixed(1).replace(/\.0$/, "");
}

function hours(number: number): string {
  return number < 48 ? count(Math.max(1, Math.round(number)), "hour") : count(Math.round(number / 24), "day");
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
