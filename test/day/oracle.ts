/**
 * What must stand under an issue in the end, from its history alone. Written from the rules of "A bot that
 * maintainers keep switched on", and from nothing under src/: one comment, about the author's report; other
 * people's logs where that has no answer or a command asks; commands by role, once each; nothing that a person
 * took away comes back.
 */
import { ENTRIES, type Kind } from "./reports.ts";

export type Verb = "again" | "explain" | "wrong" | "as" | "silence" | "help" | "nonsense";

/** What the writer of a comment may: the triage role and above everything, an issue's author three commands. */
export type Standing = "triage" | "author" | "none";

export interface Remark {
  id: number;
  by: string;
  isBot: boolean;
  kind: Kind | null;
  words: string;
  deleted: boolean;
  command: Command | null;
}

export interface Command {
  verb: Verb;
  /** Of `as`: the error that it is said to be. */
  entry: Kind | null;
  standing: Standing;
  /** Of `wrong`: the errors that the comment spoke of when it was written. */
  about: Kind[];
}

export interface History {
  number: number;
  author: string;
  /** False for pull requests and issues by bots. */
  answerable: boolean;
  /** Too old to be answered unless somebody asks. */
  old: boolean;
  deleted: boolean;
  body: { kind: Kind | null; words: string };
  /** In the order of their ids. */
  remarks: Remark[];
  /** What a person did to our comment. */
  ours: "untouched" | "hidden" | "deleted";
  /** Labels that a person took off. */
  takenOff: Set<string>;
  /** Labels that a person put on. */
  putOn: Set<string>;
  /** What was right when silence was ordered, or null. */
  labelsAtSilence: string[] | null;
  /** Whether our comment was there when all was last quiet. */
  hadComment: boolean;
}

export interface Expected {
  /** One visible comment; one hidden; none; or, where nobody had time to see one, none or one hidden. */
  comment: "visible" | "hidden" | "none" | "hidden or none";
  /** The errors that a visible comment speaks of, the first in full. */
  kinds: Kind[];
  /** What a visible comment quotes; null: not known. */
  words: string | null;
  labels: string[];
  /** Our reaction to each comment that holds a command. */
  reactions: Map<number, "eyes" | "confused">;
}

const PREFIX = "error/";
const AUTHORS: Verb[] = ["again", "wrong", "help", "nonsense"];
const MOST_KINDS = 3;

export function isAllowed({ verb, standing }: Command): boolean {
  return standing === "triage" || (standing === "author" && AUTHORS.includes(verb));
}

export function expected(history: History): Expected {
  const { answerable, old, ours } = history;
  const given = history.remarks.filter(({ command, isBot }) => command !== null && !isBot);
  const reactions = new Map(
    given
      .filter(({ deleted }) => answerable && !deleted)
      .map(({ id, command }) => [id, isAllowed(command!) ? ("eyes" as const) : ("confused" as const)]),
  );
  const orders = ordersOf(given.map(({ command }) => command!).filter(isAllowed));
  const shown = answer(history, orders);
  const answered = answerable && shown.length > 0 && (orders.asked || !old || history.hadComment);
  const labels = history.labelsAtSilence ?? labelsOf(history, answered ? shown : []);
  const speaks = !orders.silenced && answerable && (answered || orders.note);
  const unseen = history.hadComment ? "hidden" : "hidden or none";
  const comment =
    ours === "deleted"
      ? "none"
      : ours === "hidden"
        ? "hidden"
        : speaks
          ? "visible"
          : answerable
            ? unseen
            : "none";
  return { comment, kinds: answered ? shown : [], words: wordsOf(history, shown), labels, reactions };
}

interface Orders {
  silenced: boolean;
  asked: boolean;
  /** A command's own answer is shown. */
  note: boolean;
  wrong: Set<Kind>;
  entry: Kind | null;
}

const NONE: Orders = { silenced: false, asked: false, note: false, wrong: new Set(), entry: null };

function ordersOf(commands: Command[]): Orders {
  let orders = NONE;
  for (const { verb, standing, entry, about } of commands) {
    if (verb === "again") orders = { ...(standing === "triage" ? NONE : orders), asked: true, note: false };
    if (verb === "explain" || verb === "help" || verb === "nonsense")
      orders = { ...orders, asked: true, note: true };
    if (verb === "silence") orders = { ...orders, silenced: true, note: false };
    if (verb === "wrong" && about.length === 0) orders = { ...orders, asked: true, note: true };
    if (verb === "wrong" && about.length > 0)
      orders = { ...orders, wrong: new Set([...orders.wrong, ...about]), entry: null, note: false };
    if (verb === "as" && entry === null) orders = { ...orders, asked: true, note: true };
    if (verb === "as" && entry !== null) orders = { ...orders, asked: true, entry, note: false };
  }
  return orders;
}

/** The errors to speak of, the first in full; none where there is no answer. */
function answer(history: History, { asked, wrong, entry }: Orders): Kind[] {
  const { author, body, remarks } = history;
  const read = remarks.filter(({ deleted, isBot, kind }) => !deleted && !isBot && kind !== null);
  const authors = [body.kind, ...read.filter(({ by }) => by === author).map(({ kind }) => kind)];
  const others = read.filter(({ by }) => by !== author);
  const own = distinct(authors);
  const first = distinct(others.filter(({ by }) => by === others[0]?.by).map(({ kind }) => kind));
  const found = asked
    ? distinct([...authors, ...others.map(({ kind }) => kind)])
    : own.length > 0
      ? own
      : first;
  // The named error is the one that would have been spoken of in full, or another of the report's.
  if (entry !== null)
    return distinct([entry, ...(found.includes(entry) ? found : found.slice(1))]).slice(0, MOST_KINDS);
  return found[0] === undefined || wrong.has(found[0]) ? [] : found.slice(0, MOST_KINDS);
}

function distinct(kinds: (Kind | null)[]): Kind[] {
  return [...new Set(kinds)].filter((kind) => kind !== null);
}

/** What the first error's line says, where one text alone shows that error. */
function wordsOf({ body, remarks }: History, [first]: Kind[]): string | null {
  const texts = [body, ...remarks.filter(({ deleted, isBot }) => !deleted && !isBot)];
  const showing = texts.filter(({ kind }) => kind !== null && kind === first);
  return showing.length === 1 ? showing[0]!.words : null;
}

function labelsOf({ takenOff, putOn }: History, [first]: Kind[]): string[] {
  const label = first === undefined ? null : PREFIX + ENTRIES[first].tag;
  const wanted = label === null || takenOff.has(label) ? [] : [label];
  return [...new Set([...putOn, ...wanted])].sort();
}
