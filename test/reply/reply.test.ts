import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readMarker } from "../../src/reply/marker.ts";
import { renderReply } from "../../src/reply/reply.ts";
import { CONTEXT, dcpEntry, dcpMatch, diagnosisOf, environment, reportedError } from "./diagnoses.ts";
import { render } from "./judge.ts";

const SITE = {
  id: "0123456789abcdef",
  errorClass: "ValueError",
  message: "bad size {n} for {self.name!r}",
  guard: null,
};

test("the reply to the DCP report, as judged by eye", () => {
  const golden = readFileSync(new URL("../fixtures/replies/dcp.md", import.meta.url), "utf8");
  expect(renderReply(diagnosisOf(dcpMatch()), CONTEXT)).toBe(golden);
});

test("the marker names the records shown, the primary one first", () => {
  const other = dcpMatch({ entry: dcpEntry({ id: "1cf1ea870b01f5b5", slug: "other" }) });
  const reply = renderReply(diagnosisOf(dcpMatch(), { secondary: [other, other, other] }), CONTEXT);
  expect(readMarker(reply)?.recordIds).toEqual(["e5d14d89baab6914", "1cf1ea870b01f5b5", "1cf1ea870b01f5b5"]);
});

test("without a primary match there is no reply", () => {
  const diagnosis = { ...diagnosisOf(dcpMatch()), primary: null };
  expect(() => renderReply(diagnosis, CONTEXT)).toThrow(TypeError);
});

describe("where it is raised", () => {
  const place = { ...dcpMatch().place!, release: "0.5.9" };

  test("at the reporter's release", () => {
    const match = dcpMatch({ place });
    const reply = renderReply(diagnosisOf(match, { environment: environment({ sglang: "0.5.9" }) }), CONTEXT);
    expect(reply).toContain("(`0.5.9`, the release of this report):\n\nhttps://github.com/");
  });

  test("at another release when the reporter's is not known", () => {
    expect(renderReply(diagnosisOf(dcpMatch({ place })), CONTEXT)).toContain("(release `0.5.9`):");
  });

  test.each([
    [null, "On `main` this check no longer exists."],
    [
      { ...place, commit: "a".repeat(40), firstLine: 400 },
      "On `main` it is `python/sglang/srt/disaggregation/common/conn.py`, line 400.",
    ],
  ])("and now, when it has moved or gone", (now, words) => {
    const raiseSiteNow = { name: "main", place: now };
    expect(renderReply(diagnosisOf(dcpMatch({ place })), { ...CONTEXT, raiseSiteNow })).toContain(words);
  });

  test("below SGLang", () => {
    const entry = dcpEntry({
      origin: "torch",
      sourceUrl: "https://github.com/pytorch/pytorch/blob/abc/x.py#L1",
    });
    expect(renderReply(diagnosisOf(dcpMatch({ entry, place: null })), CONTEXT)).toContain(
      "**Raised** below SGLang, in `torch`:\n\nhttps://github.com/pytorch/pytorch/blob/abc/x.py#L1",
    );
  });

  test("by the traceback alone, without where the package is installed", () => {
    const error = reportedError({
      frames: [
        { file: "/home/jane/x/lib/site-packages/torch/loader.py", line: 7, function: "load", source: null },
      ],
    });
    expect(renderReply(diagnosisOf(dcpMatch({ error, place: null })), CONTEXT)).toContain(
      "**Raised at** `torch/loader.py`, line 7, in `load`, says the traceback.",
    );
  });
});

describe("what to try", () => {
  const fixed = dcpMatch({ entry: dcpEntry({ fixedIn: "0.5.20" }) });

  test("an upgrade first, for a release older than the fix", () => {
    const reply = renderReply(
      diagnosisOf(fixed, { environment: environment({ sglang: "0.5.18" }) }),
      CONTEXT,
    );
    expect(reply).toContain(
      "\n1. Upgrade SGLang to `0.5.20` or later, where this is fixed. This report is about `0.5.18`.\n2. ",
    );
  });

  test("an upgrade in the entry's own words, said once", () => {
    const solutions = [
      "Lower the load of the server.",
      "Upgrade sglang to 0.5.20, which compares per group.",
    ];
    const match = dcpMatch({ entry: dcpEntry({ fixedIn: "0.5.20", solutions, cases: [] }) });
    const reply = renderReply(
      diagnosisOf(match, { environment: environment({ sglang: "0.5.18" }) }),
      CONTEXT,
    );
    expect(reply).toContain(
      "1. Upgrade sglang to 0.5.20, which compares per group. This report is about `0.5.18`.\n2. Lower the load",
    );
    expect(reply).not.toContain("3. ");
  });

  test("a word on the fix when the release is not known", () => {
    expect(renderReply(diagnosisOf(fixed), CONTEXT)).toContain(
      "Fixed in `0.5.20`: on an older release, upgrade first.",
    );
  });

  test("a case's sentence before the list, its values as code", () => {
    const entry = dcpEntry();
    const say = "Prefill holds {src_token_lens}, which is @wrong.";
    const match = dcpMatch({ entry: { ...entry, cases: [{ ...entry.cases[1]!, say }] } });
    const reply = renderReply(diagnosisOf(match), CONTEXT);
    expect(reply).toContain("**Try this**\n\nPrefill holds `1152, 1152`, which is `@wrong`.\n\n1. ");
  });
});

