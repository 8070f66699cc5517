/** Hostile texts in every place of a reply, and what of them came alive. */
import fc from "fast-check";
import { diagnose } from "../../src/diagnose.ts";
import type { Diagnosis } from "../../src/diagnosis.ts";
import type { Catalog } from "../../src/match/catalog.ts";
import { noteText } from "../../src/reply/asides.ts";
import { createReplier } from "../../src/reply/replier.ts";
import { type ReplyContext, renderReply } from "../../src/reply/reply.ts";
import { CONTEXT, dcpEntry, dcpMatch, diagnosisOf, environment, reportedError } from "./diagnoses.ts";
import { HOSTILE, type Hostile } from "./hostile-text.ts";
import { type Page, render } from "./judge.ts";

const LEAD = "The value {src_token_lens} on one side meets {dst_token_lens} on the other.";
const ENTRY = dcpEntry({
  documentation: "The two sides hold KV of another size, so a copy would corrupt the cache of the receiver.",
  situations: ["Another model or revision runs on the other side."],
  triggers: "Prefill at DCP size 1 and decode at DCP size above 1.",
  solutions: ["Start both servers with the same --model-path.", "Start decode with --dcp-size 1."],
  prevention: ["Launch both sides from one file of common flags."],
  related: ["unsupported-pd-dcp-topology"],
  captures: { src_token_lens: "Bytes of KV per token." },
  fixedIn: "0.5.9",
});

/** One reply with a hostile text in every place that a reporter can write to. */
function diagnosisWith(text: string): Diagnosis {
  const message = text;
  const half = Math.floor(text.length / 2);
  const error = reportedError({
    line: text,
    message,
    errorClass: text,
    frames: [{ file: text, line: 3, function: text, source: text }],
  });
  const match = dcpMatch({
    error,
    entry: ENTRY,
    captures: {
      src_token_lens: text,
      dst_token_lens: text.slice(half) || "x",
      other: text.slice(0, half) || "x",
    },
    evidence: [{ name: "message", amount: 1, weight: 1, detail: text }],
  });
  const site = { id: "0123456789abcdef", errorClass: null, message: "plain {value}", guard: null };
  const bare = dcpMatch({ error, entry: null, site, place: null, captures: { value: text } });
  return diagnosisOf(match, {
    environment: environment({ sglang: text }),
    advice: { lead: LEAD, solutions: ENTRY.solutions, upgradeTo: "0.5.9" },
    secondary: [match, bare],
    reason: text,
  });
}

function contextWith(text: string): ReplyContext {
  return {
    ...CONTEXT,
    asides: [noteText({ kind: "failed", why: "unknown-command", word: text, near: [] })],
    similar: [{ ...CONTEXT.similar![0]!, title: text }],
    raiseSiteNow: { name: "main", place: null },
  };
}

/** The shapes of a reply: with a lead, without one, for a site without entry. */
const SHAPES: ((plain: Diagnosis) => Diagnosis)[] = [
  (plain) => plain,
  (plain) => ({ ...plain, advice: { ...plain.advice!, lead: null } }),
  (plain) => ({ ...plain, primary: plain.secondary[1]!, advice: null }),
];

export function replyTo(text: string, shape: number): string {
  return renderReply(SHAPES[shape]!(diagnosisWith(text)), contextWith(text));
}

export const BENIGN = SHAPES.map((_, shape) => render(replyTo("a quiet text", shape)));

const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}\p{Surrogate}]/u;

/** What of a hostile text is seen or alive in the reply that shows it everywhere; nothing when all is well. */
function faultsOf({ text, secrets }: Hostile, shape: number): string[] {
  const reply = replyTo(text, shape);
  const page = render(reply);
  const benign = BENIGN[shape]!;
  return [
    ...commonFaults(reply, page, secrets),
    // The same page but for the content of code: no element, link, image, reference or fence of theirs.
    ...(page.skeleton === benign.skeleton ? [] : ["the page has another shape"]),
    ...(page.links.join(" ") === benign.links.join(" ") ? [] : [`links: ${page.links.join(" ")}`]),
    ...(page.comments.join() === benign.comments.join() ? [] : [`comments: ${page.comments.join()}`]),
  ];
}

