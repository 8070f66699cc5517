/** Reads a fuzz report with the whole pipeline and says whether the planted error came first. */
import { diagnose } from "../../src/diagnose.ts";
import type { Catalog } from "../../src/match/catalog.ts";
import type { FuzzReport } from "./report.ts";

export interface Judgement {
  /** Null: the planted error stands first. Otherwise what does. */
  fault: string | null;
  /** CPU time in milliseconds. */
  ms: number;
}

/** A report may take this long plus this much per character, on a machine that does other things, too. */
const FIXED_MS = 25;
const NS_PER_CHARACTER = 3_000;
const RETRIES = 3;

export function isSlow(ms: number, characters: number): boolean {
  return ms > FIXED_MS + (characters * NS_PER_CHARACTER) / 1e6;
}

/** Reads it again while it seems slow: the fastest run counts, since others were disturbed. */
export function judge(report: FuzzReport, catalog: Catalog): Judgement {
  let [fault, ms] = timed(report, catalog);
  for (let turn = 0; turn < RETRIES && isSlow(ms, lengthOf(report)); turn += 1) {
    const [, again] = timed(report, catalog);
    ms = Math.min(ms, again);
  }
  return { fault, ms };
}

function timed(report: FuzzReport, catalog: Catalog): [string | null, number] {
  const start = process.cpuUsage();
  const fault = faultOf(report, catalog);
  const used = process.cpuUsage(start);
  return [fault, (used.user + used.system) / 1_000];
}

/** Characters of all parts together. */
export function lengthOf({ parts }: FuzzReport): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

function faultOf({ title, parts, planted, part, lineNumbers }: FuzzReport, catalog: Catalog): string | null {
  const { errors, primary } = diagnose({ title, parts }, catalog);
  if (planted.slug !== null && primary?.entry?.slug === planted.slug) return null;
  const error =
    primary?.error ?? errors.find(({ error }) => error.role === "root")?.error ?? errors[0]?.error;
  if (error === undefined) return "nothing is found";
  const shown = `line ${error.lineNumber} "${error.line.slice(0, 160)}"`;
  if (error.part !== part || !lineNumbers.includes(error.lineNumber)) return `first is ${shown}`;
  if (planted.slug !== null) return `${shown} matches ${primary?.entry?.slug ?? "no entry"}`;
  const wanted = fold(planted.lines.join(""));
  const message = wanted.slice(wanted.indexOf(":") + 1);
  const found = fold(error.message);
  // Lines below that carry no stamp may well belong to the message.
  return found.startsWith(message) ? null : `${shown} reads as "${error.message.slice(0, 200)}"`;
}

/** Terminals break lines anywhere: white space tells nothing. */
function fold(text: string): string {
  return text.replace(/\s+/g, "");
}
