import fc from "fast-check";
import { expect, test } from "vitest";
import { commandsIn } from "../../src/lint/commands.ts";
import { tokensOf } from "../../src/lint/tokens.ts";

test.each([
  ["Set --tp-size, then --dp-size.", ["flag --tp-size", "flag --dp-size"]],
  ["Set MILL_DEPTH=3 (or $HOME/mill).", ["variable MILL_DEPTH"]],
  ["Call Mill.grind() or grind(), not grind.", ["dotted Mill.grind", "name grind"]],
  ["The coarse_stone of a BigMill, e.g. stones.", ["name coarse_stone", "name BigMill"]],
  ["See docs/milling.md or /grind.", ["path docs/milling.md", "path /grind"]],
  ["The --teeth-* flags...", ["flag --teeth-*"]],
  ["Plain words, 3.5 of 4 - and a dash-word.", []],
])("reads the code names of %j", (text, names) => {
  expect(tokensOf(text).map(({ kind, text, open }) => `${kind} ${text}${open ? "*" : ""}`)).toEqual(names);
});

test("any text is read, each token a piece of it", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: "binary" }), (text) => {
      for (const token of tokensOf(text)) {
        expect(text.slice(0, token.end)).toContain(token.text);
        expect(token.text.length).toBeLessThanOrEqual(200);
      }
    }),
  );
});

test("a long run costs no more than its length", () => {
  const started = performance.now();
  tokensOf(`${".".repeat(200_000)}x${"-".repeat(200_000)}`);
  commandsIn("sglang serve --teeth ".repeat(1_000), false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  [
    "python3 -m sglang.launch_server --teeth 4 \\\n  --mill-mode=coarse --dry # --not this",
    false,
    [{ module: "sglang.launch_server", flags: ["--teeth=4", "--mill-mode=coarse", "--dry"] }],
  ],
  [
    "Run `sglang serve --teeth 4` with --mill-mode coarse.",
    true,
    [{ module: "sglang.launch_server", flags: ["--teeth=4"] }],
  ],
  ["python -m other.server --teeth 4", false, []],
])("reads the commands of %j", (text, prose, commands) => {
  const found = commandsIn(text, prose).map(({ module, flags }) => ({
    module,
    flags: flags.map(({ name, value }) => (value === null ? name : `${name}=${value}`)),
  }));
  expect(found).toEqual(commands);
});
