/** Texts of one thing over and over, made to cost a reader as much as they can. */

/** The piece as often as it takes to fill so many characters. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** Name and piece. */
export const CRAFTED: [string, string][] = [
  ["a letter", "a"],
  ["back-ticks", "`"],
  ["quote marks", ">"],
  ["brackets", "["],
  ["spaces", " "],
  ["NUL", "\u0000"],
  ["a lone surrogate", "\ud800"],
  ["empty lines", "\n"],
  ["short lines", "a\n"],
  ["stamps that never end", "[2025-08-14 "],
  ["stamps", "[2025-08-14 17:50:07] "],
  ["class names", "ValueError: "],
  ["class lines", "ValueError: x\n"],
  ["errors in a sentence", " got KeyError: 'x', later"],
  ["plain errors", "Error: x\n"],
  ["native errors", "CUDA error: x "],
  ["tracebacks", "Traceback (most recent call last):\n"],
  ["frames", 'File "x", line 1, in f\n'],
  ["chained traces", "During handling of the above exception, x\n"],
  ["fences", "```\n"],
  ["nested lists", "  - - - "],
  ["error bodies", '{"message":"\\"error\\"",'],
  ["quotations", 'error "x y" '],
  ["asserts", 'fails with "assert '],
  ["status names", "CUBLAS_STATUS_X "],
  ["colours", "\u001b[1;"],
  ["colours without escape", "[1;2"],
  ["progress bars", "%| "],
  ["flags", "python -m sglang.launch_server --a b "],
  ["names", "sglang/"],
  ["versions", "sglang v0.4.6."],
  ["loose versions", "in 0.4.5, "],
  ["image paths", "sglang a/b.c-d/e:1/"],
  ["devices", "8 H100 "],
  ["commits", "commit: "],
  ["clones", "git clone -b v0.4.5 "],
  ["panics", "thread 'x' panicked at a:1:1:\n"],
  ["ranks", "[rank1]: RuntimeError: x\n[rank2]: y\n"],
];
