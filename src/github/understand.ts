/** What is known of a thread once its commands are judged: whose report counts, and which error it shows. Pure. */

import type { Diagnosis } from "../diagnosis.ts";
import type { Part } from "../extract/report.ts";
import type { Catalog } from "../match/catalog.ts";
import { recordIdOf } from "../reply/diagnosis-json.ts";
import { readMarker } from "../reply/marker.ts";
import { effectOf, type GivenCommand, type HandledCommand, type Role } from "./judge-commands.ts";
import { labelsFor } from "./labels.ts";
import { diagnosisAs } from "./named-entry.ts";
import { nearSlugs } from "./near-slugs.ts";
import { type Effect, type Orders, ordersOf } from "./orders.ts";
import type { Ourselves } from "./plan.ts";
import { ourComment } from "./plan-comment.ts";
import type { Settings } from "./settings.ts";
import { sameLogin, type Thread } from "./thread.ts";

export interface Understanding {
  orders: Orders;
  /** Commands judged now, to be remembered. */
  handled: HandledCommand[];
  /** What is answered and labelled. */
  diagnosis: Diagnosis;
  /** Whether the error is known and not answered because a person said that the answer is wrong. */
  rejected: boolean;
}

export interface UnderstandInput {
  thread: Thread;
  /** With what is attached to them. */
  parts: Part[];
  settings: Settings;
  ourselves: Ourselves;
  catalog: Catalog;
  given: readonly GivenCommand[];
  roles: ReadonlyMap<string, Role>;
  /** Effects of the commands handled before. */
  handled: ReadonlyMap<number, Effect>;
  diagnose(title: string, parts: Part[]): Diagnosis;
}

/** Other people whose logs are looked at where the author's have no answer. */
const MAX_OTHERS = 20;

export function understand(input: UnderstandInput): Understanding {
  const { thread, settings, catalog, given, roles } = input;
  const before = ordersOf(input.handled);
  const answered = given.some(({ command }) => command.verb === "wrong")
    ? answeredRecords(input, underOrders(input, before).diagnosis)
    : [];
  const handled = given.map((one): HandledCommand => {
    const effect = effectOf(one, {
      thread,
      settings,
      roles,
      answered,
      recordOf: (slug) => catalog.entries.get(slug)?.id ?? null,
      near: (slug) => nearSlugs(slug, catalog.entries.keys()),
    });
    return { comment: one.comment.id, author: one.comment.author.login, command: one.command, effect };
  });
  const effects = new Map([
    ...input.handled,
    ...handled.map(({ comment, effect }) => [comment, effect] as const),
  ]);
  const orders = ordersOf(effects);
  return { orders, handled, ...underOrders(input, orders) };
}

/** What a reader of the thread sees answered: the records of our comment, or what the label stands for. */
function answeredRecords(
  { thread, ourselves, settings, catalog }: UnderstandInput,
  diagnosis: Diagnosis,
): string[] {
  const present = ourComment(thread, ourselves);
  const shown = present === null ? [] : readMarker(present.body)!.recordIds;
  if (shown.length > 0) return shown;
  const isLabelled = labelsFor(diagnosis, settings, catalog.tags).some(({ label }) =>
    thread.labels.includes(label),
  );
  const record = isLabelled ? recordOfPrimary(diagnosis) : null;
  return record === null ? [] : [record];
}

function recordOfPrimary({ primary }: Diagnosis): string | null {
  return primary === null ? null : recordIdOf(primary);
}

function underOrders(input: UnderstandInput, orders: Orders): { diagnosis: Diagnosis; rejected: boolean } {
  const found = diagnosisOf(input, orders);
  const entry = orders.entry === null ? undefined : input.catalog.entries.get(orders.entry);
  if (entry !== undefined)
    return { diagnosis: diagnosisAs(found, entry, input.thread.title, input.catalog), rejected: false };
  const record = recordOfPrimary(found);
  if (found.decision !== "silent" && record !== null && orders.rejected.has(record))
    return {
      diagnosis: { ...found, decision: "silent", reason: "a person said that the answer is wrong", tags: [] },
      rejected: true,
    };
  return { diagnosis: withinSettings(found, input.settings), rejected: false };
}

/**
 * The author's report first. Other people's logs count where that has no answer, each person's by itself, the
 * first one that has one; and together with the author's where somebody asked.
 */
function diagnosisOf({ thread, parts, settings, diagnose }: UnderstandInput, { asked }: Orders): Diagnosis {
  if (asked) return diagnose(thread.title, parts);
  const isAuthors = ({ author }: Part) => sameLogin(author, thread.author.login);
  const ofAuthor = diagnose(thread.title, parts.filter(isAuthors));
  if (ofAuthor.decision !== "silent" || settings.comments.from === "author") return ofAuthor;
  const others = new Set(parts.filter((part) => !isAuthors(part)).map(({ author }) => author));
  for (const login of [...others].slice(0, MAX_OTHERS)) {
    const ofOther = diagnose(
      "",
      parts.filter(({ author }) => author === login),
    );
    if (ofOther.decision === "reply") return ofOther;
  }
  return ofAuthor;
}

/** A repository may want comments about some kinds of errors only; the label says the rest. */
function withinSettings(diagnosis: Diagnosis, { reply }: Settings): Diagnosis {
  const entry = diagnosis.primary?.entry;
  if (diagnosis.decision !== "reply" || entry == null) return diagnosis;
  const fits =
    reply.severities.includes(entry.severity) && (reply.tags?.includes(entry.backgroundTag) ?? true);
  return fits
    ? diagnosis
    : { ...diagnosis, decision: "label", reason: `no comment about ${entry.slug} by settings` };
}
