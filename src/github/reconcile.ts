/** Makes one issue's comment and labels as they should be. Idempotent: run it as often as you like. */
import { diagnose } from "../diagnose.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { Part } from "../extract/report.ts";
import type { SimilarIssue } from "../reply/folded.ts";
import type { Action } from "./actions.ts";
import { type AttachmentHost, type AttachmentReader, withAttachments } from "./attachments.ts";
import type { Client } from "./client.ts";
import { isHidden } from "./hide-comment.ts";
import { acknowledge, newCommands } from "./judge-commands.ts";
import type { Memory, ThreadMemory } from "./memory.ts";
import { type Ourselves, type PlanInput, plan, reasonToIgnore } from "./plan.ts";
import { ourComment } from "./plan-comment.ts";
import { createPublisher, type Published, type Publisher } from "./publisher.ts";
import { readSettings, type SettingsMemory } from "./read-settings.ts";
import { readThread, type Unreadable } from "./read-thread.ts";
import type { Knowledge } from "./repository-catalog.ts";
import { readRoles } from "./roles.ts";
import type { Settings } from "./settings.ts";
import { partsOf, type Thread, type ThreadComment } from "./thread.ts";
import { type Understanding, understand } from "./understand.ts";

export interface ReconcileContext {
  client: Client;
  ourselves: Ourselves;
  /** What is known for the repository under its settings. */
  knowledge(settings: Settings): Promise<Knowledge>;
  attachments: { host: AttachmentHost; read: AttachmentReader };
  settingsMemory: SettingsMemory;
  memory: Memory;
  /** Other issues with the error that is answered. */
  similar(thread: Thread, diagnosis: Diagnosis): Promise<SimilarIssue[]>;
  now(): Date;
  /** Asked before each write. @throws when the thread is another worker's by now */
  assertHeld(): void;
}

export interface Reconciled {
  thread: Thread | Unreadable;
  settings: Settings;
  /** Of the whole thread, for the index; null when the thread was not looked at. */
  diagnosis: Diagnosis | null;
  /** What is answered; null when the thread was not looked at. */
  answer: Diagnosis | null;
  /** Our comment as it was found, and what is remembered of it. */
  found: { comment: ThreadComment | null; memory: ThreadMemory } | null;
  published: Published[];
  /** Settings files that cannot be used, in words. */
  settingsProblem: string | null;
  /** Whether an answer was kept back because the day's most comments are written. */
  capReached: boolean;
}

/** @throws the client's error when GitHub does not answer; run it again later */
export async function reconcile(
  context: ReconcileContext,
  repository: string,
  issue: number,
): Promise<Reconciled> {
  const { client } = context;
  const { settings, problem } = await readSettings(client, repository, context.settingsMemory);
  const thread = await readThread(client, repository, issue);
  const knowledge = await context.knowledge(settings);
  const problems = [problem, knowledge.problem].filter((one) => one !== null).join("\n");
  const base = { thread, settings, settingsProblem: problems === "" ? null : problems };
  const nothing = { ...base, diagnosis: null, answer: null, found: null, capReached: false };
  if (typeof thread === "string") return { ...nothing, published: [skipped(`the issue is ${thread}`)] };
  const ignored = reasonToIgnore(thread, settings);
  if (ignored !== null) return { ...nothing, published: [skipped(ignored)] };
  return { ...base, ...(await answerThread(context, thread, settings, knowledge)) };
}

async function answerThread(
  context: ReconcileContext,
  thread: Thread,
  settings: Settings,
  knowledge: Knowledge,
): Promise<Omit<Reconciled, "thread" | "settings" | "settingsProblem">> {
  const { client, ourselves } = context;
  const { catalog } = knowledge;
  const { repository, number } = thread;
  const publisher = createPublisher(client, repository, settings.dryRun);
  const memory = await context.memory.read(repository, number);
  const given = newCommands(thread, settings, memory.handled);
  const roles = await readRoles(
    client,
    repository,
    given.map(({ comment }) => comment.author.login),
  );
  const published = await publishAll(context, publisher, thread, acknowledge(given, thread, settings, roles));

  const { parts, unread } = await withAttachments(
    partsOf(thread),
    context.attachments.host,
    context.attachments.read,
  );
  const comment = await withVisibility(client, thread, ourselves);
  const read = (title: string, of: Part[]): Diagnosis =>
    diagnose({ title, parts: of }, catalog, policyOf(settings));
  const { handled } = memory;
  const understanding = understand({
    thread,
    parts,
    settings,
    ourselves,
    catalog,
    given,
    roles,
    handled,
    diagnose: read,
  });
  if (understanding.handled.length > 0)
    await context.memory.afterJudging(repository, number, comment?.id ?? null, understanding.handled);
  const input: PlanInput = {
    thread,
    understanding,
    complete: unread === 0,
    reply: await renderAnswer(context, knowledge, thread, understanding),
    memory,
    capReached: false,
    settings,
    ourselves,
    tags: catalog.tags,
    now: context.now(),
  };
  const first = plan(input);
  const capReached = !(await isWithinCap(context, input, first));
  const actions = capReached ? plan({ ...input, capReached }) : first;
  published.push(...(await publishAll(context, publisher, thread, actions)));
  return {
    diagnosis: read(thread.title, parts),
    answer: understanding.diagnosis,
    found: { comment, memory },
    published,
    capReached,
  };
}

function policyOf({ reply, labels }: Settings): Parameters<typeof diagnose>[2] {
  return {
    replyConfidence: reply.minimumConfidence,
    labelConfidence: labels.minimumConfidence,
    sitesWithoutEntry: reply.sitesWithoutEntry,
  };
}

async function renderAnswer(
  { similar }: ReconcileContext,
  { render }: Knowledge,
  thread: Thread,
  { diagnosis, orders }: Understanding,
): Promise<string | null> {
  const { explain, note } = orders;
  return render(diagnosis, { similar: await similar(thread, diagnosis), explain, note });
}

/** An older GitHub does not say in its lists whether a comment is hidden; only ours matters. */
async function withVisibility(
  client: Client,
  thread: Thread,
  ourselves: Ourselves,
): Promise<ThreadComment | null> {
  const comment = ourComment(thread, ourselves);
  if (comment !== null && comment.hidden === null) comment.hidden = await isHidden(client, comment.nodeId);
  return comment;
}

/** A first comment needs a slot of the day. */
async function isWithinCap(
  { memory }: ReconcileContext,
  { thread, settings }: PlanInput,
  actions: Action[],
): Promise<boolean> {
  if (settings.dryRun || !actions.some(({ type }) => type === "create-comment")) return true;
  return await memory.takeSlot(thread.repository, thread.number, settings.caps.commentsPerDay);
}

async function publishAll(
  { memory, assertHeld }: ReconcileContext,
  publisher: Publisher,
  { repository, number }: Thread,
  actions: Action[],
): Promise<Published[]> {
  const published: Published[] = [];
  for (const action of actions) {
    assertHeld();
    if (action.type === "hide-comment") await memory.beforeHide(repository, number, action.comment);
    published.push(await publisher.publish(action));
  }
  return published;
}

function skipped(reason: string): Published {
  const action: Action = { type: "skip", reason };
  return { action, written: false, comment: null };
}
