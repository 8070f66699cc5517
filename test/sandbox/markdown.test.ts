import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/sandbox/pages/markdown.ts";

test.each([
  ["| a |\n|---|\n| 1 |", "<td>1</td>"],
  ["@someone wrote", '<span class="user-mention">@someone</span>'],
  ["see #12", '<span class="issue-link">#12</span>'],
  ["`@someone` and `#12`", "<code>@someone</code> and <code>#12</code>"],
  ["mail a@b and x#1y", "<p>mail a@b and x#1y</p>"],
  ['<b onclick="x()">bold</b>', "<b>bold</b>"],
  ["[x](javascript:alert(1))", "<a>x</a>"],
])("%j is rendered with %j", (markdown, html) => {
  expect(renderMarkdown(markdown)).toContain(html);
});

test.each([
  ["too long", "x".repeat(70_001)],
  ["emphasis", "*a **b ".repeat(9_000)],
  ["quotes", ">".repeat(60_000)],
  ["nested lists on a line", "- ".repeat(20_000)],
  [
    "lists by indentation",
    Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth * 2)}- x`).join("\n"),
  ],
  ["brackets", "[".repeat(60_000)],
  ["HTML", "<b>".repeat(20_000)],
  ["a wide table", `${"| a ".repeat(10_000)}\n${"|-".repeat(10_000)}`],
  ["links", "http://a.b/ ".repeat(5_000)],
  ["headings", "# a\n".repeat(15_000)],
])("%s is left to be shown as plain text", (_, markdown) => {
  const started = performance.now();
  expect(renderMarkdown(markdown)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(2_000);
});
