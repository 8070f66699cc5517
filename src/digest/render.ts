/** The digest as Markdown: what recurs, with counts and links, known errors before unknown ones. */
import { codeSpan, safeText } from "../reply/escape.ts";
import type { Group } from "./group.ts";
import type { SeenIssue } from "./occurrence.ts";
import type { Window } from "./window.ts";

export interface DigestInput {
  window: Window;
  /** Issues that were looked at. */
  issues: number;
  groups: Group[];
  /** Page of an entry; null where no pages are served. */
  recordUrl(slug: string): string | null;
  /** Message template of an entry. */
  titleOf(slug: string): string;
}

/** Rows of a table beyond these say little and cost GitHub's limit of 65,536 characters. */
const MAX_ROWS = 40;
const MAX_LINKS = 8;
const MAX_MESSAGE = 140;

export function renderDigest(input: DigestInput): { title: string; markdown: string } {
  const { window, issues, groups } = input;
  const known = groups.filter(({ slug }) => slug !== null);
  const unknown = groups.filter(({ slug }) => slug === null);
  const withError = groups.reduce((sum, group) => sum + group.issues.length, 0);
  const sections = [
    `From ${day(window.from)} to ${day(new Date(window.to.getTime() - 1))}: ${count(issues, "new issue")}, ${withError} with an error, ${count(known.length, "known error")} and ${count(unknown.length, "unknown one")}.`,
    ...section("Known errors", known, (group) => knownRow(group, input)),
    ...section("Not in the catalog yet", unknown, unknownRow),
    "<sub>Written by a bot from the issues of the window. Counts are of issues and of people, not of lines.</sub>",
  ];
  return { title: `Error digest ${window.name}`, markdown: `${sections.join("\n\n")}\n` };
}

function section(heading: string, groups: Group[], row: (group: Group) => string): string[] {
  if (groups.length === 0) return [];
  const rest =
    groups.length > MAX_ROWS ? [`… and ${groups.length - MAX_ROWS} more, each with fewer reporters.`] : [];
  const table = [
    "| Issues | People | Error | Seen in |",
    "| --: | --: | --- | --- |",
    ...groups.slice(0, MAX_ROWS).map(row),
  ];
  return [`## ${heading}`, table.join("\n"), ...rest];
}

function knownRow(group: Group, { recordUrl, titleOf }: DigestInput): string {
  const slug = group.slug!;
  const name = cell(titleOf(slug));
  const url = recordUrl(slug);
  return row(
    group,
    `${url === null ? name : `[${name}](${url})`} <br> ${codeSpan(group.backgroundTag ?? "other")}`,
  );
}

function unknownRow(group: Group): string {
  const text = [group.errorClass, group.maskedMessage]
    .filter((part) => part !== null && part !== "")
    .join(": ");
  return row(group, cell(text));
}

function row(group: Group, error: string): string {
  return `| ${group.issues.length} | ${group.reporters} | ${error} | ${links(group.issues)} |`;
}

/** Text for a table cell: as code, and without the bar that ends a cell even inside code. */
function cell(text: string): string {
  return codeSpan(safeText(text, MAX_MESSAGE)).replaceAll("|", "\\|");
}

/** Through redirect.github.com: a plain reference would leave an event in every issue named here. */
function links(issues: SeenIssue[]): string {
  const shown = issues.slice(0, MAX_LINKS).map(({ number, url }) => `[${number}](${quiet(url)})`);
  const more = issues.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function quiet(url: string): string {
  return url.replace(/^https:\/\/github\.com\//, "https://redirect.github.com/");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
