import type { Issue, IssueEvent } from "../model.ts";
import { type Actor, nextId, type State, timestamp } from "../state.ts";

type What = Pick<IssueEvent, "event" | "label" | "rename" | "stateReason" | "lockReason">;

/** Writes down who did what to an issue. */
export function addEvent(state: State, actor: Actor, issue: Issue, what: What): void {
  const id = nextId(state, "event");
  state.events.put(id, {
    id,
    repository: issue.repository,
    issueNumber: issue.number,
    actor: actor.login,
    viaApp: actor.viaApp,
    createdAt: timestamp(state),
    ...what,
  });
}
