import { expect, test } from "vitest";
import { partsOf } from "../../src/github/thread.ts";
import { comment, ownComment, thread } from "./builders.ts";

test("the body first, then the author's comments, then other people's; bots not at all", () => {
  const outsider = { author: { login: "passer-by", isBot: false } };
  const parts = partsOf(
    thread({
      comments: [
        comment(1, "me too", outsider),
        comment(2, "the log"),
        ownComment(3, "our reply"),
        comment(4, "stale", { author: { login: "github-actions[bot]", isBot: true } }),
        comment(5, "more log"),
      ],
    }),
  );
  expect(parts.map(({ id, author }) => `${id} ${author}`)).toEqual([
    "body reporter",
    "2 reporter",
    "5 reporter",
    "1 passer-by",
  ]);
});
