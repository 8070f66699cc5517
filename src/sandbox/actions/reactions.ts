import { notFound } from "../errors.ts";
import type { Reaction, ReactionContent, Repository } from "../model.ts";
import { type Actor, ensureUser, nextId, type State, timestamp } from "../state.ts";
import { mayWrite } from "./permission.ts";

/** Adds a reaction; the same one of the same user exists once. Reactions send no webhook. */
export function react(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  subject: Reaction["subject"],
  subjectId: number,
  content: ReactionContent,
): { reaction: Reaction; created: boolean } {
  mayWrite(state, repository, actor, "anyone");
  const login = actor.login.toLowerCase();
  const present = state.reactions
    .where(`${subject}/${subjectId}`)
    .find((it) => it.user.toLowerCase() === login && it.content === content);
  if (present) return { reaction: present, created: false };
  ensureUser(state, actor.login);
  const reaction: Reaction = {
    id: nextId(state, "reaction"),
    subject,
    subjectId,
    user: actor.login,
    content,
    createdAt: timestamp(state),
  };
  state.reactions.put(reaction.id, reaction);
  return { reaction, created: true };
}

/** @throws 404 when the reaction does not belong to the subject or to the actor. */
export function unreact(
  state: State,
  actor: Actor | undefined,
  repository: Repository,
  subject: Reaction["subject"],
  subjectId: number,
  reactionId: number,
): void {
  mayWrite(state, repository, actor, "anyone");
  const reaction = state.reactions.get(reactionId);
  if (!reaction || reaction.subject !== subject || reaction.subjectId !== subjectId) throw notFound();
  if (reaction.user.toLowerCase() !== actor.login.toLowerCase()) throw notFound();
  state.reactions.delete(reactionId);
}
