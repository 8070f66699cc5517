/** Threads to build tests on. */
import type { LabelEvent, Thread, ThreadComment } from "../../src/github/thread.ts";

export const APP = { appId: 7, login: "sglang-triage[bot]" };

export function thread(changes: Partial<Thread> = {}): Thread {
  return {
    repository: "sgl-project/sglang",
    number: 12,
    title: "It dies",
    body: "RuntimeError: x",
    author: { login: "reporter", isBot: false },
    state: "open",
    locked: false,
    isPullRequest: false,
    labels: [],
    createdAt: "2026-11-29T10:00:00Z",
    closedAt: null,
    comments: [],
    labelEvents: [],
    ...changes,
  };
}

export function comment(id: number, body: string, changes: Partial<ThreadComment> = {}): ThreadComment {
  return {
    id,
    body,
    author: { login: "reporter", isBot: false },
    appId: null,
    createdAt: "2026-11-29T11:00:00Z",
    nodeId: `IC_${id}`,
    hidden: false,
    byMaintainer: false,
    ...changes,
  };
}

export function ownComment(id: number, body: string, changes: Partial<ThreadComment> = {}): ThreadComment {
  return comment(id, body, { author: { login: APP.login, isBot: true }, appId: APP.appId, ...changes });
}

export function labelEvent(event: LabelEvent["event"], label: string, login: string): LabelEvent {
  return { event, label, actor: { login, isBot: login.endsWith("[bot]") } };
}