describe("the quoted line", () => {
  test.each([
    [{ part: "title", lineNumber: 0 }, "The title says:"],
    [{ part: "body", lineNumber: 3 }, "Line 3 of the issue says:"],
    [{ part: "c1", lineNumber: 3, count: 8 }, "Line 3 of a comment or attachment (seen 8 times) says:"],
  ])("says where it stands: %j", (where, words) => {
    expect(renderReply(diagnosisOf(dcpMatch({ error: reportedError(where) })), CONTEXT)).toContain(words);
  });

  test("of a very long line shows the part around the message", () => {
    const message = "PD DCP source/destination KV geometry differs: src=[1], dst=[2]";
    const error = reportedError({
      line: `${"0123456789".repeat(1_000)}${message}${"y".repeat(9_000)}`,
      message,
    });
    const reply = renderReply(diagnosisOf(dcpMatch({ error })), CONTEXT);
    expect(reply).toContain(`⟨9880 characters⟩ … 0123456789`);
    expect(reply).toContain(message);
    expect(reply).toMatch(/ ⟨\d+ more characters⟩\n```/);
  });
});

test("a raise site without entry gets its place and no invented cause", () => {
  const match = dcpMatch({ entry: null, site: SITE, captures: { n: "3" } });
  const reply = renderReply(diagnosisOf(match), CONTEXT);
  expect(reply).toContain("### `ValueError`: bad size … for …\n");
  expect(reply).toContain("Nobody has written down a cause for this error yet.");
  expect(reply).not.toContain("**Try this**");
});

test("a raise site shows its condition, and one without a message is named by its class", () => {
  const site = { ...SITE, message: "", guard: "n < 0 and not self.ready" };
  const reply = renderReply(diagnosisOf(dcpMatch({ entry: null, site, captures: {} })), CONTEXT);
  expect(reply).toContain("### `ValueError` without a message\n");
  expect(reply).toContain("The code raises it under this condition: `n < 0 and not self.ready`");
});

test("other errors of the report are folded, with cause and first advice", () => {
  const error = reportedError({ message: "second @octocat", lineNumber: 40 });
  const other = dcpMatch({ error, entry: dcpEntry({ slug: "other-slug" }) });
  const reply = renderReply(diagnosisOf(dcpMatch(), { secondary: [other] }), CONTEXT);
  expect(reply).toContain("**`RuntimeError: second @octocat`** (line 40)");
  expect(reply).toContain("[More](https://triage.example/errors/other-slug)");
});

test("similar issues: at most five, by quiet links, none to what is no repository", () => {
  const similar = Array.from({ length: 9 }, (_, index) => ({
    ...CONTEXT.similar![0]!,
    number: index + 1,
    repository: index === 1 ? "evil/../x y" : "o/r",
  }));
  const links = render(renderReply(diagnosisOf(dcpMatch()), { ...CONTEXT, similar })).links;
  expect(links.filter((link) => link.startsWith("https://redirect.github.com/o/r/issues/"))).toHaveLength(4);
});

test("a secret is not shown even where only its value was captured", () => {
  const message = "login failed with api_key=correcthorse1 at start";
  const match = dcpMatch({
    error: reportedError({ message, line: message }),
    captures: { key: "correcthorse1" },
  });
  const reply = renderReply(diagnosisOf(match), CONTEXT);
  expect(reply).not.toContain("correcthorse1");
  expect(reply).toContain("`key` = `⟨secret removed⟩`");
});

test("an entry longer than a comment leaves out what does not fit, and says so", () => {
  const ticks = "`".repeat(4_000);
  const many = Array.from({ length: 40 }, () => ticks);
  const captures = Object.fromEntries(many.map((text, index) => [`n${index}${text}`, text]));
  const entry = dcpEntry({
    documentation: ticks,
    triggers: ticks,
    situations: many,
    prevention: many,
    solutions: many,
    related: many,
    exampleFix: ticks,
    captures,
  });
  const match = dcpMatch({ entry, captures });
  const similar = many.map((title, index) => ({ ...CONTEXT.similar![0]!, number: index + 1, title }));
  const reply = renderReply(diagnosisOf(match, { secondary: [match, match] }), { ...CONTEXT, similar });
  expect(reply.length).toBeGreaterThan(40_000);
  expect(reply.length).toBeLessThan(60_000);
  expect(reply).toContain("left out because they are too long");
  expect(reply).toContain("**Raised at**");
  expect(reply).toContain("it may be wrong");
});
