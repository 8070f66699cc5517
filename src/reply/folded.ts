/** The folded parts of the reply: for those who want to know more. */
import type { Entry } from "../catalog/entry.ts";
import type { Match } from "../match/match.ts";
import { bounded, codeSpan, fence, type Redactor, safeText } from "./escape.ts";
import { linkName, linkTarget, quietLink } from "./github-link.ts";
import { prose, proseLine, titleLine } from "./prose.ts";
import type { ReplyContext } from "./reply.ts";
import { titleOf } from "./title.ts";

/** Another issue with the same error. */
export interface SimilarIssue {
  /** "owner/name" on GitHub. */
  repository: string;
  number: number;
  title: string;
  state: "open" | "closed";
  /** ISO time. */
  opened: string;
  /** The pull request that closed it, where one did. */
  closedBy: { repository: string; number: number } | null;
}

/** With the primary one, at most three errors share a comment. */
export const MAX_OTHERS = 2;
const MAX_SIMILAR = 5;
const MAX_LIST = 12;

/** Situations, prevention, releases, related errors and references of the entry. */
export function whenItHappens(match: Match, context: ReplyContext): string | null {
  const { entry } = match;
  if (entry === null) return null;
  const tag = context.tags.get(entry.backgroundTag);
  const blocks = [
    prose(entry.triggers, 1_500),
    list("Common situations", entry.situations),
    entry.exampleFix === null ? null : `**Example**\n\n${codeBlock(entry.exampleFix)}`,
    list("Prevention", entry.prevention),
    relatedErrors(entry, context),
    references(entry),
    releases(entry),
    tag === undefined
      ? null
      : `The label ${codeSpan(entry.backgroundTag)} stands for: ${proseLine(tag.definition)}`,
  ];
  return details("When it happens, prevention, related errors", blocks);
}

/** @param others at most MAX_OTHERS are shown */
export function otherErrors(others: Match[], redactor: Redactor, context: ReplyContext): string | null {
  const blocks = others.slice(0, MAX_OTHERS).map((match) => {
    const { error, entry, site } = match;
    const message = error.message === "" ? error.line : error.message;
    const text = error.errorClass === null ? message : `${error.errorClass}: ${message}`;
    const where = error.lineNumber === 0 ? "in the title" : `line ${error.lineNumber}`;
    const shown = `**${codeSpan(safeText(text, 300, redactor))}** (${where})`;
    if (entry === null)
      return `${shown}${site === null ? "" : `\n\nRaised by ${proseLine(bounded(site.message, 200))}`}`;
    const address = context.recordUrl(entry.slug);
    const target = address === null ? null : linkTarget(address);
    const more = target === null ? "" : ` [More](${target})`;
    return [
      shown,
      prose(entry.documentation, 1_000),
      `Try first: ${proseLine(bounded(entry.solutions[0]!, 500))}${more}`,
    ].join("\n\n");
  });
  return details("Other errors of this report", blocks);
}

/** Issues with the same error; their titles are hostile text too. */
export function similarIssues(similar: SimilarIssue[]): string | null {
  const lines = similar.slice(0, MAX_SIMILAR).flatMap((issue) => {
    const target = quietLink(issue.repository, "issues", issue.number);
    if (target === null) return [];
    const state = issue.state === "closed" ? "closed" : "open";
    const day = /^\d{4}-\d\d-\d\d/.exec(issue.opened)?.[0];
    return [
      `- [Issue ${issue.number}](${target}): ${codeSpan(safeText(issue.title, 120))}, ${state}${fixOf(issue)}${day === undefined ? "" : `, opened ${day}`}`,
    ];
  });
  return details("Also seen in", lines.length === 0 ? [] : [lines.join("\n")]);
}

function fixOf({ state, closedBy }: SimilarIssue): string {
  if (state !== "closed" || closedBy === null) return "";
  const target = quietLink(closedBy.repository, "pull", closedBy.number);
  return target === null ? "" : ` by [pull request ${closedBy.number}](${target})`;
}

function relatedErrors(entry: Entry, context: ReplyContext): string | null {
  const lines = entry.related.slice(0, MAX_LIST).map((name) => {
    const known = context.related(name);
    if (known === null) return `- ${codeSpan(bounded(name, 200))}`;
    const target = known.url === null ? null : linkTarget(known.url);
    const title = titleLine(bounded(titleOf(known.title), 160));
    return target === null ? `- ${title}` : `- [${title}](${target})`;
  });
  return lines.length === 0 ? null : `**Related errors**\n\n${lines.join("\n")}`;
}

function references(entry: Entry): string | null {
  const lines = entry.references.slice(0, MAX_LIST).flatMap((address) => {
    const target = linkTarget(address);
    return target === null ? [] : [`- [${proseLine(linkName(address))}](${target})`];
  });
  return lines.length === 0 ? null : `**References**\n\n${lines.join("\n")}`;
}

function releases({ holdsFor, fixedIn }: Entry): string | null {
  const parts = [
    holdsFor.from === null ? null : `from ${codeSpan(holdsFor.from)}`,
    holdsFor.to === null ? null : `up to ${codeSpan(holdsFor.to)}`,
  ].filter((part) => part !== null);
  const held = parts.length === 0 ? null : `This holds for releases ${parts.join(" ")}.`;
  const fixed = fixedIn === null ? null : `Fixed in ${codeSpan(fixedIn)}.`;
  return held === null && fixed === null ? null : [held, fixed].filter(Boolean).join(" ");
}

function list(title: string, items: string[]): string | null {
  const lines = items.slice(0, MAX_LIST).map((item) => `- ${proseLine(bounded(item, 500))}`);
  return lines.length === 0 ? null : `**${title}**\n\n${lines.join("\n")}`;
}

function codeBlock(code: string): string {
  return fence(safeText(code.trim(), 2_000));
}

/** The blank lines make GitHub read Markdown inside. */
function details(summary: string, blocks: (string | null)[]): string | null {
  const kept = blocks.filter((block) => block !== null && block !== "");
  if (kept.length === 0) return null;
  return `<details>\n<summary>${summary}</summary>\n\n${kept.join("\n\n")}\n\n</details>`;
}
