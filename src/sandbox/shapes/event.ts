import type { RestEndpointMethodTypes } from "@octokit/rest";
import type { Comment, IssueEvent, Repository } from "../model.ts";
import type { State } from "../state.ts";
import { viaApp } from "./app.ts";
import { commentShape } from "./comment.ts";
import { nodeId } from "./node-id.ts";
import { apiUrl } from "./repository.ts";
import { userShape } from "./user.ts";

type EventResponse = RestEndpointMethodTypes["issues"]["listEvents"]["response"]["data"][number];
type TimelineResponse =
  RestEndpointMethodTypes["issues"]["listEventsForTimeline"]["response"]["data"][number];

/** One entry of an issue's events: who labelled, closed, renamed, and when. */
export function eventShape(state: State, repository: Repository, event: IssueEvent): EventResponse {
  const shape = {
    id: event.id,
    node_id: nodeId("event", event.id),
    url: `${apiUrl(state, repository)}/issues/events/${event.id}`,
    actor: userShape(state, event.actor),
    event: event.event,
    commit_id: null,
    commit_url: null,
    created_at: event.createdAt,
    performed_via_github_app: viaApp(state, event),
    ...(event.label ? { label: event.label } : {}),
    ...(event.rename ? { rename: event.rename } : {}),
    ...(event.event === "locked" ? { lock_reason: event.lockReason ?? null } : {}),
  };
  // The union of GitHub's description has one member for each event; they share all that stands here.
  return shape as EventResponse;
}

/** An event's entry in the timeline, which alone tells why an issue was closed. */
export function timelineEvent(state: State, repository: Repository, event: IssueEvent): TimelineResponse {
  const shape = eventShape(state, repository, event);
  const reason = event.event === "closed" ? { state_reason: event.stateReason ?? null } : {};
  return { ...shape, ...reason } as TimelineResponse;
}

/** A comment's entry in the timeline. */
export function timelineComment(state: State, repository: Repository, comment: Comment): TimelineResponse {
  const shape = commentShape(state, repository, comment);
  return { ...shape, event: "commented", actor: userShape(state, comment.author) } as TimelineResponse;
}
