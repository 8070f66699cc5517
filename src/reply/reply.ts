/** The comment we leave on an issue: short enough to read at once, the rest folded. */
import type { BackgroundTag } from "../catalog/tags.ts";
import { foldText, matchTemplate, parseTemplate, TemplateError } from "../catalog/template.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Environment } from "../extract/report.ts";
import type { Advice } from "../match/advice.ts";
import type { Match } from "../match/match.ts";
import { recordIdOf } from "./diagnosis-json.ts";
import { bounded, codeSpan, fence, type Redactor, safeText } from "./escape.ts";
import { MAX_OTHERS, otherErrors, type SimilarIssue, similarIssues, whenItHappens } from "./folded.ts";
import { linkTarget } from "./github-link.ts";
import { makeVisible } from "./invisible.ts";
import { leadOf } from "./lead.ts";
import { isRecordId, writeMarker } from "./marker.ts";
import { prose, proseLine, titleLine } from "./prose.ts";
import { type RaiseSiteNow, raisedAt } from "./raised-at.ts";
import { redactorFor } from "./redact.ts";
import { titleOf } from "./title.ts";
import { why } from "./why.ts";

/** What the reply needs to know beyond the diagnosis. */
export interface ReplyContext {
  /** Address of the page of a record, by slug; null where no pages are served. */
  recordUrl(slug: string): string | null;
  tags: ReadonlyMap<string, BackgroundTag>;
  /** The entry that a `related` line names; null for one that is the message of a raise site. */
  related(slug: string): { title: string; url: string | null } | null;
  /** Issues with the same error, the most telling first; at most five are shown. */
  similar?: SimilarIssue[];
  /** Where the newest known commit raises it, or that it no longer does. */
  raiseSiteNow?: RaiseSiteNow;
  /** Sections of ours for those who gave a command. */
  asides?: string[];
}

/** GitHub refuses 65,536 characters in silence; this leaves room for what a publisher adds. */
export const MAX_REPLY_LENGTH = 59_000;

const MAX_QUOTED_LINE = 600;
/** How much of a long line is shown before the message. */
const BEFORE_MESSAGE = 120;
const MAX_SOLUTIONS = 12;
const MAX_CAPTURES = 8;

/**
 * Renders the reply to a diagnosis, our marker first.
 * @returns Markdown shorter than 60,000 characters; nothing of the reporter in it is live
 * @throws TypeError for a diagnosis without a primary match: there is nothing to say then
 */
export function renderReply(diagnosis: Diagnosis, context: ReplyContext): string {
  const match = diagnosis.primary;
  if (match === null) throw new TypeError("a diagnosis without a primary match has no reply");
  const others = diagnosis.secondary.slice(0, MAX_OTHERS);
  const redactor = redactorFor([match, ...others].flatMap(({ error }) => [error.line, error.message]));
  const sections = [
    heading(match, redactor),
    summary(match, context),
    quote(match, redactor),
    cause(match),
    raisedAt(match, diagnosis.environment, redactor, context.raiseSiteNow),
    tryThis(diagnosis, match, redactor),
    capturedValues(match, redactor),
  ];
  const folded = [
    whenItHappens(match, context),
    otherErrors(others, redactor, context),
    similarIssues(context.similar ?? []),
    ...(context.asides ?? []),
  ];
  const marker = writeMarker([match, ...others].map(recordIdOf).filter(isRecordId));
  return assemble(marker, [...sections, ...folded], why(diagnosis.confidence, match));
}

/** Sections in order, each whole or not at all, and the footer always. */
function assemble(marker: string, sections: (string | null)[], footer: string): string {
  const kept: string[] = [];
  let room = MAX_REPLY_LENGTH - marker.length - footer.length - LEFT_OUT.length - 8;
  let leftOut = false;
  for (const section of sections) {
    if (section === null) continue;
    if (section.length + 2 > room) {
      leftOut = true;
      continue;
    }
    kept.push(section);
    room -= section.length + 2;
  }
  if (leftOut) kept.push(LEFT_OUT);
  return `${marker}\n${[...kept, footer].join("\n\n")}\n`;
}

const LEFT_OUT = "_Parts of this answer were left out because they are too long._";

/** Class and message of the error as it was met; the entry's wording where that is the message's own. */
function heading({ entry, site, error }: Match, redactor: Redactor): string {
  const met = error.errorClass?.split(".").at(-1) ?? null;
  // The entry's class is that of its own wording; another one may be of another class.
  const own = entry !== null && isPrintedBy(entry.message, error.message) ? entry.class : null;
  const name = (entry === null ? site?.errorClass : null) ?? met ?? own;
  const title =
    entry === null
      ? titleLine(bounded(titleOf(site?.message ?? ""), MAX_HEADING))
      : headingTitle(entry.message, error.message, redactor);
  if (name === null) return `### ${title === "" ? "An error without a message" : title}`;
  const shown = codeSpan(safeText(name, 80, redactor));
  return `### ${title === "" ? `${shown} without a message` : `${shown}: ${title}`}`;
}

