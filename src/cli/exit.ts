/** Exit codes of the command line, and how failures are told: what is wrong and what to do, no stack trace. */
export const EXIT_FOUND_PROBLEMS = 1;
export const EXIT_WRONG_USE = 2;

/** An error the user can do something about; its message says what. */
export class UserError extends Error {
  override name = "UserError";
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT_WRONG_USE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Writes the failure to standard error and sets the exit code. */
export function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`sglang-triage: ${message}\n`);
  process.exitCode = error instanceof UserError ? error.exitCode : EXIT_FOUND_PROBLEMS;
  if (process.env.SGLANG_TRIAGE_DEBUG !== undefined && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
}
