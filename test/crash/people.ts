/** People who write on the sandbox, and what has to stand under their issues in the end. */
import type { Random } from "../../src/sandbox/random.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { REPORTS } from "../e2e/server.ts";

/** What an issue says at the moment, and so what the bot's comment and label have to be. */
export interface Report {
  number: number;
  /** The comment that holds the report; null: the issue's body does. */
  comment: number | null;
  /** Null: no error is shown, nothing is to be said. */
  label: string | null;
  /** Text of this version of the report alone, which the bot's comment quotes. */
  words: string | null;
}

export interface People {
  reports: Report[];
  /** One of them opens an issue, edits one, or adds a log in a comment. */
  act(): void;
}

export type Version = Pick<Report, "label" | "words"> & { text: string };

/** A report that differs from every other one by its number. */
export function versionOf(edition: number, random: Random): Version {
  const kind = random.next();
  if (kind < 0.2) return { label: null, words: null, text: `${REPORTS.nothing}\n\nAsked ${edition} times.` };
  if (kind < 0.6)
    return {
      label: "error/kv-layout-mismatch",
      words: `src=[${edition}], dst=[${edition}, 1]`,
      text: REPORTS.geometry(`[${edition}]`, `[${edition}, 1]`),
    };
  return {
    label: "error/gpu-out-of-memory",
    words: `allocate ${edition}.43 GiB`,
    text: REPORTS.memory.replace("allocate 3.43", `allocate ${edition}.43`),
  };
}

/** @param random decides who does what; the same seed gives the same course of events */
export function createPeople(sandbox: Sandbox, random: Random): People {
  const reports: Report[] = [];
  let edition = 100;

  function open(): void {
    const { text, ...version } = versionOf(++edition, random);
    const { number } = sandbox.createIssue({ title: "[Bug] the server stops", body: text });
    reports.push({ number, comment: null, ...version });
  }

  function revise(report: Report): void {
    const { text, ...version } = versionOf(++edition, random);
    if (report.comment !== null) sandbox.editComment(report.comment, text);
    // A question that gets its log later gets it in a comment.
    else if (report.label === null && random.next() < 0.5)
      report.comment = sandbox.comment(report.number, text).id;
    else sandbox.editIssue(report.number, { body: text });
    Object.assign(report, version);
  }

  return {
    reports,
    act() {
      const old = reports[Math.floor(random.next() * reports.length)];
      if (old === undefined || random.next() < 0.5) open();
      else revise(old);
    },
  };
}
