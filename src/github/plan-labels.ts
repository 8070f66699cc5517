/** What becomes of an issue's labels. Pure. */
import type { Action } from "./actions.ts";
import { allLabels, labelsFor } from "./labels.ts";
import type { PlanInput } from "./plan.ts";
import type { Thread } from "./thread.ts";

/** Labels are added where nobody took them off, and removed only where we put them and they are wrong now. */
export function planLabels({
  thread,
  understanding,
  complete,
  settings,
  ourselves,
  tags,
}: PlanInput): Action[] {
  if (!settings.labels.enabled || understanding.orders.silenced) return [];
  const wanted = labelsFor(understanding.diagnosis, settings, tags);
  const names = new Set(wanted.map(({ label }) => label));
  const ours = new Set(allLabels(settings, tags).map(({ label }) => label));
  const removals = complete
    ? thread.labels
        .filter((label) => !names.has(label) && ours.has(label) && weAdded(thread, label, ourselves.login))
        .map((label): Action => ({ type: "remove-label", issue: thread.number, label }))
    : [];
  const additions = wanted.flatMap((label): Action[] => {
    if (thread.labels.includes(label.label)) return [];
    if (personRemoved(thread, label.label))
      return [{ type: "skip", reason: `a person removed the label ${label.label}` }];
    return [{ type: "add-label", issue: thread.number, ...label }];
  });
  return [...removals, ...additions];
}

function weAdded(thread: Thread, label: string, login: string): boolean {
  const last = thread.labelEvents.findLast((event) => event.label === label && event.event === "labeled");
  return last?.actor.login === login;
}

/** Bots rewrite label lists without meaning it; only a person's removal is an opinion, and it lasts. */
function personRemoved(thread: Thread, label: string): boolean {
  return thread.labelEvents.some(
    (event) => event.event === "unlabeled" && event.label === label && !event.actor.isBot,
  );
}
