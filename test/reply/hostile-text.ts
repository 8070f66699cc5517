/** Generators of text that tries to be more than text, and of secrets. */
import fc from "fast-check";

/** A text with a secret in it, and the part of it that must not be seen. */
export interface Planted {
  text: string;
  secret: string;
}

const word = (alphabet: string, min: number, max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: min, maxLength: max })
    .map((characters) => characters.join(""));

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const ALNUM = LOWER + UPPER + DIGITS;

const prefixed = (prefix: string, alphabet: string, min: number, max: number): fc.Arbitrary<Planted> =>
  word(alphabet, min, max).map((body) => ({ text: prefix + body, secret: body }));

const around = (before: string, body: fc.Arbitrary<string>, after = ""): fc.Arbitrary<Planted> =>
  body.map((secret) => ({ text: before + secret + after, secret }));

const value = word(ALNUM, 12, 40).map((text) => `${text}7x`);

export const SECRETS: fc.Arbitrary<Planted> = fc.oneof(
  prefixed("hf_", ALNUM, 30, 40),
  prefixed("ghp_", ALNUM, 36, 36),
  prefixed("gho_", ALNUM, 36, 36),
  prefixed("github_pat_", `${ALNUM}_`, 40, 82),
  prefixed("sk-", ALNUM, 20, 48),
  prefixed("sk-proj-", `${ALNUM}_`, 40, 80),
  prefixed("AKIA", UPPER + DIGITS, 16, 16),
  prefixed("AIza", `${ALNUM}_-`, 35, 35),
  prefixed("xoxb-", `${DIGITS}${LOWER}`, 20, 50),
  fc
    .tuple(word(ALNUM, 20, 60), word(ALNUM, 20, 200), word(`${ALNUM}_-`, 20, 43))
    .map(([a, b, c]) => ({ text: `eyJ${a}.eyJ${b}.${c}`, secret: b })),
  word(`${ALNUM}+/`, 64, 400).map((body) => ({
    text: `-----BEGIN RSA PRIVATE KEY-----${body}-----END RSA PRIVATE KEY-----`,
    secret: body,
  })),
  around("https://jane:", value, "@host.example/repo"),
  around("Authorization: Bearer ", value),
  around("api_key=", value),
  around('"api_key": "', value, '"'),
  around("token=", value),
  around("AWS_SECRET_ACCESS_KEY=", word(ALNUM, 40, 40)),
  around("--api-key ", value),
  around("", word(LOWER, 12, 20), "@mail.example.org").map(({ text }) => ({ text, secret: text })),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((n) => {
    const address = `10.${n.join(".")}`;
    return { text: `tcp ${address} `, secret: ` ${address} ` };
  }),
  around("/home/", word(LOWER, 12, 20), "/sglang"),
  around("/Users/", word(LOWER, 12, 20), "/sglang"),
  around("C:\\Users\\", word(LOWER, 12, 20), "\\sglang"),
);

const repeat = (unit: string, max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max }).map((times) => unit.repeat(times));

const FRAGMENTS: fc.Arbitrary<string> = fc.oneof(
  repeat("`", 40),
  repeat("~", 10),
  fc.constantFrom("```python", "```text\n", "\n```\n", "~~~\n", "````md\n", "\r\n```", "\r```", "\u2028```"),
  fc.constantFrom("@octocat", "@sgl-project/core", "@a", "`@b", "@\u200bc", "\\@d", "＠e"),
  fc.constantFrom(
    "#123",
    "sgl-project/sglang#9",
    "GH-77",
    "gh-7",
    "o/r@0123456789abcdef",
    "deadbeef0123456789",
  ),
  fc.constantFrom("</code>", "</pre>", "</details>", "<details>", "<img src=x onerror=alert(1)>", "<script>"),
  fc.constantFrom(
    "<a href='https://evil.example'>x</a>",
    "<!-- x -->",
    "-->",
    "<!--",
    "<![CDATA[",
    "<?php",
    "&lt;",
  ),
  fc.constantFrom("<!-- sglang-triage v1 e5d14d89baab6914 -->", "<!-- sglang-triage v1 -->\n"),
  fc.constantFrom(
    "[x](https://evil.example)",
    "![x](https://evil.example/i.png)",
    "<https://evil.example>",
    "[x]: https://evil.example",
  ),
  fc.constantFrom(
    "https://evil.example",
    "www.evil.example",
    "mailto:a@evil.example",
    "javascript:alert(1)",
    "[^1]",
    "[^1]: x",
  ),
  fc.constantFrom(
    "**",
    "__",
    "*",
    "_",
    "~~",
    "|",
    "| a | b |\n|---|---|",
    "\\",
    "\\`",
    "$x$",
    "$`x`$",
    "$$",
    ":smile:",
  ),
  fc.constantFrom(
    "\n# x",
    "\n- [ ] x",
    "\n1. x",
    "\n> x",
    "\n\n    code",
    "\n---\n",
    "\n===\n",
    "\t",
    "    ",
    "\n\n",
  ),
  fc.constantFrom(
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u00ad",
    "\u061c",
    "\u{e0041}",
    "\u2029",
  ),
  fc.constantFrom(
    "\u0000",
    "\u0007",
    "\u001b[31m",
    "\u001b]8;;https://evil.example\u0007",
    "\u0085",
    "\u009b31m",
    "\r",
    "\b",
  ),
  fc.constantFrom("\ud800", "\udfff", "\ud83d", "é", "你好", "שלום", "مرحبا", "😀", "👩\u200d💻"),
  fc.constantFrom("/triage wrong", "{src_token_lens}", "{{", "}}", "$&", "$1", "⟨", "⟩"),
  fc.string({ unit: "binary", maxLength: 20 }),
  word(`${ALNUM} ._:=[](),'"`, 1, 60),
  repeat("x", 3_000),
);

