import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  captureName,
  escapeTemplate,
  foldText,
  formatTemplate,
  matchTemplate,
  parseTemplate,
  TemplateError,
} from "../../src/catalog/template.ts";

function match(template: string, text: string): Record<string, string> | null {
  return matchTemplate(parseTemplate(template), foldText(text))?.captures ?? null;
}

describe("matching", () => {
  test.each([
    ["a literal alone", "out of memory", "CUDA out of memory here", {}],
    ["a hole takes as little as it can", "a={x}, b={y}", "a=1, b=2, b=3", { x: "1", y: "2, b=3" }],
    ["a hole at the end takes the rest of its line", "got {x}", "got one, two\nthree", { x: "one, two" }],
    ["white space is folded on both sides", "one   two {x} end", "one\n\ttwo  3\n  end", { x: "3" }],
    ["special characters are literal", "f(.*)[a-z]+? {x}", "f(.*)[a-z]+? 7", { x: "7" }],
    ["doubled braces are literal ones", '{{"code": {n:int}}}', '{"code": 400}', { n: "400" }],
    ["a hole may stand first", "{name} is not supported", "bfloat8 is not supported", { name: "bfloat8" }],
    ["a hole may be empty", "src=[{x}]", "src=[]", { x: "" }],
    ["names repeat with a number", "{n} of {n}!", "1 of 2!", { n: "1", n_2: "2" }],
    ["self. is not part of a readable name", "rank {self.dcp_rank}.", "rank 3.", { dcp_rank: "3" }],
  ])("%s", (_, template, text, captures) => {
    expect(match(template, text)).toEqual(captures);
  });

  test.each([
    ["a literal is missing", "one two", "one three"],
    ["literals stand in the wrong order", "a {x} b {y} c", "b 1 a 2 c"],
    ["case differs", "Out Of Memory", "out of memory"],
    ["an int is no int", "takes {n:int} arguments", "takes five arguments"],
    ["a weight has a dot", "'{w:weight}'", "'INFO'"],
  ])("no match when %s", (_, template, text) => {
    expect(match(template, text)).toBeNull();
  });
});

describe("typed holes", () => {
  test.each([
    ["int", "-12", true],
    ["int", "1.5", false],
    ["number", "1.5e-3", true],
    ["ident", "moe_fused_gate", true],
    ["ident", "9lives", false],
    ["name", "torch.ops.sgl_kernel", true],
    ["weight", "model.layers.0.mlp.down_proj.qweight", true],
    ["weight", "INFO", false],
    ["path", "/home/user/.cache/x.so", true],
    ["path", "a b", false],
    ["version", "0.4.6.post5", true],
    ["version", "main", false],
    ["hex", "0x7f57d9a00000", true],
    ["word", "a-b/c", true],
  ])("%s takes %s: %s", (type, value, fits) => {
    expect(match(`value <{v:${type}}> end`, `value <${value}> end`)).toEqual(fits ? { v: value } : null);
  });

  test("a later start is tried when a typed hole does not fit at the first", () => {
    expect(match("rank {n:int} died", "rank x and rank 3 died")).toEqual({ n: "3" });
  });

  test("a free hole goes on to where the typed hole behind its literal fits", () => {
    expect(match("{what} takes {n:int} of", "f takes no of takes 4 of")).toEqual({
      what: "f takes no of",
      n: "4",
    });
  });

  test("a full stop behind a value is not part of it", () => {
    expect(match("version {v:version}", "needs version 0.5.9.")).toEqual({ v: "0.5.9" });
  });
});

describe("reading", () => {
  test.each([
    ["an open brace", "a {b"],
    ["a closing brace alone", "a } b"],
    ["nested braces", "a {b{c}}"],
    ["no literal", "{a}{b}"],
    ["nothing", "   "],
  ])("refuses %s", (_, source) => {
    expect(() => parseTemplate(source)).toThrow(TemplateError);
  });

  test.each([
    ["self.dcp_rank", "dcp_rank"],
    ["len(prompts)", "len_prompts"],
    ["a[0]", "a_0"],
    ["", "value"],
    ["0", "value_0"],
  ])("the name of {%s} is %s", (expression, name) => {
    expect(captureName(expression)).toBe(name);
  });
});

describe("properties", () => {
  const word = fc.stringMatching(/^[a-zA-Z=:,.()]{1,12}$/);
  const value = fc.stringMatching(/^[0-9#]{1,8}$/);

  test("what a template prints, it matches, and gives the values back", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, value), { minLength: 1, maxLength: 6 }), (pieces) => {
        const source = pieces.map(([literal], index) => `${literal} {v${index}} `).join("");
        const template = parseTemplate(`${source}end`);
        const values = Object.fromEntries(pieces.map(([, text], index) => [`v${index}`, text]));
        const found = matchTemplate(template, foldText(`before ${formatTemplate(template, values)} after`));
        expect(found).not.toBeNull();
        expect(Object.keys(found!.captures)).toEqual(Object.keys(values));
      }),
    );
  });

  test("an escaped message is a template that matches the message", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (message) => {
        fc.pre(message.trim() !== "");
        expect(matchTemplate(parseTemplate(escapeTemplate(message)), foldText(message))?.start).toBe(0);
      }),
    );
  });

  test("any text either gives a template or a TemplateError, and matching never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (source, text) => {
        try {
          matchTemplate(parseTemplate(source), foldText(text));
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
        }
      }),
    );
  });
});
