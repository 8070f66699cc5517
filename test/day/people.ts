/** People and bots of the day: what each does on the sandbox, written down for the oracle as it happens. */
import type { Random } from "../../src/sandbox/random.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import {
  type Command,
  expected,
  type History,
  isAllowed,
  type Remark,
  type Standing,
  type Verb,
} from "./oracle.ts";
import { ENTRIES, KINDS, type Kind, written } from "./reports.ts";

export interface People {
  readonly histories: History[];
  /** Somebody does something. Gives what, in a word. */
  act(): string;
  /** All is quiet: what people see from now on is what stands there. */
  lookAround(): void;
  /** Issues of before the day. */
  openOld(count: number): void;
}

const AUTHORS = ["ada", "grace", "linus", "edsger"];
const OUTSIDERS = ["outsider", "passer-by"];
const TRIAGERS = ["triager", "maintainer", "writer"];
const OTHER_BOTS = ["github-actions[bot]", "stale[bot]"];
/** A label of ours that no report of the day earns. */
const STRANGE_LABEL = "error/port-in-use";

/** Share of new issues that show an error at once. */
const SHOWING = 0.7;

export function createPeople(sandbox: Sandbox, random: Random): People {
  sandbox.setRole("writer", "write");
  sandbox.setRole("stale[bot]", "triage");
  const histories: History[] = [];
  /** Issues that something happened to since people last looked around. */
  const touched = new Set<History>();
  /** Issues where what comes next would depend on how fast the bot was. */
  const closed = new Set<History>();
  /** Remarks that the bot had time to read. */
  let settledRemarks = new Set<Remark>();
  let edition = 100;

  const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)]!;
  const chance = (probability: number) => random.next() < probability;
  const kind = (): Kind | null => (chance(SHOWING) ? pick(KINDS) : null);
  const write = (what: Kind | null) => written(what, ++edition);

  function open(by = pick(AUTHORS), more: { isPullRequest?: boolean; old?: boolean } = {}): History {
    const { text, ...body } = write(more.old ? null : kind());
    const { number } = sandbox.createIssue({
      title: "[Bug] the server stops",
      body: text,
      by,
      isPullRequest: more.isPullRequest ?? false,
    });
    const history: History = {
      number,
      author: by,
      answerable: !more.isPullRequest && !by.endsWith("[bot]"),
      old: more.old ?? false,
      deleted: false,
      body,
      remarks: [],
      ours: "untouched",
      takenOff: new Set(),
      putOn: new Set(),
      labelsAtSilence: null,
      hadComment: false,
    };
    histories.push(history);
    touched.add(history);
    return history;
  }

  function remark(history: History, by: string, text: string, more: Partial<Remark> = {}): void {
    const { id } = sandbox.comment(history.number, text, by);
    history.remarks.push({
      id,
      by,
      isBot: by.endsWith("[bot]"),
      kind: null,
      words: "",
      deleted: false,
      command: null,
      ...more,
    });
  }

  function log(history: History, by: string): void {
    const { text, kind, words } = write(chance(0.8) ? pick(KINDS) : null);
    remark(history, by, text, { kind, words });
  }

  function command(history: History, by: string, verb: Verb, entry: Kind | null = null): void {
    const standing: Standing = TRIAGERS.includes(by) ? "triage" : by === history.author ? "author" : "none";
    const now = expected(history);
    const about = verb === "wrong" && now.comment === "visible" ? now.kinds : [];
    const given: Command = { verb, entry, standing, about };
    if (history.answerable && isAllowed(given)) {
      if (verb === "silence") history.labelsAtSilence ??= now.labels;
      if (verb === "again" && standing === "triage") history.labelsAtSilence = null;
    }
    remark(history, by, textOf(verb, entry), { command: given });
  }

  function textOf(verb: Verb, entry: Kind | null): string {
    const reason = chance(0.3) ? " I looked at the wrong log" : "";
    const line = {
      again: "/triage",
      explain: "/triage explain",
      wrong: `/triage wrong${reason}`,
      as: `/triage as ${entry === null ? "no-such-entry-anywhere" : ENTRIES[entry].slug}`,
      silence: "/triage silence",
      help: "/triage help",
      nonsense: "/triage dance",
    }[verb];
    return chance(0.5) ? line : `Thank you.\n\n${line}\n\nMore later.`;
  }

  const anyone = (history: History) => pick([history.author, ...OUTSIDERS, ...TRIAGERS]);
  const openLabels = (history: History) => expected(history).labels.filter((it) => !history.putOn.has(it));
  const ourComment = (history: History) => sandbox.botCommentsOf(history.number)[0];
  /** Whether a person sees our answer, and saw it before anything else happened. */
  const seesAnswer = (history: History) =>
    !touched.has(history) && history.ours === "untouched" && expected(history).comment === "visible";

  /** What can happen to an issue: whether it can now, and how it is done. */
  const acts: Record<
    string,
    { weight: number; can?(history: History): boolean; do(history: History): void }
  > = {
    edit: {
      weight: 6,
      do(history) {
        const { text, ...body } = write(kind());
        sandbox.editIssue(history.number, { body: text, by: history.author });
        history.body = body;
      },
    },
    "edit twice at once": {
      weight: 1,
      do(history) {
        acts.edit!.do(history);
        acts.edit!.do(history);
      },
    },
    "author's log": { weight: 4, do: (history) => log(history, history.author) },
    "outsider's log": { weight: 3, do: (history) => log(history, pick(OUTSIDERS)) },
    "bot's log": { weight: 2, do: (history) => log(history, pick(OTHER_BOTS)) },
    "quoted command": {
      weight: 1,
      do: (history) =>
        remark(history, anyone(history), "> /triage silence\n\n```\n/triage wrong\n```\n\nDo not."),
    },
    "edit of a log": {
      weight: 3,
      can: ({ remarks }) => remarks.some((it) => it.command === null && !it.deleted),
      do({ remarks }) {
        const chosen = pick(remarks.filter((it) => it.command === null && !it.deleted));
        const { text, kind, words } = write(chance(0.6) ? pick(KINDS) : null);
        sandbox.editComment(chosen.id, text, chosen.by);
        Object.assign(chosen, { kind, words });
      },
    },
    "deletion of a log": {
      weight: 2,
      can: ({ remarks }) => remarks.some((it) => it.command === null && !it.deleted),
      do({ remarks }) {
        const chosen = pick(remarks.filter((it) => it.command === null && !it.deleted));
        sandbox.deleteComment(chosen.id, pick(["maintainer", chosen.by]));
        chosen.deleted = true;
      },
    },
    "edit of a command": {
      weight: 1,
      can: ({ remarks }) => remarks.some((it) => isOldCommand(it)),
      do({ remarks }) {
        const chosen = pick(remarks.filter(isOldCommand));
        sandbox.editComment(chosen.id, "/triage silence", chosen.by);
      },
    },
    "deletion of a command": {
      weight: 1,
      can: ({ remarks }) => remarks.some((it) => isOldCommand(it)),
      do({ remarks }) {
        const chosen = pick(remarks.filter(isOldCommand));
        sandbox.deleteComment(chosen.id);
        chosen.deleted = true;
      },
    },
    again: { weight: 2, do: (history) => command(history, anyone(history), "again") },
    explain: { weight: 1, do: (history) => command(history, anyone(history), "explain") },
    help: { weight: 1, do: (history) => command(history, anyone(history), "help") },
    nonsense: { weight: 1, do: (history) => command(history, anyone(history), "nonsense") },
    as: {
      weight: 1,
      do: (history) => command(history, anyone(history), "as", chance(0.7) ? pick(KINDS) : null),
    },
    wrong: {
      weight: 2,
      // Said of an answer that was there to be seen; and not of a named one, which nobody saw in the log.
      can: (history) =>
        seesAnswer(history) &&
        expected(history).kinds.length > 0 &&
        history.remarks.every(({ command }) => command?.verb !== "as"),
      do: (history) => command(history, anyone(history), "wrong"),
    },
    "wrong without an answer": {
      weight: 1,
      can: (history) =>
        !touched.has(history) &&
        expected(history).comment === "hidden or none" &&
        ourComment(history) === undefined,
      do(history) {
        command(history, anyone(history), "wrong");
        closed.add(history);
      },
    },
    silence: {
      weight: 1,
      can: (history) => !touched.has(history),
      do: (history) => command(history, anyone(history), "silence"),
    },
    "label off, by a person": {
      weight: 2,
      can: (history) => !touched.has(history) && openLabels(history).length > 0,
      do(history) {
        const label = openLabels(history)[0]!;
        sandbox.removeLabel(history.number, label, pick(TRIAGERS));
        history.takenOff.add(label);
        history.labelsAtSilence = history.labelsAtSilence?.filter((it) => it !== label) ?? null;
      },
    },
    "label off, by a bot": {
      weight: 2,
      can: (history) =>
        !touched.has(history) && history.labelsAtSilence === null && openLabels(history).length > 0,
      do: (history) => sandbox.removeLabel(history.number, openLabels(history)[0]!, "stale[bot]"),
    },
    "label on, by a person": {
      weight: 1,
      can: (history) => !history.putOn.has(STRANGE_LABEL),
      do(history) {
        sandbox.addLabel(history.number, STRANGE_LABEL, pick(TRIAGERS));
        history.putOn.add(STRANGE_LABEL);
        if (history.labelsAtSilence !== null)
          history.labelsAtSilence = [...history.labelsAtSilence, STRANGE_LABEL].sort();
      },
    },
    "our comment hidden": {
      weight: 1,
      can: seesAnswer,
      do(history) {
        sandbox.minimizeComment(ourComment(history)!.id, "OFF_TOPIC");
        history.ours = "hidden";
      },
    },
    "our comment deleted": {
      weight: 1,
      can: seesAnswer,
      do(history) {
        sandbox.deleteComment(ourComment(history)!.id);
        history.ours = "deleted";
      },
    },
    "thumbs on our comment": {
      weight: 1,
      can: seesAnswer,
      do: (history) => sandbox.reactTo(ourComment(history)!.id, pick(["+1", "-1"]), pick(OUTSIDERS)),
    },
    "closed or opened": {
      weight: 1,
      do({ number }) {
        const { state } = sandbox.issue(number);
        sandbox.editIssue(number, { state: state === "open" ? "closed" : "open", by: "maintainer" });
      },
    },
    deleted: {
      weight: 0.3,
      do(history) {
        sandbox.deleteIssue(history.number);
        history.deleted = true;
      },
    },
  };

  function isOldCommand(remark: Remark): boolean {
    return remark.command !== null && !remark.deleted && settledRemarks.has(remark);
  }

  function choose(): [name: string, act: (typeof acts)[string], history: History] | null {
    const alive = histories.filter((it) => !it.deleted && !closed.has(it));
    if (alive.length === 0) return null;
    const history = pick(alive);
    const possible = Object.entries(acts).filter(([, { can }]) => can?.(history) ?? true);
    let left = random.next() * possible.reduce((sum, [, { weight }]) => sum + weight, 0);
    for (const [name, act] of possible) {
      left -= act.weight;
      if (left <= 0) return [name, act, history];
    }
    return null;
  }

  return {
    histories,
    act() {
      const chosen = chance(0.17) ? null : choose();
      if (chosen === null) {
        if (chance(0.07)) open(pick(OTHER_BOTS));
        else open(undefined, { isPullRequest: chance(0.07) });
        return "opened";
      }
      const [name, act, history] = chosen;
      act.do(history);
      touched.add(history);
      return name;
    },
    lookAround() {
      touched.clear();
      closed.clear();
      settledRemarks = new Set(histories.flatMap(({ remarks }) => remarks));
      for (const history of histories)
        if (!history.deleted && expected(history).comment === "visible") history.hadComment = true;
    },
    openOld(count) {
      for (let opened = 0; opened < count; opened++) open(undefined, { old: true });
    },
  };
}
