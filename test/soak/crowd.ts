/**
 * A crowd that writes without end on a sandbox that does not grow: it opens issues, comments, edits, and now and
 * then all speak of one issue at once. The oldest issues leave the sandbox, checked for what stands under them.
 */
import type { Random } from "../../src/sandbox/random.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { issueKey } from "../../src/sandbox/state.ts";
import { judge, type Verdict } from "../crash/judge.ts";
import { type Report, type Version, versionOf } from "../crash/people.ts";
import { ofUsualLength } from "../load/webhooks.ts";

export interface Crowd {
  /** One event: an issue is opened, or one of those there, hot or not, is spoken of. */
  act(): void;
  /** Issues opened so far. */
  opened(): number;
  /** What is wrong with the issues that have left; forgets it. */
  takeWrong(): Verdict;
  /** The issues that are still there. */
  readonly reports: readonly Report[];
}

/** So many issues stay: at five a second, each has most of a minute to be answered before it leaves. */
const MOST_ISSUES = 500;
/** A thread grows to this; then its comments are edited. The cost of reading it must not grow with the run. */
const MOST_COMMENTS = 25;
/** Of what begins, the share that opens an issue; of the talks, that of hot ones, of up to so many events. */
const OPENS = 0.35;
const HOT = 0.45;
const HOT_EVENTS = 100;
const CALM_EVENTS = 4;

export function createCrowd(sandbox: Sandbox, random: Random): Crowd {
  const reports: Report[] = [];
  const commentsOf = new Map<number, number[]>();
  const wrong: Verdict = { doubled: [], lost: new Map() };
  const talk: { of: Report | null; left: number } = { of: null, left: 0 };
  let edition = 100;
  let opened = 0;

  const upTo = (most: number) => 1 + Math.floor(random.next() * most);
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random.next() * items.length)]!;
  const nextVersion = (): Version => {
    const { text, ...version } = versionOf(++edition, random);
    return { ...version, text: ofUsualLength(text) };
  };

  function open(): void {
    const { text, ...version } = nextVersion();
    const { number } = sandbox.createIssue({ title: "[Bug] the server stops", body: text });
    reports.push({ number, comment: null, ...version });
    commentsOf.set(number, []);
    opened += 1;
    if (reports.length > MOST_ISSUES) leave(reports.shift()!);
  }

  function speakOf(report: Report): void {
    const comments = commentsOf.get(report.number)!;
    const words = `I see this as well, on machine ${++edition}. ${"It came with the last update. ".repeat(10)}`;
    if (random.next() < 0.2) {
      const { text, ...version } = nextVersion();
      sandbox.editIssue(report.number, { body: text });
      Object.assign(report, version);
    } else if (comments.length < MOST_COMMENTS) {
      comments.push(sandbox.comment(report.number, words).id);
    } else sandbox.editComment(oneOf(comments), words);
  }

  function leave(report: Report): void {
    const { doubled, lost } = judge(sandbox, [report]);
    wrong.doubled.push(...doubled);
    for (const [number, fault] of lost) wrong.lost.set(number, fault);
    const { state } = sandbox;
    const issue = sandbox.issue(report.number);
    state.journal.atomically(() => {
      for (const { id } of state.comments.where(issueKey(issue))) state.comments.delete(id);
      for (const { id } of state.events.where(issueKey(issue))) state.events.delete(id);
      state.issues.delete(issueKey(issue));
    });
    commentsOf.delete(report.number);
  }

  return {
    reports,
    opened: () => opened,
    act() {
      if (talk.left === 0 && (reports.length < 10 || random.next() < OPENS)) return open();
      if (talk.left === 0) {
        // Not the oldest: it may leave before the bot has seen what was said last.
        talk.of = oneOf(reports.slice(Math.floor(reports.length / 2)));
        talk.left = upTo(random.next() < HOT ? HOT_EVENTS : CALM_EVENTS);
      }
      talk.left -= 1;
      speakOf(talk.of!);
    },
    takeWrong() {
      const taken = { doubled: wrong.doubled.splice(0), lost: new Map(wrong.lost) };
      wrong.lost.clear();
      return taken;
    },
  };
}
