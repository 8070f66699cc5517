import { expect, test } from "vitest";
import { rateLimitPause } from "../../src/github/rate-limit.ts";

const NOW = new Date("2026-11-30T12:00:00Z");
const reset = (seconds: number) => String(NOW.getTime() / 1000 + seconds);

test.each([
  ["a secondary limit", 403, { "retry-after": "30" }, 30],
  ["a secondary limit said with 429", 429, { "retry-after": "7" }, 7],
  ["429 without a figure", 429, {}, 60],
  ["a figure that is none", 403, { "retry-after": "soon" }, 60],
  ["a primary limit", 403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) }, 90],
  [
    "a primary limit that has just ended",
    403,
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(-5) },
    1,
  ],
  [
    "a primary limit, told by GitHub's clock while ours is a day ahead",
    403,
    {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": reset(90 - 86_400),
      date: new Date(NOW.getTime() - 86_400_000).toUTCString(),
    },
    90,
  ],
  ["a right that is missing", 403, { "x-ratelimit-remaining": "4999" }, null],
  ["an issue that is gone", 404, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset(90) }, null],
  ["a server error", 502, { "retry-after": "30" }, null],
])("%s", (_, status, headers, pause) => {
  expect(rateLimitPause(Object.assign(new Error("x"), { status, response: { headers } }), NOW)).toBe(pause);
});

test.each([[new Error("x")], ["x"], [null], [undefined]])(
  "an error of another kind is no limit: %s",
  (error) => {
    expect(rateLimitPause(error, NOW)).toBeNull();
  },
);
