/** Stack frames as Python, faulthandler and IPython print them: one line in, one frame out. */
import type { Frame } from "./report.ts";

/** `site-packages/a/b.py", line 3, in f`: the copy of a trace begins within its first line. */
const CUT_FILE_LINE = /^([^\s"']{1,300}\.py)", line (\d{1,8}), in ([\w.<>]{1,160})$/;

/** `File "x.py", line 3, in f` (python), `File "x.py", line 3 in f` (faulthandler). Null for other lines. */
export function readFileLine(body: string): { frame: Frame; fault: boolean } | null {
  if (!body.startsWith('File "')) {
    const cut = body.includes('.py", line ') ? CUT_FILE_LINE.exec(body) : null;
    if (cut === null) return null;
    const [, file = "", line, name = ""] = cut;
    return { frame: { file, line: Number(line), function: name, source: null }, fault: false };
  }
  const close = body.indexOf('", line ', 6);
  if (close === -1) return null;
  let at = close + 8;
  let number = 0;
  const limit = Math.min(body.length, at + 9);
  while (at < limit) {
    const digit = body.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    number = number * 10 + digit;
    at += 1;
  }
  const frame: Frame = { file: body.slice(6, close), line: number, function: null, source: null };
  if (body.startsWith(", in ", at)) {
    frame.function = firstWord(body.slice(at + 5));
    return { frame, fault: false };
  }
  if (body.startsWith(" in ", at)) {
    frame.function = firstWord(body.slice(at + 4));
    return { frame, fault: true };
  }
  return { frame, fault: false };
}

/** Names of functions have no spaces; what follows one is the border of a drawn box. */
function firstWord(text: string): string {
  return text.trimStart().split(/\s/, 1)[0]!;
}

/** IPython: `File /a/b.py:193, in f(x)`, `Cell In[3], line 1`, `/a/b.py in f(x)`. */
export function readIpythonFrame(body: string): Frame | null {
  if (body.startsWith("File ")) {
    const colon = body.indexOf(":", 6);
    if (colon === -1) return null;
    const number = Number.parseInt(body.slice(colon + 1, colon + 9), 10);
    const name = body.indexOf(", in ", colon);
    return {
      file: body.slice(5, colon).replaceAll('"', ""),
      line: Number.isNaN(number) ? null : number,
      function: name === -1 ? null : upToBracket(body.slice(name + 5)),
      source: null,
    };
  }
  // Colab makes links of the paths: "[/a/b.py](https://…) in f(x)".
  if (body.startsWith("[") && body.includes("](") && body.includes(") in ")) {
    const name = body.lastIndexOf(") in ");
    return {
      file: body.slice(1, body.indexOf("](")),
      line: null,
      function: upToBracket(body.slice(name + 5)),
      source: null,
    };
  }
  if (body.startsWith("Cell In") || body.startsWith("<ipython-input")) {
    return { file: upToBracket(body, "]"), line: null, function: null, source: null };
  }
  const old = body.indexOf(".py in ");
  if (old === -1 || body.charCodeAt(0) === 32) return null;
  return {
    file: body.slice(0, old + 3),
    line: null,
    function: upToBracket(body.slice(old + 7)),
    source: null,
  };
}

function upToBracket(text: string, bracket = "("): string {
  const at = text.indexOf(bracket);
  return at === -1 ? text.trim() : text.slice(0, bracket === "]" ? at + 1 : at).trim();
}

/** Only carets and tildes: Python's marks below a source line. */
export function isCaretLine(body: string): boolean {
  const limit = Math.min(body.length, 400);
  for (let at = 0; at < limit; at += 1) {
    const code = body.charCodeAt(at);
    if (code !== 94 && code !== 126 && code !== 32) return false;
  }
  return true;
}
