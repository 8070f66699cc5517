/** What went wrong with the store, in words for the person who runs the server. */
export type StoreErrorCode =
  | "bad-url"
  | "read-only"
  | "not-a-folder"
  | "corrupted"
  | "newer-schema"
  | "in-use"
  | "credentials"
  | "unreachable"
  | "disk-full"
  | "busy"
  | "bad-input"
  | "other";

/**
 * An error of the store whose message says what is wrong and what to do; never holds a password.
 * The driver's own error is its `cause`.
 */
export class StoreError extends Error {
  override name = "StoreError";
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

interface Rule {
  code: StoreErrorCode;
  test: RegExp;
  say: (where: string, detail: string) => string;
}

/** Codes of SQLite (SQLITE_…), of PostgreSQL (five characters, its manual's appendix A) and of Node. */
const rules: Rule[] = [
  {
    code: "corrupted",
    test: /^SQLITE_(CORRUPT|NOTADB)/,
    say: (where) =>
      `${where} is damaged or not a SQLite database. The file was left as it is. ` +
      "Move it (with its -wal and -shm files) aside and start again: a fresh one is filled from GitHub by `sweep` and `backfill`; or put a backup in its place.",
  },
  {
    code: "disk-full",
    test: /^(SQLITE_FULL|ENOSPC|53100)/,
    say: (where) =>
      `No space left for ${where}. Free some space; what was refused meanwhile is delivered again by GitHub.`,
  },
  {
    code: "read-only",
    test: /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EROFS|EPERM|25006)/,
    say: (where) =>
      `${where} cannot be written. Give the server's user write access to the folder, or choose another one with DATA_DIR.`,
  },
  {
    code: "not-a-folder",
    test: /^(ENOTDIR|EEXIST|ENOENT)$/,
    say: (where) =>
      `${where} cannot be made: a part of its path is not a folder. Choose another one with DATA_DIR.`,
  },
  {
    code: "busy",
    test: /^SQLITE_(BUSY|LOCKED)/,
    say: (where) =>
      `${where} is held by another process for longer than we wait. Try again when a backup or another command has finished.`,
  },
  {
    code: "credentials",
    test: /^(28P01|28000|42501)$/,
    say: (where) =>
      `${where} refuses the user or the password of DATABASE_URL. Correct them and start again.`,
  },
  {
    code: "unreachable",
    test: /^3D000$/,
    say: (where) => `${where} does not exist. Create it with createdb, or correct the name in DATABASE_URL.`,
  },
  {
    code: "unreachable",
    test: /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|57P0[1-4]|08\w{3}|53300)$/,
    say: (where, detail) =>
      `${where} does not answer (${detail}). Check that PostgreSQL runs there and that host and port in DATABASE_URL are right.`,
  },
];

/**
 * Put any error of a driver into words. A StoreError is returned as it is.
 * @param where what the store is, without secrets: a path or "PostgreSQL database x at host:port".
 */
export function asStoreError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  // Connecting to a name with two addresses fails with an AggregateError that has a code of its own.
  const { code: raw, message = String(error) } = (error ?? {}) as { code?: unknown; message?: string };
  const code = typeof raw === "string" ? raw : "";
  const rule = rules.find((candidate) => candidate.test.test(code));
  if (rule) return new StoreError(rule.code, rule.say(where, code), { cause: error });
  if (/timeout|terminated|not queryable|Connection ended/i.test(message.slice(0, 200))) {
    return new StoreError("unreachable", rules.at(-1)!.say(where, message.slice(0, 200)), { cause: error });
  }
  return new StoreError("other", `${where} failed: ${message.slice(0, 300)}`, { cause: error });
}
