import { createHash } from "node:crypto";
import type { Repository } from "./model.ts";
import { installationShape } from "./shapes/app.ts";
import { repositoryShape } from "./shapes/repository.ts";
import { userShape } from "./shapes/user.ts";
import { type Actor, installationOf, nextId, type State, theApp, timestamp } from "./state.ts";

/** Events that GitHub sends to every app, subscribed or not. */
const always = new Set(["installation", "installation_repositories", "ping"]);

export interface Announcement {
  readonly event: string;
  readonly action: string | null;
  readonly repository: Repository;
  readonly actor: Actor;
  /** What the payload carries besides action, repository, sender and installation. */
  readonly fields: Record<string, unknown>;
}

/**
 * Queues a webhook delivery with the payload as it is NOW, when the app is installed on the repository and
 * subscribed to the event. It goes out after the commit of the write that it tells of.
 */
export function announce(state: State, { event, action, repository, actor, fields }: Announcement): void {
  const installation = installationOf(state, repository);
  const app = theApp(state);
  if (!installation || installation.suspendedAt) return;
  if (!always.has(event) && !app.events.includes(event)) return;
  const payload = {
    ...(action ? { action } : {}),
    ...fields,
    repository: repositoryShape(state, repository),
    sender: userShape(state, actor.login),
    installation: { id: installation.id, node_id: installationNodeId(installation.id) },
  };
  queueDelivery(state, { event, action, payload, installation: installation.id, repository: repository.id });
}

/** `installation` and `installation_repositories` carry the whole installation and no repository. */
export function announceInstallation(
  state: State,
  event: "installation" | "installation_repositories",
  action: string,
  installationId: number,
  fields: Record<string, unknown>,
): void {
  const installation = state.installations.get(installationId)!;
  const payload = {
    action,
    installation: installationShape(state, installation),
    ...fields,
    sender: userShape(state, installation.account),
  };
  queueDelivery(state, { event, action, payload, installation: installationId, repository: null });
}

interface Draft {
  event: string;
  action: string | null;
  payload: Record<string, unknown>;
  installation: number | null;
  repository: number | null;
}

function queueDelivery(state: State, { payload, ...draft }: Draft): void {
  const id = nextId(state, "delivery");
  state.deliveries.put(id, {
    id,
    guid: guidOf(theApp(state).seed, id),
    ...draft,
    body: JSON.stringify(payload),
    redelivery: false,
    queuedAt: timestamp(state),
    outcome: null,
  });
  state.queued.add(id);
}

/** A GUID that only this sandbox gives, and gives again under the same seed. */
function guidOf(seed: string, id: number): string {
  const hex = createHash("sha256").update(`${seed} ${id}`).digest("hex");
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((end, at) => hex.slice(cuts[at], end))
    .join("-");
}

function installationNodeId(id: number): string {
  return `MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9u${Buffer.from(String(id)).toString("base64url")}`;
}
