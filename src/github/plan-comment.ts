/** What becomes of our one comment. Pure. */
import { readMarker } from "../reply/marker.ts";
import type { Action, HideReason } from "./actions.ts";
import type { Ourselves, PlanInput } from "./plan.ts";
import type { Thread, ThreadComment } from "./thread.ts";

/** What we know of our comment beside what GitHub shows. */
export interface ReplyMemory {
  commentId: number;
  /** Set once we hid it as it is now written. */
  hiddenAt: Date | null;
}

/** Our comment: found by marker AND author, since anybody can write a marker. */
export function ourComment(thread: Thread, { appId }: Ourselves): ThreadComment | null {
  return (
    thread.comments.find((comment) => comment.appId === appId && readMarker(comment.body) !== null) ?? null
  );
}

export function planComment(input: PlanInput): Action[] {
  const { thread, ourselves, memory } = input;
  const present = ourComment(thread, ourselves);
  if (present !== null) return planPresent(input, present);
  // We never delete: a comment that we wrote and that is not there was taken away by a person.
  if (memory.reply !== null) return wanted(input) === null ? [] : [skip("a person deleted the comment")];
  return planFirst(input);
}

/** The comment as it should be; null for none. */
function wanted({ understanding, reply }: PlanInput): string | null {
  return understanding.orders.silenced ? null : reply;
}

function planFirst(input: PlanInput): Action[] {
  const body = wanted(input);
  if (body === null) return [];
  if (input.capReached) return [skip("the day's most comments are written")];
  return [{ type: "create-comment", issue: input.thread.number, body }];
}

function planPresent(input: PlanInput, present: ThreadComment): Action[] {
  const { memory, complete, understanding } = input;
  const hidden = present.hidden === true;
  if (hidden && !memory.ownHide) return [skip("a person hid the comment")];
  const body = wanted(input);
  if (body === null) {
    if (hidden) return [skip("the comment is already hidden")];
    if (!complete && !understanding.orders.silenced)
      return [skip("an attachment could not be read: the comment stays")];
    if (memory.reply?.hiddenAt != null) return [skip("a person shows the comment that we hid")];
    const { id: comment, nodeId } = present;
    return [{ type: "hide-comment", comment, nodeId, reason: reasonToHide(input) }];
  }
  const edit: Action[] = sameAnswer(present.body, body)
    ? []
    : [{ type: "edit-comment", comment: present.id, body }];
  const show: Action[] = hidden
    ? [{ type: "show-comment", comment: present.id, nodeId: present.nodeId }]
    : [];
  return edit.length + show.length > 0 ? [...edit, ...show] : [skip("the comment is already right")];
}

function reasonToHide({ understanding: { orders, rejected } }: PlanInput): HideReason {
  if (orders.silenced) return "OUTDATED";
  return rejected ? "OFF_TOPIC" : "RESOLVED";
}

/**
 * Whether two comments give the same answer. GitHub may change line ends and trailing white space of what it
 * stores; and that other issues came and went is no reason to edit.
 */
function sameAnswer(a: string, b: string): boolean {
  return essence(a) === essence(b);
}

const SIMILAR = "<details>\n<summary>Also seen in</summary>";

function essence(body: string): string {
  const text = body.replaceAll("\r\n", "\n").trim();
  const start = text.indexOf(SIMILAR);
  const end = start < 0 ? -1 : text.indexOf("</details>\n\n", start);
  return end < 0 ? text : text.slice(0, start) + text.slice(end + "</details>\n\n".length);
}

function skip(reason: string): Action {
  return { type: "skip", reason };
}
