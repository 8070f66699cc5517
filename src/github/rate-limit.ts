/** GitHub's "not now": a rate limit, primary or secondary, with the pause it asks for. */

/** Without a figure GitHub asks for at least a minute. */
const DEFAULT_PAUSE_SECONDS = 60;

/**
 * @param error what a client threw
 * @param now where the answer does not say when it was sent, what its `x-ratelimit-reset` is compared with
 * @returns the seconds to wait, or null when the error is no rate limit
 */
export function rateLimitPause(error: unknown, now: Date): number | null {
  const { status, response } = (error ?? {}) as {
    status?: number;
    response?: { headers?: Record<string, string | number | undefined> };
  };
  if (status !== 403 && status !== 429) return null;
  const headers = response?.headers ?? {};
  const retryAfter = headers["retry-after"];
  if (retryAfter !== undefined) return secondsOr(Number(retryAfter));
  if (String(headers["x-ratelimit-remaining"]) === "0") {
    // GitHub's own clock, since ours may be wrong: ahead of it, we would ask again at once, and for ever.
    const sentAt = Date.parse(String(headers.date));
    const seconds = (Number.isNaN(sentAt) ? now.getTime() : sentAt) / 1000;
    return secondsOr(Number(headers["x-ratelimit-reset"]) - seconds);
  }
  return status === 429 ? DEFAULT_PAUSE_SECONDS : null;
}

function secondsOr(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : DEFAULT_PAUSE_SECONDS;
}
