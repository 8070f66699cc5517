import { expect, test } from "vitest";
import { linkName, linkTarget, quietLink } from "../../src/reply/github-link.ts";

test.each([
  ["o/r", 3, "https://redirect.github.com/o/r/issues/3"],
  ["o/r/x", 3, null],
  ["o/r)", 3, null],
  ["o/r", 0, null],
  ["o/r", 1.5, null],
])("quietLink(%j, %d)", (repository, number, expected) => {
  expect(quietLink(repository, "issues", number)).toBe(expected);
});

test.each([
  ["https://github.com/o/r/pull/3", "https://redirect.github.com/o/r/pull/3", "pull request 3 of o/r"],
  [
    "https://github.com/o/r/blob/main/x.py",
    "https://github.com/o/r/blob/main/x.py",
    "github.com/o/r/blob/main/x.py",
  ],
  ["https://docs.example/a(b)", "https://docs.example/a%28b%29", "docs.example/a(b)"],
  [
    "https://github.com/o/r/issues/9#issuecomment-1",
    "https://redirect.github.com/o/r/issues/9#issuecomment-1",
    "issue 9 of o/r",
  ],
])("linkTarget(%j)", (address, target, name) => {
  expect(linkTarget(address)).toBe(target);
  expect(linkName(address)).toBe(name);
});

test.each(["javascript:alert(1)", "data:text/html,x", "no address", "//evil.example"])(
  "no link: %j",
  (address) => {
    expect(linkTarget(address)).toBeNull();
  },
);
