/** A complete entry to build tests on; `changes` replace top-level keys, undefined removes one. */
import { stringify } from "yaml";

export function entryText(changes: Record<string, unknown> = {}): string {
  const entry: Record<string, unknown> = {
    id: "0123456789abcdef",
    class: "ValueError",
    message: "The frobnicator has {count} teeth but {wanted} are needed",
    type: "validation",
    severity: "error",
    origin: "sglang",
    tags: ["test"],
    match: [
      { class: "ValueError", message: "The frobnicator has {count:int} teeth but {wanted:int} are needed" },
    ],
    captures: { count: "Teeth found.", wanted: "Teeth needed." },
    documentation:
      "The frobnicator counts its teeth at start and compares the number with the one in its settings file.",
    triggers: "The numbers differ at start.",
    situations: ["A tooth fell out in transit."],
    solutions: ["Set --teeth to the number that was found.", "Buy a new frobnicator of the right size."],
    prevention: ["Count teeth before starting."],
    examples: {
      positive: ["ValueError: The frobnicator has 3 teeth but 4 are needed"],
      nearMiss: ["ValueError: The frobnicator has no teeth at all"],
    },
    reviewed: { date: "2026-11-30", commit: "d315eb725044e435b146c85488b7c6d9222f7fec" },
    ...changes,
  };
  return stringify(Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)));
}
