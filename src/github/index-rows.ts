/** What the index keeps of a thread: masked, hashed, and without what only concerns the reporter. Pure. */
import type { Diagnosis } from "../diagnosis.ts";
import type { ReportedError } from "../extract/report.ts";
import { fingerprintOf, frameOf, maskMessage } from "../match/mask.ts";
import { authorHash, type IndexedIssue, type Occurrence } from "../store/occurrences.ts";
import { answeredAt, type Thread } from "./thread.ts";

/** More distinct errors of one issue are repetitions of a log, not news. */
const MAX_OCCURRENCES = 50;

export function indexedIssue(thread: Thread, { decision, silence }: Diagnosis, now: Date): IndexedIssue {
  return {
    repository: thread.repository,
    issue: thread.number,
    title: maskMessage(thread.title),
    state: thread.state,
    authorHash: authorHash(thread.repository, thread.author.login),
    openedAt: new Date(thread.createdAt),
    updatedAt: now,
    closedAt: thread.closedAt === null ? null : new Date(thread.closedAt),
    answeredAt: answeredAt(thread),
    decision,
    silence,
  };
}

/** What each author reports, and what the logs show besides. */
export function occurrencesOf(thread: Thread, { primary, errors, environment }: Diagnosis): Occurrence[] {
  const comments = new Map(thread.comments.map((comment) => [String(comment.id), comment]));
  const authorOf = (part: string) => comments.get(part)?.author.login ?? thread.author.login;
  // What an author reports is the first of his errors; of the whole report, the one that it is about.
  const leading = new Map<string, ReportedError>();
  for (const { error } of errors) {
    const author = authorOf(error.part);
    if (!leading.has(author)) leading.set(author, error);
  }
  if (primary !== null) leading.set(authorOf(primary.error.part), primary.error);
  return errors.slice(0, MAX_OCCURRENCES).map(({ error, match }) => ({
    part: error.part,
    lineNumber: error.lineNumber,
    authorHash: authorHash(thread.repository, authorOf(error.part)),
    errorClass: error.errorClass,
    recordId: match?.entry?.id ?? null,
    siteId: match?.site?.id ?? null,
    backgroundTag: match?.entry?.backgroundTag ?? null,
    maskedMessage: maskMessage(error.message),
    fingerprint: fingerprintOf(error),
    frame: frameOf(error),
    leading: leading.get(authorOf(error.part)) === error,
    confidence: match?.confidence ?? 0,
    release: environment.sglang,
    vendor: environment.vendor,
    environment: {
      gpus: environment.gpus.slice(0, 8),
      torch: environment.torch,
      cuda: environment.cuda,
      model: publicModel(environment.model),
      flags: tellingFlags(environment.flags),
    },
    observedAt: new Date(comments.get(error.part)?.createdAt ?? thread.createdAt),
  }));
}

/** A model's name as hubs have it; a path of the reporter's machine is nobody's business. */
function publicModel(model: string | null): string | null {
  return model !== null && /^[\w.-]{1,60}\/[\w.-]{1,100}$/.test(model) ? model : null;
}

/** Flags whose value is one of a few words. Other words are names, addresses, paths and keys of the reporter. */
const CHOICES = /-backend$|-dtype$|^--dtype$|^--quantization$|-algorithm$|-mode$|^--device$/;
const MAX_FLAGS = 40;

/** The names of the launch flags, with the values that are numbers or choices. */
function tellingFlags(flags: Record<string, string>): string[] {
  return Object.entries(flags)
    .filter(([flag]) => /^--[a-z][a-z0-9-]{1,60}$/.test(flag))
    .slice(0, MAX_FLAGS)
    .map(([flag, value]) => {
      const tells = /^\d{1,4}(?:\.\d{1,3})?$/.test(value) || (CHOICES.test(flag) && /^\w{1,24}$/.test(value));
      return tells ? `${flag} ${value}` : flag;
    });
}
