/** What becomes of a job that failed. Pure. */

const firstSeconds = 5;
const longestSeconds = 900;
const longestRetryAfterSeconds = 24 * 3600;
const reasonLength = 500;

/** `attempts` is what is remembered: how many starts count against the job. */
export type NextStep =
  | { kind: "retry"; delaySeconds: number; attempts: number; reason: string }
  | { kind: "bury"; attempts: number; reason: string };

/**
 * Decide over a failed run.
 * @param error what the handler threw; `retryAfterSeconds` and `permanent` on it are honoured.
 * @param attempt which attempt it was, from 1.
 * @param random from 0 up to 1.
 */
export function afterFailure(error: unknown, attempt: number, maxAttempts: number, random: number): NextStep {
  const reason = reasonOf(error);
  const { retryAfterSeconds, permanent } = (error ?? {}) as {
    retryAfterSeconds?: unknown;
    permanent?: unknown;
  };
  if (permanent === true) return { kind: "bury", attempts: attempt, reason };
  if (typeof retryAfterSeconds === "number" && Number.isFinite(retryAfterSeconds)) {
    // A rate limit is not the job's fault. A tenth more, so that not all come back in the same second.
    const wait = Math.min(Math.max(retryAfterSeconds, 1), longestRetryAfterSeconds) * (1 + random / 10);
    return { kind: "retry", delaySeconds: wait, attempts: attempt - 1, reason };
  }
  if (attempt >= maxAttempts) return { kind: "bury", attempts: attempt, reason };
  return { kind: "retry", delaySeconds: backoffSeconds(attempt, random), attempts: attempt, reason };
}

/**
 * Decide over a job whose worker died. The first time it is not to blame and runs at once; a job that
 * brings the process down each time must not do so in a tight circle.
 */
export function afterCrash(attempt: number, maxAttempts: number, random: number): NextStep {
  const reason = "the worker ended while it ran this job";
  if (attempt >= maxAttempts) return { kind: "bury", attempts: attempt, reason };
  const delaySeconds = attempt <= 1 ? 0 : backoffSeconds(attempt - 1, random);
  return { kind: "retry", delaySeconds, attempts: attempt, reason };
}

/** Doubling from 5 s up to 15 minutes, of which between one half and all is waited. */
export function backoffSeconds(attempt: number, random: number): number {
  const full = Math.min(firstSeconds * 2 ** Math.min(attempt - 1, 20), longestSeconds);
  return full * (0.5 + random / 2);
}

/** One line about an error: no stack, no control characters, bounded. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const line = text
    .slice(0, reasonLength * 2)
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .slice(0, reasonLength);
  // Half of a surrogate pair, which PostgreSQL would refuse, becomes a replacement character.
  return Buffer.from(line).toString();
}
