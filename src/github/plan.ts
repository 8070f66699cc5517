/** What should be so on GitHub, given what is: thread and diagnosis in, actions out. Pure. */
import type { BackgroundTag } from "../catalog/tags.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { readMarker } from "../reply/marker.ts";
import { renderWithdrawn } from "../reply/withdrawn.ts";
import type { Action } from "./actions.ts";
import { labelDescription } from "./labels.ts";
import type { Settings } from "./settings.ts";
import type { Thread, ThreadComment } from "./thread.ts";

/** The label of the weekly digest's issue; the bot never answers those. */
export const DIGEST_LABEL = "error-digest";

/** Who we are on GitHub. */
export interface Ourselves {
  appId: number;
  /** "<slug>[bot]". */
  login: string;
}

export interface PlanInput {
  thread: Thread;
  diagnosis: Diagnosis;
  /** False when part of the report could not be read this time: what stands is then not taken back. */
  complete: boolean;
  /** The whole comment, marker included; null when the diagnosis gives none. */
  reply: string | null;
  settings: Settings;
  ourselves: Ourselves;
  tags: Map<string, BackgroundTag>;
}

/** Why the bot keeps away from a thread altogether, or null; needs no diagnosis. */
export function reasonToIgnore(thread: Thread, settings: Settings): string | null {
  const { ignore } = settings;
  if (!settings.enabled) return "switched off by settings";
  if (thread.isPullRequest) return "pull request";
  if (thread.locked) return "locked";
  if (thread.labels.includes(DIGEST_LABEL)) return "digest issue";
  if (thread.author.isBot) return "author is a bot";
  if (ignore.issues.includes(thread.number)) return "issue ignored by settings";
  if (ignore.authors.includes(thread.author.login)) return "author ignored by settings";
  if (thread.labels.some((label) => ignore.labels.includes(label))) return "label ignored by settings";
  return null;
}

/** @returns at least one action; `skip` actions say why nothing else is there */
export function plan(input: PlanInput): Action[] {
  const ignored = reasonToIgnore(input.thread, input.settings);
  if (ignored !== null) return [{ type: "skip", reason: ignored }];
  const actions = [...planComment(input), ...planLabels(input)];
  return actions.length > 0 ? actions : [{ type: "skip", reason: input.diagnosis.reason }];
}

/** Our comment: found by marker AND author, since anybody can write a marker. */
export function ourComment(thread: Thread, { appId }: Ourselves): ThreadComment | null {
  return (
    thread.comments.find((comment) => comment.appId === appId && readMarker(comment.body) !== null) ?? null
  );
}

function planComment({ thread, diagnosis, complete, reply, ourselves }: PlanInput): Action[] {
  const present = ourComment(thread, ourselves);
  const wanted = diagnosis.decision === "reply" ? reply : null;
  if (present === null) {
    return wanted === null ? [] : [{ type: "create-comment", issue: thread.number, body: wanted }];
  }
  if (wanted === null && !complete)
    return [{ type: "skip", reason: "an attachment could not be read: the comment stays" }];
  // An answer to a report that no longer says so would mislead; the comment stays the one we edit.
  const body = wanted ?? renderWithdrawn();
  if (sameText(present.body, body)) return [{ type: "skip", reason: "the comment is already right" }];
  return [{ type: "edit-comment", comment: present.id, body }];
}

/** GitHub may change line ends and trailing white space of what it stores. */
function sameText(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n").trim() === b.replaceAll("\r\n", "\n").trim();
}

/** Labels are added where nobody took them off, and removed only where we put them and they are wrong now. */
function planLabels({ thread, diagnosis, settings, ourselves, tags }: PlanInput): Action[] {
  if (!settings.labels.enabled) return [];
  const wanted = new Map(diagnosis.tags.map((tag) => [settings.labels.prefix + tag, tag]));
  const removals = thread.labels
    .filter(
      (label) =>
        !wanted.has(label) && label.startsWith(settings.labels.prefix) && weAdded(thread, label, ourselves),
    )
    .map((label): Action => ({ type: "remove-label", issue: thread.number, label }));
  const additions = [...wanted].flatMap(([label, tag]): Action[] => {
    const known = tags.get(tag);
    if (thread.labels.includes(label) || known === undefined) return [];
    if (personRemoved(thread, label))
      return [{ type: "skip", reason: `a person removed the label ${label}` }];
    const { color } = known;
    return [{ type: "add-label", issue: thread.number, label, color, description: labelDescription(known) }];
  });
  return [...removals, ...additions];
}

function weAdded(thread: Thread, label: string, { login }: Ourselves): boolean {
  return (
    thread.labelEvents.findLast((event) => event.label === label && event.event === "labeled")?.actor
      .login === login
  );
}

/** Bots rewrite label lists without meaning it; only a person's removal is an opinion, and it lasts. */
function personRemoved(thread: Thread, label: string): boolean {
  return thread.labelEvents.some(
    (event) => event.event === "unlabeled" && event.label === label && !event.actor.isBot,
  );
}
