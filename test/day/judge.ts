/** The sandbox's state against the oracle. */
import type { Catalog } from "../../src/match/catalog.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { expected, type History } from "./oracle.ts";
import { ENTRIES } from "./reports.ts";

/** What of an issue is not as the oracle says. */
export function faultsOf(sandbox: Sandbox, history: History, catalog: Catalog): string[] {
  if (history.deleted) return [];
  const { number } = history;
  const wanted = expected(history);
  const faults: string[] = [];
  const compare = (what: string, found: unknown, right: unknown) => {
    if (JSON.stringify(found) === JSON.stringify(right)) return;
    faults.push(`#${number}: ${what} ${JSON.stringify(found)} and not ${JSON.stringify(right)}`);
  };
  const ours = sandbox.botCommentsOf(number);
  if (ours.length > 1) faults.push(`#${number}: ${ours.length} comments of ours`);
  const [comment] = ours;
  const found = comment === undefined ? "none" : comment.minimized === null ? "visible" : "hidden";
  const right = wanted.comment === "hidden or none" && found !== "visible" ? found : wanted.comment;
  compare("the comment is", found, right);
  if (found === "visible" && right === "visible") {
    const ids = wanted.kinds.map((kind) => catalog.entries.get(ENTRIES[kind].slug)!.id);
    compare("the records are", recordsOf(comment!.body), ids);
    if (wanted.words !== null && !comment!.body.includes(wanted.words))
      faults.push(`#${number}: the comment does not say ${wanted.words}`);
  }
  compare("the labels are", sandbox.labelsOf(number).sort(), wanted.labels);
  for (const [id, content] of wanted.reactions) {
    const given = sandbox.reactionsTo(id).filter((it) => it.startsWith(OUR_LOGIN));
    compare(`our reactions to ${id} are`, given, [`${OUR_LOGIN} ${content}`]);
  }
  for (const { id, command, deleted } of history.remarks) {
    if (command !== null || deleted) continue;
    compare(
      `our reactions to ${id} are`,
      sandbox.reactionsTo(id).filter((it) => it.startsWith(OUR_LOGIN)),
      [],
    );
  }
  return faults;
}

export const OUR_LOGIN = "sglang-triage[bot]";
const MARKER = /^<!-- sglang-triage v\d+((?: [0-9a-f]{16})*) -->\n/;

function recordsOf(body: string): string[] | null {
  const found = MARKER.exec(body);
  return found === null ? null : found[1]!.split(" ").filter(Boolean);
}
