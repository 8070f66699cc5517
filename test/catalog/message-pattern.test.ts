import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PatternError, patternOf, templateFromPattern } from "../../src/catalog/message-pattern.ts";
import { foldText, matchTemplate, parseTemplate, TemplateError } from "../../src/catalog/template.ts";

describe("a record's pattern", () => {
  test.each([
    ["holes", "src=(.+?), dst=(.+?)", "src=[1], dst=[2]", { src: "[1]", dst: "[2]" }],
    ["dots and brackets are literal", "f() [x] a.b (.+?)", "f() [x] a.b 7", { src: "7" }],
    ["a star in prose is literal", "--speculative-* flags (.+?)", "--speculative-* flags no", { src: "no" }],
    ["digits are an int", "takes (\\d+) arguments", "takes 5 arguments", { src: "5" }],
    ["an escaped character is that character", "a\\.b\\(c\\) (.*)", "a.b(c) d", { src: "d" }],
    ["braces are literal", '{"code": (.+?)}', '{"code": 4}', { src: "4" }],
  ])("%s", (_, pattern, text, captures) => {
    const found = matchTemplate(templateFromPattern(pattern, ["src", "dst"]), foldText(text));
    expect(found?.captures).toEqual(captures);
  });

  test.each([
    ["nested repetition", "(a+)+ b", /can backtrack/],
    ["a repeated hole", "(.+?)* b", /can backtrack/],
    ["look-ahead", "a (?=b) c", /look-around/],
    ["a back-reference", "(.+?) \\1 b", /back-reference/],
    ["a bare class", "a \\d+ b", /outside/],
    ["a bare any", "a .* b", /hole without a group/],
    ["no literal", "(.+?)", /at least one literal/],
    ["too long", "a".repeat(5000), /at most/],
  ])("refuses %s with the reason", (_, pattern, reason) => {
    expect(() => templateFromPattern(pattern)).toThrow(PatternError);
    expect(() => templateFromPattern(pattern)).toThrow(reason);
  });

  test("any text gives a template or a PatternError", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (pattern) => {
        try {
          templateFromPattern(pattern);
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
        }
      }),
    );
  });

  test("a template written as a pattern and read again matches the same texts", () => {
    const template = parseTemplate("Page size {a} differs from {b}!");
    expect(patternOf(template)).toBe("Page size (.+?) differs from (.+?)!");
    const again = templateFromPattern(patternOf(template), ["a", "b"]);
    expect(matchTemplate(again, foldText("Page size 1 differs from 64!"))?.captures).toEqual({
      a: "1",
      b: "64",
    });
    expect(() => parseTemplate("")).toThrow(TemplateError);
  });
});
