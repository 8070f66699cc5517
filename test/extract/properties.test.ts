import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractReport } from "../../src/extract/extract.ts";
import { CRAFTED, repeated } from "./crafted.ts";
import { ERRORS, PREFIXES, WRAPPINGS } from "./shapes.ts";

function read(text: string, title = "t") {
  return extractReport({ title, parts: [{ kind: "body", id: "body", author: "", text }] });
}

/** What the record promises, for any text. */
function holds(text: string, title: string): void {
  const report = read(text, title);
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  for (const error of report.errors) {
    if (error.part === "title") expect([error.lineNumber, error.line]).toEqual([0, title]);
    else expect(error.line).toBe(lines[error.lineNumber - 1]);
    expect(error.count).toBeGreaterThan(0);
    expect(error.message.length).toBeLessThanOrEqual(8_192);
    expect(error.message.split("\n").length).toBeLessThanOrEqual(40);
  }
}

/** Pieces that real reports are made of, glued in any order. */
const PIECES = [
  ...PREFIXES.map((prefix) => prefix.text),
  ...ERRORS.flatMap((error) => error.lines),
  "```",
  "~~~",
  "`",
  "> ",
  "\n",
  "\r\n",
  "<pre>",
  "</pre>",
  "<!--",
  "-->",
  "| a | b |",
  "### Environment",
  "sglang: 0.4.5",
  "python -m sglang.launch_server --tp 8 \\",
  "During handling of the above exception, another exception occurred:",
  "Fatal Python error: Aborted",
  "thread 'main' panicked at src/a.rs:1:2:",
  '{"object":"error","message":"x \\" y","code":400}',
  "\u0000",
  "\ud800",
  "\u001b[31m",
  " ",
  "    ",
  "\t",
];

describe("for any text", () => {
  test("it does not throw, and lines stand where they are said to stand", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.string({ maxLength: 80 }),
        (text, title) => {
          holds(text, title);
        },
      ),
      { numRuns: 120 },
    );
  });

  test("the same for texts glued of a report's pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => {
        holds(pieces.join(""), pieces[0] ?? "");
        holds(pieces.join("\n"), pieces[0] ?? "");
      }),
      { numRuns: 120 },
    );
  });

  test("reading twice gives the same", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
        const text = pieces.join("\n");
        expect(read(text)).toEqual(read(text));
      }),
      { numRuns: 50 },
    );
  });

  test("a planted error is found first, whatever harmless lines stand around it", () => {
    const harmless = fc.constantFrom(
      "Hello, I tried to start the server.",
      "[2025-08-14 17:50:07 TP0] Load weight begin. avail mem=78.5 GB",
      "",
      "- it worked yesterday",
      "Thanks a lot!",
      '[2025-08-14 17:50:07] INFO:     127.0.0.1:48882 - "GET /health HTTP/1.1" 200 OK',
    );
    fc.assert(
      fc.property(
        fc.array(harmless, { maxLength: 8 }),
        fc.constantFrom(...ERRORS),
        fc.constantFrom(...PREFIXES),
        fc.constantFrom(...WRAPPINGS),
        fc.array(harmless, { maxLength: 8 }),
        (before, error, prefix, wrapping, after) => {
          const lines = error.lines.map((line, at) => (prefix.every || at === 0 ? prefix.text + line : line));
          const body = [...before, "", ...wrapping.wrap(lines), "", ...after].join("\n");
          const first = read(body).errors[0];
          expect(first?.lineNumber).toBe(before.length + 1 + wrapping.offset + error.at + 1);
          expect(first?.errorClass).toBe(error.errorClass);
        },
      ),
      { numRuns: 120 },
    );
  });
});

describe("65,536 characters of one thing", () => {
  test.each(CRAFTED)("%s: no throw, and lines hold", (_, piece) => {
    const text = repeated(piece, 65_536);
    holds(text, text.slice(0, 256));
  });

  test("distinct ranks, all with an open traceback", () => {
    const text = Array.from(
      { length: 1_500 },
      (_, n) => `[rank${n}]: Traceback (most recent call last):`,
    ).join("\n");
    holds(text, "t");
  });
});
