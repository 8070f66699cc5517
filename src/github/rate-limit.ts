/** GitHub's "not now": a rate limit, primary or secondary, with the pause it asks for. */

/** Without a figure GitHub asks for at least a minute. */
const DEFAULT_PAUSE_SECONDS = 60;

/**
 * @param error what a client threw
 * @param now by the clock that GitHub's `x-ratelimit-reset` is compared with
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
  if (String(headers["x-ratelimit-remaining"]) === "0")
    return secondsOr(Number(headers["x-ratelimit-reset"]) - now.getTime() / 1000);
  return status === 429 ? DEFAULT_PAUSE_SECONDS : null;
}

function secondsOr(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : DEFAULT_PAUSE_SECONDS;
}
