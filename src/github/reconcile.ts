/** Makes one issue's comment and labels as they should be. Idempotent: run it as often as you like. */
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Catalog } from "../match/catalog.ts";
import type { Action } from "./actions.ts";
import { type AttachmentHost, type AttachmentReader, withAttachments } from "./attachments.ts";
import type { Client } from "./client.ts";
import { type Ourselves, plan, reasonToIgnore } from "./plan.ts";
import { createPublisher, type Published } from "./publisher.ts";
import { readSettings } from "./read-settings.ts";
import { readThread } from "./read-thread.ts";
import type { Settings } from "./settings.ts";
import { partsOf, type Thread } from "./thread.ts";

export interface ReconcileContext {
  client: Client;
  ourselves: Ourselves;
  catalog: Catalog;
  /** The comment for a diagnosis, marker included; null where there is nothing to say. */
  render(diagnosis: Diagnosis): string | null;
  attachments: { host: AttachmentHost; read: AttachmentReader };
}

export interface Reconciled {
  /** Null when the issue is gone. */
  thread: Thread | null;
  settings: Settings;
  /** Null when the thread was not looked at. */
  diagnosis: Diagnosis | null;
  published: Published[];
  /** A settings file that cannot be used, in words. */
  settingsProblem: string | null;
}

/** @throws the client's error when GitHub does not answer; run it again later */
export async function reconcile(
  context: ReconcileContext,
  repository: string,
  issue: number,
): Promise<Reconciled> {
  const { client } = context;
  const { settings, problem } = await readSettings(client, repository);
  const base = { settings, settingsProblem: problem };
  const thread = await readThread(client, repository, issue);
  if (thread === null) return { ...base, thread, diagnosis: null, published: [skipped("the issue is gone")] };
  const ignored = reasonToIgnore(thread, settings);
  if (ignored !== null) return { ...base, thread, diagnosis: null, published: [skipped(ignored)] };

  const { host, read } = context.attachments;
  const { parts, unread } = await withAttachments(partsOf(thread), host, read);
  const diagnosis = diagnose({ title: thread.title, parts }, context.catalog, {
    replyConfidence: settings.reply.minimumConfidence,
    labelConfidence: settings.labels.minimumConfidence,
    sitesWithoutEntry: settings.reply.sitesWithoutEntry,
  });
  const actions = plan({
    thread,
    diagnosis,
    complete: unread === 0,
    reply: context.render(diagnosis),
    settings,
    ourselves: context.ourselves,
    tags: context.catalog.tags,
  });
  const publisher = createPublisher(client, repository, settings.dryRun);
  const published: Published[] = [];
  for (const action of actions) published.push(await publisher.publish(action));
  return { ...base, thread, diagnosis, published };
}

function skipped(reason: string): Published {
  const action: Action = { type: "skip", reason };
  return { action, written: false, comment: null };
}
