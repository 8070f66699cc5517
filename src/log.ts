/** Structured logs without payloads and secrets. */
import { type DestinationStream, type Logger, pino } from "pino";

/** @param destination where lines go; standard output unless given */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: {
      // Octokit hangs the whole webhook, or the request with its token, on the errors it throws.
      err: describeError,
      error: describeError,
      event: () => undefined,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What a log may say of an error: never its other properties. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const { status } = error as { status?: number };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(status === undefined ? {} : { status }),
  };
}
