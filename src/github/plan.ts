/** What should be so on GitHub, given what is: thread and diagnosis in, actions out. Pure. */
import type { BackgroundTag } from "../catalog/tags.ts";
import type { Action } from "./actions.ts";
import type { ThreadMemory } from "./memory.ts";
import { ourComment, planComment } from "./plan-comment.ts";
import { planLabels } from "./plan-labels.ts";
import type { Settings } from "./settings.ts";
import { sameLogin, type Thread } from "./thread.ts";
import { titleHolds } from "./title-pattern.ts";
import type { Understanding } from "./understand.ts";

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
  understanding: Understanding;
  /** False when part of the report could not be read this time: what stands is then not taken back. */
  complete: boolean;
  /** The whole comment, marker included; null when there is nothing to say. */
  reply: string | null;
  memory: Pick<ThreadMemory, "reply" | "ownHide">;
  /** Whether the repository had its most comments today. */
  capReached: boolean;
  settings: Settings;
  ourselves: Ourselves;
  tags: Map<string, BackgroundTag>;
  now: Date;
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
  if (ignore.authors.some((login) => sameLogin(login, thread.author.login)))
    return "author ignored by settings";
  if (ignore.titles.some((pattern) => titleHolds(thread.title, pattern))) return "title ignored by settings";
  if (thread.labels.some((label) => ignore.labels.includes(label))) return "label ignored by settings";
  return null;
}

const TOO_OLD: Action = { type: "skip", reason: "the issue is too old" };
const DAY = 86_400_000;

/** Nobody waits for an answer to an old issue that never had one, unless somebody asks. */
function isTooOld({ thread, understanding, memory, settings, ourselves, now }: PlanInput): boolean {
  if (understanding.orders.asked || memory.reply !== null || ourComment(thread, ourselves) !== null)
    return false;
  return now.getTime() - Date.parse(thread.createdAt) > settings.comments.maxAgeDays * DAY;
}

/** @returns at least one action; `skip` actions say why nothing else is there */
export function plan(input: PlanInput): Action[] {
  const ignored = reasonToIgnore(input.thread, input.settings);
  if (ignored !== null) return [{ type: "skip", reason: ignored }];
  const labels = planLabels(input);
  const actions = isTooOld(input)
    ? [...labels.filter(({ type }) => type === "remove-label"), TOO_OLD]
    : [...planComment(input), ...labels];
  return actions.length > 0 ? actions : [{ type: "skip", reason: input.understanding.diagnosis.reason }];
}
