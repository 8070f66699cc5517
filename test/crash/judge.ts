/** The sandbox's final state against what its people wrote. */
import { readMarker } from "../../src/reply/marker.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Report } from "./people.ts";

export interface Verdict {
  /** Issues with more than one comment of the bot. */
  doubled: number[];
  /** Issues whose comment or label is not what their text asks for, with what is wrong. */
  lost: Map<number, string>;
}

export function judge(sandbox: Sandbox, reports: readonly Report[]): Verdict {
  return {
    doubled: reports.map(({ number }) => number).filter((it) => sandbox.botCommentsOf(it).length > 1),
    lost: new Map(
      reports.flatMap((report) => {
        const fault = faultOf(sandbox, report);
        return fault === null ? [] : [[report.number, fault]];
      }),
    ),
  };
}

/** How many comments of the bot there are. */
export function countComments(sandbox: Sandbox, reports: readonly Report[]): number {
  return reports.reduce((sum, { number }) => sum + sandbox.botCommentsOf(number).length, 0);
}

/** A verdict in words, one line for each fault; `when` says of which moment it is. */
export function faultsOf({ doubled, lost }: Verdict, when: string): string[] {
  return [
    ...doubled.map((number) => `#${number}: more than one comment (${when})`),
    ...[...lost].map(([number, fault]) => `#${number}: ${fault} (${when})`),
  ];
}

function faultOf(sandbox: Sandbox, { number, label, words }: Report): string | null {
  // What is hidden says nothing any more.
  const bodies = sandbox
    .botCommentsOf(number)
    .filter(({ minimized }) => minimized === null)
    .map(({ body }) => body);
  const labels = sandbox.labelsOf(number).join(", ");
  if (labels !== (label ?? "")) return `labels are "${labels}" and not "${label ?? ""}"`;
  if (words === null) {
    // Whether an error was seen before its author took it back is a matter of time; no answer may remain.
    const answers = bodies.filter((body) => readMarker(body)?.recordIds.length !== 0);
    return answers.length === 0 ? null : "an answer to an error that is not shown";
  }
  if (bodies.length === 0) return "no comment";
  return bodies.some((body) => body.includes(words)) ? null : `the comment does not say ${words}`;
}
