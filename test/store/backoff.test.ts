import { describe, expect, test } from "vitest";
import { afterCrash, afterFailure, backoffSeconds } from "../../src/store/backoff.ts";

describe("a failed run", () => {
  test.each([
    [1, 0, 2.5],
    [1, 1, 5],
    [2, 1, 10],
    [8, 1, 640],
    [9, 1, 900],
    [16, 0, 450],
    [1e6, 1, 900],
  ])("attempt %d with jitter %d waits %d s", (attempt, random, seconds) => {
    expect(backoffSeconds(attempt, random)).toBe(seconds);
  });

  test("waits, and is given up at the last attempt", () => {
    const error = new Error("x");
    expect(afterFailure(error, 1, 2, 1)).toEqual({
      kind: "retry",
      delaySeconds: 5,
      attempts: 1,
      reason: "Error: x",
    });
    expect(afterFailure(error, 2, 2, 1)).toEqual({ kind: "bury", attempts: 2, reason: "Error: x" });
  });

  test.each([
    [60, 60],
    [0, 1],
    [-5, 1],
    [1e12, 86_400],
  ])("retryAfterSeconds %d waits %d s and counts no attempt", (asked, seconds) => {
    const error = Object.assign(new Error("x"), { retryAfterSeconds: asked });
    expect(afterFailure(error, 16, 16, 0)).toEqual({
      kind: "retry",
      delaySeconds: seconds,
      attempts: 15,
      reason: "Error: x",
    });
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ["60"], [null]])(
    "retryAfterSeconds %s is ignored",
    (asked) => {
      const error = Object.assign(new Error("x"), { retryAfterSeconds: asked });
      expect(afterFailure(error, 1, 16, 1)).toMatchObject({ delaySeconds: 5, attempts: 1 });
    },
  );

  test("permanent gives up at once", () => {
    expect(afterFailure({ permanent: true }, 1, 16, 0)).toMatchObject({ kind: "bury", attempts: 1 });
  });

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    ["plain", "plain"],
    [new RangeError("a\n\tb\u0000c"), "RangeError: a b c"],
    [new Error("\ud800"), "Error: \ufffd"],
    [new Error("y".repeat(100_000)), `Error: ${"y".repeat(493)}`],
  ])("the reason is one bounded line", (thrown, reason) => {
    expect(afterFailure(thrown, 1, 16, 0).reason).toBe(reason);
  });
});

describe("a crash", () => {
  test("is not held against a job at first, then it waits, then it is given up", () => {
    expect(afterCrash(1, 3, 1)).toMatchObject({ kind: "retry", delaySeconds: 0, attempts: 1 });
    expect(afterCrash(2, 3, 1)).toMatchObject({ kind: "retry", delaySeconds: 5, attempts: 2 });
    expect(afterCrash(3, 3, 1)).toMatchObject({ kind: "bury", attempts: 3 });
  });
});
