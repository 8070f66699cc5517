/** What the bot would have said: shown to maintainers when it is installed, before it says anything. */
import { codeSpan, safeText } from "../reply/escape.ts";
import { quietLink } from "../reply/github-link.ts";
import type { Replier } from "../reply/replier.ts";
import { dropCursor } from "../store/cursors.ts";
import { type BackfillContext, backfill, backfillCursor } from "./backfill.ts";
import { splitRepository } from "./read-thread.ts";
import { SETTINGS_PATH } from "./settings.ts";

export const PREVIEW_DAYS = 30;

export interface WouldHaveSaid {
  number: number;
  title: string;
  /** The comment, marker included. */
  reply: string;
  label: string | null;
}

/** Beyond these a table says little. */
const MAX_ROWS = 60;
/** GitHub takes 65,536 characters; notes stand above. */
const MAX_LENGTH = 55_000;

/** Reads the last days' issues, indexes them, and renders what would have been said about them. */
export async function preview(
  context: Omit<BackfillContext, "onAnswer" | "onIssue"> & { render: Replier },
  repository: string,
): Promise<string> {
  const { client, database, settings, render, now } = context;
  const since = new Date(Math.floor(now().getTime() / 86_400_000 - PREVIEW_DAYS) * 86_400_000);
  const said: WouldHaveSaid[] = [];
  // What a run that broke off had found is lost with it.
  await dropCursor(database.db, backfillCursor(repository, since));
  const { indexed } = await backfill(
    {
      ...context,
      onAnswer({ number, title }, diagnosis) {
        const reply = render(diagnosis);
        const [tag] = diagnosis.tags;
        const label = tag === undefined ? null : (settings.labels.map[tag] ?? settings.labels.prefix + tag);
        if (reply !== null) said.push({ number, title, reply, label });
      },
    },
    repository,
    since,
  );
  const [owner, repo] = splitRepository(repository);
  const { data } = await client.rest.repos.get({ owner, repo });
  const file = `${data.html_url}/new/${data.default_branch}?filename=${SETTINGS_PATH}&value=${encodeURIComponent("dryRun: false\n")}`;
  said.sort((a, b) => b.number - a.number);
  return renderPreview(repository, { read: indexed, said, switchUrl: file });
}

/** @param found.said newest first */
export function renderPreview(
  repository: string,
  found: { read: number; said: WouldHaveSaid[]; switchUrl: string },
): string {
  const { read, said, switchUrl } = found;
  const rows = said.slice(0, MAX_ROWS).map(({ number, title, label }) => {
    const link = quietLink(repository, "issues", number);
    return `| [${number}](${link}) | ${cell(title)} | ${label === null ? "" : cell(label)} |`;
  });
  const head = [
    "## What it would have said",
    "This bot answers issues with what is known about their error. It is installed here and **in dry run**: it reads issues and writes nothing to them.",
    `Of the ${read} issues of the last ${PREVIEW_DAYS} days it would have answered ${said.length}${said.length > MAX_ROWS ? `, the newest ${MAX_ROWS} of them here` : ""}.`,
    ...(rows.length === 0 ? [] : [["| issue | title | label |", "| --: | --- | --- |", ...rows].join("\n")]),
    `**To switch it on**, put this line into ${codeSpan(SETTINGS_PATH)} ([make the file](${switchUrl})):`,
    "```yaml\ndryRun: false\n```",
    "To be rid of it, uninstall the app; it keeps nothing then. This issue may be closed.",
  ].join("\n\n");
  return withReplies(head, said);
}

/** As many whole replies, folded, as fit. */
function withReplies(head: string, said: WouldHaveSaid[]): string {
  let text = head;
  for (const { number, reply } of said) {
    const body = reply.slice(reply.indexOf("\n") + 1).trim();
    const folded = `\n\n<details>\n<summary>The answer to issue ${number}</summary>\n\n${body}\n\n</details>`;
    if (text.length + folded.length <= MAX_LENGTH) text += folded;
  }
  return text;
}

/** Text for a table cell: as code, and without the bar that ends a cell even inside code. */
function cell(text: string): string {
  return codeSpan(safeText(text, 100)).replaceAll("|", "\\|");
}
