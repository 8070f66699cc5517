import { expect, test } from "vitest";
import { bounded, codeSpan, fence, safeText } from "../../src/reply/escape.ts";
import { makeVisible } from "../../src/reply/invisible.ts";
import { render } from "./judge.ts";

test.each([
  ["a\u202eb", "a⟨U+202E⟩b"],
  ["a\u200bb\ufeff", "a⟨U+200B⟩b⟨U+FEFF⟩"],
  ["a\u001b[31mb\u0000c", "abc"],
  ["a\r\nb\rc\td", "a\nb\nc\td"],
  ["\ud800x\udfff", "\ufffdx\ufffd"],
  ["\u{e0041}", "⟨U+E0041⟩"],
  ["😀 é 你好 ✅\ufe0f", "😀 é 你好 ✅\ufe0f"],
])("makeVisible(%j)", (text, expected) => {
  expect(makeVisible(text)).toBe(expected);
});

test.each([
  ["abcdef", 6, "abcdef"],
  ["abcdefg", 6, "abcdef ⟨1 more characters⟩"],
  ["abcde😀", 6, "abcde ⟨2 more characters⟩"],
])("bounded(%j, %i)", (text, max, expected) => {
  expect(bounded(text, max)).toBe(expected);
});

test("a token that stands across the cut is still redacted", () => {
  expect(safeText(`key ghp_${"a1".repeat(18)}`, 20)).toBe("key ⟨GitHub token re ⟨6 more characters⟩");
});

test.each([
  ["plain", "`plain`"],
  ["a`b", "``a`b``"],
  ["`", "`` ` ``"],
  ["```x``", "```` ```x`` ````"],
  [" two\nlines ", "`two lines`"],
  ["", "`⟨empty⟩`"],
])("codeSpan(%j) shows exactly that", (text, expected) => {
  expect(codeSpan(text)).toBe(expected);
  expect(render(codeSpan(text)).code).toEqual([text.replace(/\s+/g, " ").trim() || "⟨empty⟩"]);
});

test.each(["x", "```", "a\n````\nb", "~~~\n`````js"])("fence(%j) holds it as it is", (text) => {
  const page = render(`${fence(text)}\n\nbehind`);
  expect(page.code).toEqual([`${text}\n`]);
  expect(page.skeleton).toContain("<p>behind</p>");
});
