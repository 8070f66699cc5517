/**
 * What commands come to. Each is judged once, when it is first seen, and its effect is kept; what holds for a
 * thread follows from all effects in the order of their comments. Pure.
 */
import { z } from "zod";
import type { Note } from "../reply/asides.ts";

const effectSchema = z.discriminatedUnion("kind", [
  /** `lifts`: by the triage role, which takes back what was silenced, named or said to be wrong. */
  z.strictObject({ kind: z.literal("again"), lifts: z.boolean() }),
  z.strictObject({ kind: z.literal("explain") }),
  z.strictObject({ kind: z.literal("help") }),
  z.strictObject({ kind: z.literal("silence") }),
  /** Ids of the records that were answered with. */
  z.strictObject({ kind: z.literal("wrong"), records: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("as"), slug: z.string(), record: z.string() }),
  /** A command that cannot be done; it is told in the comment. */
  z.strictObject({
    kind: z.literal("failed"),
    why: z.enum(["unknown-command", "unknown-entry", "no-answer"]),
    word: z.string(),
    /** What may have been meant. */
    near: z.array(z.string()),
  }),
  /** By somebody who may not give it. */
  z.strictObject({ kind: z.literal("refused") }),
]);

/** What one command does; kept as JSON. */
export type Effect = z.infer<typeof effectSchema>;

/** What holds for a thread by the commands in it. */
export interface Orders {
  silenced: boolean;
  /** Records that are not to be answered with. */
  rejected: ReadonlySet<string>;
  /** The entry that the error is said to be. */
  entry: string | null;
  /** Somebody who may asked for an answer: age and whose log it is do not matter then. */
  asked: boolean;
  explain: boolean;
  /** Of the last command. */
  note: Note | null;
}

export const NO_ORDERS: Orders = {
  silenced: false,
  rejected: new Set(),
  entry: null,
  asked: false,
  explain: false,
  note: null,
};

/** @param effects by the id of their comment */
export function ordersOf(effects: ReadonlyMap<number, Effect>): Orders {
  return [...effects]
    .sort(([a], [b]) => a - b)
    .reduce((orders, [, effect]) => after(orders, effect), NO_ORDERS);
}

function after(orders: Orders, effect: Effect): Orders {
  switch (effect.kind) {
    case "refused":
      return orders;
    case "again":
      return { ...(effect.lifts ? NO_ORDERS : orders), asked: true, explain: false, note: null };
    case "explain":
      return { ...orders, asked: true, explain: true, note: null };
    case "help":
      return { ...orders, asked: true, note: { kind: "help" } };
    case "failed":
      return { ...orders, asked: true, note: effect };
    case "silence":
      return { ...orders, silenced: true, note: null };
    case "wrong": {
      const rejected = new Set([...orders.rejected, ...effect.records]);
      return { ...orders, rejected, entry: null, explain: false, note: null };
    }
    case "as": {
      const rejected = new Set([...orders.rejected].filter((record) => record !== effect.record));
      return { ...orders, rejected, entry: effect.slug, asked: true, note: null };
    }
  }
}

export function writeEffect(effect: Effect): string {
  return JSON.stringify(effect);
}

/** What another version wrote and this one does not know has no effect, and stays handled. */
export function readEffect(text: string): Effect {
  try {
    const read = effectSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : { kind: "refused" };
  } catch {
    return { kind: "refused" };
  }
}
