import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, matchTemplate, parseTemplate } from "../../src/catalog/template.ts";
import { guessTemplate, readTemplate, typedTemplate } from "../../src/draft/typed-holes.ts";

test.each([
  ["a length", "has {len(x)} items", {}, "has {len_x:int} items"],
  ["a size", "needs {self.tp_size}", {}, "needs {tp_size:int}"],
  ["a list of sizes", "has {layer_sizes}", {}, "has {layer_sizes}"],
  ["a size that printed a word", "needs {page_size}", { page_size: "auto" }, "needs {page_size}"],
  ["any name that printed a number", "got {value}", { value: "3" }, "got {value}"],
  ["a version", "found {torch_version}.", { torch_version: "2.9.1" }, "found {torch_version:version}."],
  ["a path", "no {model_path}", { model_path: "/models/m" }, "no {model_path:path}"],
  ["literal braces", "{{x}} {name}", {}, "{{x}} {name}"],
])("%s", (_, source, values, typed) => {
  expect(typedTemplate(readTemplate(source)!, values as Record<string, string>)).toBe(typed);
});

test.each(["{e}", "{a}{b}", ""])("%j tells nothing", (source) => {
  expect(readTemplate(source)).toBeNull();
});

test("a guessed template fits the message it was made from", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "the stone",
      "of 3",
      "/a/b.c",
      "0x7f",
      "4.5",
      "{x}",
      "=",
      "v1.2.3",
      "-7",
      "a/b",
      ":",
      "(8,",
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const message = `stone ${pieces.join(" ")}`;
      const guessed = guessTemplate(message);
      expect(matchTemplate(parseTemplate(guessed), foldText(message)), guessed).not.toBeNull();
    }),
  );
});
