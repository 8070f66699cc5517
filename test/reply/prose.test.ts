import { describe, expect, test } from "vitest";
import { prose, proseLine, titleLine } from "../../src/reply/prose.ts";

describe("prose of the catalog", () => {
  test.each([
    ["Set --tp-size 2, then retry.", "Set `--tp-size 2`, then retry."],
    ["docker run --shm-size 32g, ulimit -u 65535", "docker run `--shm-size 32g`, ulimit `-u 65535`"],
    ["Set --page-size and SGLANG_X_Y.", "Set `--page-size` and `SGLANG_X_Y`."],
    ["Call check() in srt/layers/x.py (or a.b.c).", "Call `check()` in `srt/layers/x.py` (or `a.b.c`)."],
    ["Run `pip install -U x` now", "Run `pip install -U x` now"],
    ["one ` tick", "one \\` tick"],
    ["see #12 and @someone, GH-3", "see `#12` and `@someone`, `GH-3`"],
    ["at 0123abcdef0 or deadbeef", "at `0123abcdef0` or deadbeef"],
    ["a <b> *c* [d](e)", "a `<b>` `*c*` \\[d\\](e)"],
    ["two ``ticks``", "two \\`\\`ticks\\`\\`"],
    ["1. no list", "1\\. no list"],
    ["- no list", "\\- no list"],
    ["https://example.org/x", "`https://example.org/x`"],
  ])("%j", (text, expected) => {
    expect(proseLine(text)).toBe(expected);
  });

  test("keeps its paragraphs", () => {
    expect(prose("one\nline\n\n\ntwo")).toBe("one line\n\ntwo");
  });
});

test.each([
  ["'<class '…'>' is used by @a in x_y", "'\\<class '…'\\>' is used by `@a` in x\\_y"],
  ["see #12 or GH-3", "see `#12` or `GH-3`"],
])("titleLine(%j)", (text, expected) => {
  expect(titleLine(text)).toBe(expected);
});
