/** Which commands of a thread are new, who may give them, and what each does. Pure. */
import type { Action } from "./actions.ts";
import { type Command, commandIn } from "./commands.ts";
import type { Effect } from "./orders.ts";
import type { Settings } from "./settings.ts";
import { type Author, sameLogin, type Thread, type ThreadComment } from "./thread.ts";

/** GitHub's roles, the least first. */
export const ROLES = ["read", "triage", "write", "maintain", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** What the writer of a command may: everything, what the author may, or nothing. */
type Standing = "all" | "author" | "none";

export interface GivenCommand {
  comment: ThreadComment;
  command: Command;
}

/** A command and what was made of it, to be remembered. */
export interface HandledCommand {
  comment: number;
  author: string;
  command: Command;
  effect: Effect;
}

/** What the author of an issue may ask for. */
const AUTHORS: ReadonlySet<Command["verb"]> = new Set(["again", "wrong", "help", "unknown"]);

/** Commands nobody has handled yet, oldest first; bots give none. */
export function newCommands(
  thread: Thread,
  settings: Settings,
  handled: ReadonlyMap<number, Effect>,
): GivenCommand[] {
  if (!settings.commands.enabled) return [];
  return thread.comments.flatMap((comment) => {
    if (handled.has(comment.id) || comment.author.isBot || comment.appId !== null) return [];
    const command = commandIn(comment.body);
    return command === null ? [] : [{ comment, command }];
  });
}

/** @param roles by login in lower case; a login without one has none */
export function isAllowed(
  { comment, command }: GivenCommand,
  thread: Thread,
  settings: Settings,
  roles: ReadonlyMap<string, Role>,
): boolean {
  const standing = standingOf(comment.author, thread, settings, roles);
  return standing === "all" || (standing === "author" && AUTHORS.has(command.verb));
}

function standingOf(
  { login }: Author,
  thread: Thread,
  { commands }: Settings,
  roles: ReadonlyMap<string, Role>,
): Standing {
  const role = ROLES.indexOf(roles.get(login.toLowerCase()) ?? "read");
  if (role >= ROLES.indexOf(commands.minimumRole)) return "all";
  return commands.author && sameLogin(login, thread.author.login) ? "author" : "none";
}

/** The reaction to each command, which comes before anything else. */
export function acknowledge(
  given: readonly GivenCommand[],
  thread: Thread,
  settings: Settings,
  roles: ReadonlyMap<string, Role>,
): Action[] {
  return given.map((one) => ({
    type: "react",
    comment: one.comment.id,
    content: isAllowed(one, thread, settings, roles) ? "eyes" : "confused",
  }));
}

export interface Judging {
  thread: Thread;
  settings: Settings;
  roles: ReadonlyMap<string, Role>;
  /** Id of an entry's record by slug; null for none. */
  recordOf(slug: string): string | null;
  /** Slugs that a mistyped one may have meant. */
  near(slug: string): string[];
  /** Ids of the records that are answered with; empty where nothing is. */
  answered: string[];
}

/** What a command does. */
export function effectOf(given: GivenCommand, judging: Judging): Effect {
  const { command, comment } = given;
  const { thread, settings, roles, answered } = judging;
  if (!isAllowed(given, thread, settings, roles)) return { kind: "refused" };
  switch (command.verb) {
    case "again":
      return { kind: "again", lifts: standingOf(comment.author, thread, settings, roles) === "all" };
    case "explain":
    case "help":
    case "silence":
      return { kind: command.verb };
    case "wrong":
      return answered.length > 0
        ? { kind: "wrong", records: answered }
        : { kind: "failed", why: "no-answer", word: "", near: [] };
    case "as": {
      const record = judging.recordOf(command.slug);
      return record === null
        ? { kind: "failed", why: "unknown-entry", word: command.slug, near: judging.near(command.slug) }
        : { kind: "as", slug: command.slug, record };
    }
    case "unknown":
      return { kind: "failed", why: "unknown-command", word: command.word, near: [] };
  }
}
