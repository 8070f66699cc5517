import fc from "fast-check";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { commandIn } from "../../src/github/commands.ts";

describe("commands", () => {
  test.each([
    ["/triage", { verb: "again" }],
    ["  /triage  ", { verb: "again" }],
    ["Thank you!\n\n/triage\n", { verb: "again" }],
    ["Thank you!\r\n/triage explain\r\n", { verb: "explain" }],
    ["/triage EXPLAIN", { verb: "explain" }],
    ["/triage wrong", { verb: "wrong", reason: "" }],
    [
      "/triage wrong it is the `driver`, see <log>",
      { verb: "wrong", reason: "it is the `driver`, see <log>" },
    ],
    ["/triage as `kv-layout`", { verb: "as", slug: "kv-layout" }],
    ["/triage as kv-layout please", { verb: "as", slug: "kv-layout" }],
    ["/triage as", { verb: "as", slug: "" }],
    ["/triage silence", { verb: "silence" }],
    ["/triage help", { verb: "help" }],
    ["/triage label bug", { verb: "unknown", word: "label" }],
    ["/triage help\n/triage silence", { verb: "help" }],
    ["> a quote\n\n/triage help", { verb: "help" }],
    ["```\nlog\n```\n/triage help", { verb: "help" }],
    ["- a\n- b\n\n/triage help", { verb: "help" }],
    ["<details>\n\nlog\n\n</details>\n\n/triage help", { verb: "help" }],
    ["<details><summary>x</summary>log</details>\n\n/triage help", { verb: "help" }],
    ["> <details>\n> log\n> </details>\n\n/triage help", { verb: "help" }],
    ["<!-- a -->\n/triage help", { verb: "help" }],
    ["a `span` and ``another ` one``\n/triage help", { verb: "help" }],
  ])("%j", (text, command) => {
    expect(commandIn(text)).toEqual(command);
  });

  test.each([
    ["in mid-line", "please /triage"],
    ["a longer word", "/triaged /triage-bot"],
    ["a quote", "> /triage wrong"],
    ["a quote's paragraph that goes on without a mark", "> he said\n/triage wrong"],
    ["a quote in a quote", "> > /triage wrong\n> /triage wrong"],
    ["a fence", "```\n/triage wrong\n```"],
    ["a fence of tildes with back-ticks in it", "~~~\n```\n/triage wrong\n```\n/triage wrong\n~~~"],
    ["a longer fence", "````\n```\n/triage wrong\n```\n````"],
    ["a fence that never closes", "```\n/triage wrong"],
    ["a fence in a list", "- x\n  ```\n  /triage wrong\n  ```"],
    ["a fence behind a list, indented less than it", "- item\n ```\n\n/triage wrong\n ```"],
    ["a list", "- /triage wrong\n1. /triage wrong"],
    ["a list item that goes on", "- x\n/triage wrong"],
    ["an indented block", "    /triage wrong"],
    ["a code span over lines", "`a\n/triage wrong\nb`"],
    ["what is folded", "<details>\n<summary>x</summary>\n\n/triage wrong\n\n</details>"],
    ["a comment of HTML", "<!--\n/triage wrong\n-->"],
    ["a comment of HTML in a line", "x <!-- \n/triage wrong\n-->"],
    ["a block of HTML", "<pre>\n\n/triage wrong\n\n</pre>"],
    ["an attribute", 'x <a title="\n/triage wrong\n">y</a>'],
    ["the title of a link's definition", '[a]: /b "\n/triage wrong\n"'],
    ["a cell", "| a |\n| - |\n/triage wrong"],
    ["a struck-out element", "<del>\n\n/triage wrong\n\n</del>"],
  ])("none in %s", (_, text) => {
    expect(commandIn(text)).toBeNull();
  });

  test("in a text of 65,536 characters, however nested, they cost little", () => {
    const worst = [
      "> ",
      "- ",
      "1. ",
      "`",
      "<a ",
      "<!-- ",
      "[",
      "\\`",
      "a\n",
      "```\n",
      "> a\n",
      "- a\n\n",
    ].map((piece) => `${piece.repeat(65_000 / piece.length)}\n/triage`);
    const before = process.cpuUsage();
    for (const text of worst) commandIn(text);
    const { user, system } = process.cpuUsage(before);
    // A parser of all of Markdown takes minutes for them.
    expect((user + system) / 1000).toBeLessThan(3_000);
  });
});

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** What a whole parser shows of a comment as text of its own at the start of a line. */
function parsedLines(text: string): string[] {
  const tree: Node = unified().use(remarkParse).use(remarkGfm).parse(text);
  const lines: string[] = [];
  let open = 0;
  for (const node of tree.children!) {
    if (node.type === "html" && !node.value!.trimStart().startsWith("<!--"))
      open += count(node.value!, /<details/gi) - count(node.value!, /<\/details/gi);
    // A line of "-" below makes a heading of it; a word to us it is all the same.
    if ((node.type !== "paragraph" && node.type !== "heading") || open > 0) continue;
    lines.push(...shown(node).split("\n"));
  }
  return lines.map((line) => line.trim()).filter((line) => line.startsWith("/triage"));
}

function shown({ type, value, children }: Node): string {
  if (type === "break") return "\n";
  return type === "text" ? value! : (children?.map(shown).join("") ?? "\0");
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}

const PIECES = [
  "/triage wrong",
  "/triage as x",
  "text",
  "a `b` c",
  "`",
  "``",
  "\\`",
  "```",
  "````",
  "~~~",
  "> ",
  ">> x",
  ">",
  "- x",
  "-",
  "  - y",
  "1. x",
  "2) x",
  "* * *",
  "---",
  "===",
  "    code",
  "  ",
  " ```",
  "  ```",
  "   ~~~",
  "\t- z",
  "<details>",
  "</details>",
  "<summary>s</summary>",
  "<!--",
  "-->",
  "x <!-- y",
  "<pre>",
  "</pre>",
  "<b>",
  "<div",
  '<a title="',
  '">',
  "# h",
  "[a]: b '",
  "[^1]: n",
  "| a | b |",
  "|-|-|",
  "",
  "",
  "",
];

test("whatever surrounds a line, one that counts is plain to a whole parser too", () => {
  const line = fc
    .tuple(fc.constantFrom("", "", "", "> ", "- ", "  ", "   ", "\t"), fc.constantFrom(...PIECES))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      const text = lines.join("\n");
      const command = commandIn(text);
      if (command === null) return;
      const parsed = parsedLines(text);
      expect(parsed.length, JSON.stringify(text)).toBeGreaterThan(0);
      expect(parsed.map((it) => JSON.stringify(commandIn(it)))).toContain(JSON.stringify(command));
    }),
    { numRuns: 10_000 },
  );
});

test("a command behind whole blocks of any kind is found", () => {
  const block = fc.constantFrom(
    "text\nover lines",
    "```\n/triage silence\n```",
    "~~~ bash\n> x\n~~~",
    "> /triage silence\n> > more",
    "- /triage silence\n  - more\n\n  text",
    "1. a\n\n   ```\n   b\n   ```",
    "<details>\n<summary>log</summary>\n\n```\n/triage silence\n```\n\n</details>",
    "<!-- /triage silence -->",
    "    /triage silence",
    "a `/triage silence` b",
    "# heading",
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      expect(commandIn([...blocks, "/triage explain"].join("\n\n"))).toEqual({ verb: "explain" });
    }),
    { numRuns: 500 },
  );
});
