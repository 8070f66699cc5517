/** Nothing of a reporter's text comes alive in a reply. HOSTILE_RUNS=10000 runs as many texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnosis } from "../../src/diagnosis.ts";
import { type ReplyContext, renderReply } from "../../src/reply/reply.ts";
import { COMMIT, CONTEXT, dcpEntry, dcpMatch, diagnosisOf, environment, reportedError } from "./diagnoses.ts";
import { HOSTILE } from "./hostile-text.ts";
import { render } from "./judge.ts";

const RUNS = Number(process.env.HOSTILE_RUNS ?? 200);

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

function replyTo(text: string, shape: number): string {
  return renderReply(SHAPES[shape]!(diagnosisWith(text)), contextWith(text));
}

const BENIGN = SHAPES.map((_, shape) => render(replyTo("a quiet text", shape)));

const LINKS = [
  /^https:\/\/triage\.example\/errors\/[a-z-]+$/,
  new RegExp(`^https://github\\.com/sgl-project/sglang/blob/${COMMIT}/python/[\\w/.]+#L336-L339$`),
  /^https:\/\/redirect\.github\.com\/sgl-project\/sglang\/(?:issues|pull)\/\d+$/,
];

const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}\p{Surrogate}]/u;

test(`${RUNS} hostile texts stay text`, { timeout: 60_000 + RUNS * 2_000 }, () => {
  fc.assert(
    fc.property(HOSTILE, fc.nat(SHAPES.length - 1), ({ text, secrets }, shape) => {
      const reply = replyTo(text, shape);
      expect(reply.length).toBeLessThan(60_000);
      expect(reply).not.toMatch(UNSEEN);
      for (const secret of secrets) expect(reply).not.toContain(secret);
      const page = render(reply);
      // The same page but for the content of code: no element, link, image, reference or fence of theirs.
      expect(page.skeleton).toBe(BENIGN[shape]!.skeleton);
      expect(page.links).toEqual(BENIGN[shape]!.links);
      expect(page.live).toEqual([]);
      expect(page.comments).toEqual(BENIGN[shape]!.comments);
      expect(page.tagsInCode).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test("the judge sees what it should: a benign reply has only our links and elements", () => {
  for (const page of BENIGN) {
    expect(page.live).toEqual([]);
    expect(page.comments).toHaveLength(1);
    for (const link of page.links)
      expect(
        LINKS.some((own) => own.test(link)),
        link,
      ).toBe(true);
    expect([...page.tags].filter((tag) => !OURS.has(tag))).toEqual([]);
  }
});

const OURS = new Set("a code details em h3 hr li ol p pre strong sub summary ul".split(" "));

test.each([
  ["@octocat", "live"],
  ["see sgl-project/sglang#12", "live"],
  ["GH-12", "live"],
  ["0123456789abcdef", "live"],
  ["![x](https://e.example/i.png)", "tags"],
  ["<img src=x>", "tags"],
  ["https://e.example", "links"],
  ["<!-- x -->", "comments"],
  ["```\nopen", "code"],
] as const)("the judge sees %j in running text", (text, where) => {
  const page = render(text);
  const seen = page[where];
  expect(seen instanceof Set ? seen.has("img") : seen.length > 0).toBe(true);
});

test.each([
  ["one line", "x".repeat(65_536)],
  ["back-ticks", "`".repeat(65_536)],
  ["quotes", ">".repeat(65_536)],
  ["nested lists", "- ".repeat(32_768)],
  ["emphasis", "*a_".repeat(21_845)],
  ["line ends", "\n".repeat(65_536)],
  ["lone surrogates", "\ud800".repeat(65_536)],
  ["right-to-left marks", "\u202e".repeat(65_536)],
  ["entities", "&amp;".repeat(13_107)],
])("65,536 characters of %s give a bounded reply", (_name, text) => {
  BENIGN.forEach((benign, shape) => {
    const reply = replyTo(text, shape);
    expect(reply.length).toBeLessThan(60_000);
    expect(render(reply).skeleton).toBe(benign.skeleton);
  });
});