const MAX_HEADING = 140;

function headingTitle(template: string, message: string, redactor: Redactor): string {
  const known = bounded(titleOf(template), MAX_HEADING);
  if (isPrintedBy(template, message)) return titleLine(known);
  // An entry of several wordings must not head a line that says something else.
  const firstLine = message.split("\n", 1)[0]!;
  const shown = safeText(firstLine, MAX_HEADING, redactor).trim();
  return codeSpan(shown === "" ? known : shown);
}

function isPrintedBy(template: string, message: string): boolean {
  try {
    return matchTemplate(parseTemplate(template), foldText(message)) !== null;
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

function summary({ entry }: Match, context: ReplyContext): string | null {
  if (entry === null) return null;
  const address = context.recordUrl(entry.slug);
  const target = address === null ? null : linkTarget(address);
  const tag = codeSpan(entry.backgroundTag);
  return [
    `**${entry.severity}**`,
    tag,
    ...(target === null ? [] : [`[all about this error](${target})`]),
  ].join(" · ");
}

function quote({ error }: Match, redactor: Redactor): string {
  const place =
    error.lineNumber === 0 || error.part === "title"
      ? "The title"
      : `Line ${error.lineNumber} of ${error.part === "body" ? "the issue" : "a comment or attachment"}`;
  const times = error.count > 1 ? ` (seen ${error.count} times)` : "";
  return `${place}${times} says:\n\n${fence(excerpt(error.line, error.message, redactor))}`;
}

/** The line, or of a very long one the part around its message. */
function excerpt(line: string, message: string, redactor: Redactor): string {
  const safe = makeVisible(redactor(line)).replaceAll("\n", " ").trim();
  const start = makeVisible(redactor(message)).split("\n", 1)[0]!.slice(0, 60);
  const at = start === "" ? 0 : safe.indexOf(start);
  if (safe.length <= MAX_QUOTED_LINE || at <= BEFORE_MESSAGE) return bounded(safe, MAX_QUOTED_LINE);
  // Not between the halves of a surrogate pair.
  const from = at - BEFORE_MESSAGE - (/[\udc00-\udfff]/.test(safe[at - BEFORE_MESSAGE]!) ? 1 : 0);
  return `⟨${from} characters⟩ … ${bounded(safe.slice(from), MAX_QUOTED_LINE)}`;
}

function cause({ entry, site }: Match): string {
  if (entry !== null) return `**Cause:** ${prose(entry.documentation, 2_500)}`;
  const unknown = "Nobody has written down a cause for this error yet.";
  if (site?.guard == null) return unknown;
  return `${unknown} The code raises it under this condition: ${codeSpan(safeText(site.guard, 200))}`;
}

function tryThis(diagnosis: Diagnosis, match: Match, redactor: Redactor): string | null {
  const { advice, environment } = diagnosis;
  const { entry } = match;
  if (advice === null || entry === null) return null;
  const numbered = steps(advice, environment)
    .slice(0, MAX_SOLUTIONS)
    .map((step, index) => `${index + 1}. ${step}`)
    .join("\n");
  const fixed =
    entry.fixedIn !== null && environment.sglang === null
      ? `Fixed in ${codeSpan(entry.fixedIn)}: on an older release, upgrade first.`
      : null;
  return ["**Try this**", leadOf(advice.lead, match.captures, redactor), fixed, numbered]
    .filter((part) => part !== null)
    .join("\n\n");
}

/** The solutions in their order; for a release older than the fix the upgrade first, in the entry's words where it has some. */
function steps({ solutions, upgradeTo }: Advice, { sglang }: Environment): string[] {
  const shown = solutions.map((solution) => proseLine(bounded(solution, 600)));
  if (upgradeTo === null) return shown;
  const told = solutions.findIndex((text) => /\bupgrade\b/i.test(text) && text.includes(upgradeTo));
  const upgrade =
    told < 0 ? `Upgrade SGLang to ${codeSpan(upgradeTo)} or later, where this is fixed.` : shown[told]!;
  const own = sglang === null ? "" : ` This report is about ${codeSpan(safeText(sglang, 40))}.`;
  return [upgrade + own, ...shown.filter((_, index) => index !== told)];
}

function capturedValues({ entry, captures }: Match, redactor: Redactor): string | null {
  const meaning = entry?.captures ?? {};
  const shown = Object.entries(captures)
    // Values with a meaning first; the others in the order of the message.
    .sort(([a], [b]) => Number(Object.hasOwn(meaning, b)) - Number(Object.hasOwn(meaning, a)))
    .slice(0, MAX_CAPTURES)
    .map(([name, value]) => {
      const explained = Object.hasOwn(meaning, name) ? `: ${proseLine(bounded(meaning[name]!, 300))}` : "";
      return `- ${codeSpan(safeText(name, 60))} = ${codeSpan(safeText(value, 200, redactor))}${explained}`;
    });
  return shown.length === 0 ? null : `**Values in the message**\n\n${shown.join("\n")}`;
}