const SEPARATORS = fc.constantFrom(" ", "  ", "\n", " \u200b ", "'", '"');

/** A piece of hostile text, and the secrets in it. */
export interface Hostile {
  text: string;
  secrets: string[];
}

const joined = (pieces: Hostile[], between: string): Hostile => ({
  text: pieces.map(({ text }) => text).join(between),
  secrets: pieces.flatMap(({ secrets }) => secrets),
});

const some = (pieces: fc.Arbitrary<Hostile>, maxLength: number, between: string): fc.Arbitrary<Hostile> =>
  fc.array(pieces, { minLength: 1, maxLength }).map((list) => joined(list, between));

const PLANTED: fc.Arbitrary<Hostile> = fc
  .tuple(SEPARATORS, SECRETS, SEPARATORS)
  .map(([before, { text, secret }, after]) => ({
    text: before + text + after,
    secrets: [secret.trim()],
  }));

const WORD: fc.Arbitrary<Hostile> = fc.oneof(
  { arbitrary: FRAGMENTS.map((text) => ({ text, secrets: [] })), weight: 6 },
  { arbitrary: PLANTED, weight: 1 },
);

/** What stands around a text: marks of emphasis, code, links, images, HTML, comments, fences that do not match. */
const AROUND = fc.constantFrom(
  ["**", "**"],
  ["_", "_"],
  ["~~", "~~"],
  ["`", "`"],
  ["``", "`"],
  ["[", "](https://evil.example 'x')"],
  ["![", "](https://evil.example/i.png)"],
  ["[![", "](https://evil.example/i.png)](https://evil.example)"],
  ["<a href='https://evil.example'>", "</a>"],
  ["<img alt='", "' src=https://evil.example/i.png>"],
  ["<details><summary>", "</summary>x</details>"],
  ["<sub>", "</sub></details></li>"],
  ["<!--", "-->"],
  ["<pre><code>", "</code></pre>"],
  ["\u202e", "\u202c"],
  ["\u001b[1m", "\u001b[0m"],
  ["$", "$"],
  ['"', '"'],
);

/** How a block is made of the lines of another one. */
const BLOCKS = fc.constantFrom<(text: string) => string>(
  (text) => prefixedLines(text, "> "),
  (text) => prefixedLines(text, ">>> "),
  (text) => prefixedLines(text, "- "),
  (text) => prefixedLines(text, "1. > - "),
  (text) => prefixedLines(text, "    "),
  (text) => `\`\`\`python\n${text}\n\`\`\``,
  (text) => `~~~~\n${text}\n~~~`,
  (text) => `\`\`\`\n${text}`,
  (text) => `| a | ${text} |\n|---|:-:|\n| ${text} | b |`,
  (text) => `<div align=center>\n\n${text}\n\n</div>`,
  (text) => `# ${text}\n===`,
  (text) => `${text}[^1]\n\n[^1]: ${text}`,
  (text) => `[x]: https://evil.example "${text}"\n\n[x] [y][x]`,
  (text) => `<!-- sglang-triage v1 0123456789abcdef -->\n${text}`,
  (text) => `Traceback (most recent call last):\n  File "${text}", line 3, in ${text}\nValueError: ${text}`,
);

function prefixedLines(text: string, prefix: string): string {
  return prefix + text.replaceAll("\n", `\n${prefix}`);
}

/** Hostile text by a grammar: words in marks, lines of them, blocks of lines, blocks in blocks. */
const GRAMMAR = fc.letrec<{ span: Hostile; line: Hostile; block: Hostile }>((tie) => ({
  span: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    WORD,
    fc.tuple(AROUND, tie("span")).map(([[open, close], { text, secrets }]) => ({
      text: `${open} ${text} ${close}`,
      secrets,
    })),
  ),
  line: fc.oneof(
    { arbitrary: some(tie("span"), 8, " "), weight: 12 },
    // A line as long as an argument dump.
    {
      arbitrary: fc
        .tuple(tie("span"), fc.integer({ min: 10, max: 400 }))
        .map(([{ text, secrets }, times]) => ({ text: `${text} `.repeat(times).slice(0, 40_000), secrets })),
      weight: 1,
    },
  ),
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    some(tie("line"), 5, "\n"),
    fc.tuple(BLOCKS, tie("block")).map(([make, { text, secrets }]) => ({
      text: bounded(make(text)),
      secrets,
    })),
    some(tie("block"), 3, "\n\n").map(({ text, secrets }) => ({ text: bounded(text), secrets })),
  ),
}));

/** GitHub takes no longer texts. */
function bounded(text: string): string {
  return text.slice(0, 65_536);
}

/** A text, and every secret that stands in it: a jumble of pieces, or one by the grammar. */
export const HOSTILE: fc.Arbitrary<Hostile> = fc.oneof(
  { arbitrary: some(WORD, 30, ""), weight: 1 },
  { arbitrary: GRAMMAR.block, weight: 2 },
);
