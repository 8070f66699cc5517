/** The one issue in which the bot tells maintainers what they should know: found by label, marker and author. */
import { codeSpan, safeText } from "../reply/escape.ts";
import type { Client } from "./client.ts";
import { unlessMissing } from "./found.ts";
import { ensureLabel } from "./labels.ts";
import type { Ourselves } from "./plan.ts";
import { splitRepository } from "./read-thread.ts";

export interface Notes {
  /** Settings files that cannot be used, a line each; null for none. */
  settingsProblem: string | null;
  /** The last day on which the cap on comments was reached; null for never. */
  capStop: { day: string; most: number } | null;
}

const TITLE = "sglang-triage: notes for maintainers";
const MARKER = "<!-- sglang-triage notes -->";
const END = "<!-- end of notes -->";
const LABEL = {
  name: "sglang-triage-notes",
  color: "ededed",
  description: "What the bot sglang-triage has to tell the maintainers",
};

/** "" where there is nothing to tell. Pure. */
export function renderNotes({ settingsProblem, capStop }: Notes): string {
  const problems = settingsProblem?.split("\n").map((line) => `- ${codeSpan(safeText(line, 1_000))}`) ?? [];
  return [
    ...(problems.length === 0 ? [] : [`## Settings that cannot be used\n\n${problems.join("\n")}`]),
    ...(capStop === null
      ? []
      : [
          "## The day's most comments were written\n\n" +
            `On ${capStop.day} (UTC) ${capStop.most} issues were answered, as many as ${codeSpan("caps.commentsPerDay")} allows. ` +
            `Those that came after have no answer; a comment ${codeSpan("/triage")} on another day asks for one.`,
        ]),
  ].join("\n\n");
}

/**
 * Makes the issue say this, in place; it is opened when there is something to say, and again when something new is.
 * @param preview what stands below the notes; null: what stands there stays
 * @returns its number; null where there is none and nothing to say
 */
export async function publishNotes(
  client: Client,
  { login }: Ourselves,
  repository: string,
  notes: string,
  preview: string | null,
): Promise<number | null> {
  const [owner, repo] = splitRepository(repository);
  const target = { owner, repo };
  const { issues } = client.rest;
  const listed = await client.paginate(issues.listForRepo, { ...target, labels: LABEL.name, state: "all" });
  const present = listed.find(({ user, body }) => user?.login === login && body?.startsWith(MARKER));
  if (present === undefined) {
    if (notes === "" && preview === null) return null;
    await ensureLabel(client, repository, LABEL);
    const body = bodyOf(notes, preview ?? "");
    const fresh = { ...target, title: TITLE, body, labels: [LABEL.name] };
    return (await issues.create({ ...fresh, request: { retries: 0 } })).data.number;
  }
  const parts = partsOf(present.body ?? "");
  const body = bodyOf(notes, preview ?? parts.preview);
  const news = notes !== "" && notes !== parts.notes;
  if (news || body !== normal(present.body ?? "")) {
    const change = { ...target, issue_number: present.number, body, ...(news && { state: "open" as const }) };
    // Deleted meanwhile: somebody does not want it.
    await unlessMissing(() => issues.update(change));
  }
  return present.number;
}

function bodyOf(notes: string, preview: string): string {
  const told = notes === "" && preview === "" ? "Nothing to tell at the moment." : notes;
  return [MARKER, told, END, preview].filter((part) => part !== "").join("\n\n");
}

function partsOf(body: string): { notes: string; preview: string } {
  const text = normal(body);
  const end = text.indexOf(END);
  if (end < 0) return { notes: "", preview: "" };
  return { notes: text.slice(MARKER.length, end).trim(), preview: text.slice(end + END.length).trim() };
}

/** GitHub may change line ends and trailing white space of what it stores. */
function normal(body: string): string {
  return body.replaceAll("\r\n", "\n").trim();
}