function commonFaults(reply: string, page: Page, secrets: readonly string[]): string[] {
  return [
    ...(reply.length < 60_000 ? [] : [`${reply.length} characters`]),
    ...(UNSEEN.test(reply) ? ["a character that is not seen"] : []),
    ...secrets.filter((secret) => reply.includes(secret)).map((secret) => `the secret ${secret}`),
    ...(page.live.length === 0 ? [] : [`alive: ${page.live.join(" ")}`]),
    ...(page.tagsInCode.length === 0 ? [] : [`elements in code: ${page.tagsInCode.join(" ")}`]),
  ];
}

/** Of our comments, whatever entry they are about. */
const OUR_TAGS = new Set("a code details em h3 hr li ol p pre strong sub summary ul".split(" "));
const WARNING = "Written automatically";

/** The whole road: a report of that text about a known error, answered with everything a command can ask for. */
function faultsOnTheRoad(catalog: Catalog, { text, secrets }: Hostile): string[] {
  const line = text.replace(/\s+/g, " ").slice(0, 2_000);
  const body = `${text}\n\n\`\`\`\nRuntimeError: PD DCP source/destination KV geometry differs: src=${line}, dst=[1]\n\`\`\`\n`;
  const parts = [
    { kind: "body" as const, id: "body", author: "a", text: body },
    { kind: "comment" as const, id: "1", author: line, text: `CUDA out of memory ${text}` },
  ];
  const diagnosis = diagnose({ title: line.slice(0, 256), parts }, catalog);
  const reply = createReplier(catalog, "https://triage.example")(diagnosis, {
    explain: true,
    note: { kind: "failed", why: "unknown-entry", word: line, near: [] },
    similar: [{ ...CONTEXT.similar![0]!, title: line }],
  })!;
  const page = render(reply);
  const strange = [...page.tags].filter((tag) => !OUR_TAGS.has(tag));
  const links = page.links.filter((link) => !link.startsWith("https://") || /evil/.test(link));
  return [
    ...commonFaults(reply, page, secrets),
    ...(strange.length === 0 ? [] : [`elements: ${strange.join(" ")}`]),
    ...(links.length === 0 ? [] : [`links: ${links.join(" ")}`]),
    ...(page.comments.length === 1 ? [] : [`comments: ${page.comments.join(" | ")}`]),
    // A fence that does not end would have swallowed it.
    ...(page.skeleton.includes(WARNING) ? [] : ["the end is not seen"]),
  ];
}

export interface HostileFigures {
  texts: number;
  /** Of these, by the whole road. */
  whole: number;
  longest: number;
  secrets: number;
}

/**
 * Holds so many texts against the rules; with a catalog each fourth by the whole road.
 * @throws Error of fast-check with the first text it found: to make such long ones smaller would take hours
 */
export function holdHostile(texts: number, catalog: Catalog | null, seed?: number): HostileFigures {
  const figures = { texts: 0, whole: 0, longest: 0, secrets: 0 };
  const last = SHAPES.length - (catalog === null ? 1 : 0);
  fc.assert(
    fc.property(HOSTILE, fc.nat(last), (hostile, shape) => {
      figures.texts += 1;
      figures.longest = Math.max(figures.longest, hostile.text.length);
      figures.secrets += hostile.secrets.length;
      if (shape === SHAPES.length) figures.whole += 1;
      const faults = shape === SHAPES.length ? faultsOnTheRoad(catalog!, hostile) : faultsOf(hostile, shape);
      if (faults.length > 0) throw new Error(faults.join("\n"));
    }),
    { numRuns: texts, endOnFailure: true, ...(seed !== undefined && { seed }) },
  );
  return figures;
}
