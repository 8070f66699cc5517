/** Nothing of a reporter's text comes alive in a reply. `npm run hostile` holds 10,000 texts against that. */
import { expect, test } from "vitest";
import { loadCatalog } from "../../src/match/catalog.ts";
import { COMMIT } from "./diagnoses.ts";
import { BENIGN, holdHostile, replyTo } from "./hostile.ts";
import { render } from "./judge.ts";

const TEXTS = 300;

const LINKS = [
  /^https:\/\/triage\.example\/errors\/[a-z-]+$/,
  new RegExp(`^https://github\\.com/sgl-project/sglang/blob/${COMMIT}/python/[\\w/.]+#L336-L339$`),
  /^https:\/\/redirect\.github\.com\/sgl-project\/sglang\/(?:issues|pull)\/\d+$/,
];

test(`${TEXTS} hostile texts stay text`, { timeout: 600_000 }, () => {
  const figures = holdHostile(TEXTS, loadCatalog());
  expect(figures.texts).toBe(TEXTS);
  expect(figures.whole).toBeGreaterThan(0);
  expect(figures.secrets).toBeGreaterThan(0);
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
