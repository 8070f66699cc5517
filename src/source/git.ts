/**
 * Reading a git directory: trees, blobs and history through git's own batch interfaces, never a
 * checkout. Nothing in the repository is executed: no hooks, filters, or configured programs.
 */
import { execFile, spawn } from "node:child_process";
import { statSync } from "node:fs";

/** Something about the repository, a revision or a path is not as asked; the message says what to do. */
export class SourceError extends Error {
  override name = "SourceError";
}

export interface TreeFile {
  path: string;
  /** The blob's object id. */
  oid: string;
}

const MAX_OUTPUT = 512 * 1024 * 1024;
const FULL_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

const SAFE_ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  LC_ALL: "C",
};
/** No reading from a promisor remote: what is not in the directory is reported as missing. */
const SAFE_OPTIONS = ["-c", "core.fsmonitor=false", "-c", "protocol.allow=never"];

function gitArguments(gitDir: string, args: string[]): string[] {
  return [...SAFE_OPTIONS, "-C", gitDir, ...args];
}

/** Whether `text` is a full object id (40 hex digits, or 64 for SHA-256 repositories). */
export function isFullId(text: string): boolean {
  return FULL_ID.test(text);
}

/**
 * Runs git in `gitDir` and gives its standard output.
 * @throws SourceError with git's own message when git fails or is not installed.
 */
export function runGit(gitDir: string, args: string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(
      "git",
      gitArguments(gitDir, args),
      { encoding: "buffer", maxBuffer: MAX_OUTPUT, env: { ...process.env, ...SAFE_ENVIRONMENT } },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if ((error as NodeJS.ErrnoException).code === "ENOENT") {
          reject(new SourceError("git is not installed or not on the PATH: install git"));
        } else reject(new SourceError(`git ${args[0]} failed: ${stderr.toString().trim() || error.message}`));
      },
    );
  });
}

export async function runGitText(gitDir: string, args: string[]): Promise<string> {
  return (await runGit(gitDir, args)).toString("utf8");
}

/** @throws SourceError unless `gitDir` is a git repository (a work tree or a bare directory). */
export async function requireRepository(gitDir: string): Promise<void> {
  let isDirectory = false;
  try {
    isDirectory = statSync(gitDir).isDirectory();
  } catch {
    throw new SourceError(`${gitDir} does not exist: give the folder of a git clone with --git`);
  }
  if (!isDirectory)
    throw new SourceError(`${gitDir} is not a folder: give the folder of a git clone with --git`);
  try {
    await runGit(gitDir, ["rev-parse", "--git-dir"]);
  } catch (error) {
    if (error instanceof SourceError && error.message.startsWith("git is not")) throw error;
    throw new SourceError(`${gitDir} is not a git repository: give the folder of a git clone with --git`);
  }
}

/**
 * The full commit id of a revision (branch, tag or id).
 * @throws SourceError when it names no commit.
 */
export async function resolveCommit(gitDir: string, revision: string): Promise<string> {
  const refuse = (): never => {
    throw new SourceError(
      `the revision ${JSON.stringify(revision)} does not exist in ${gitDir}: fetch it, or name another`,
    );
  };
  if (revision.startsWith("-") || revision.includes("\0")) refuse();
  try {
    return (await runGitText(gitDir, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`])).trim();
  } catch {
    return refuse();
  }
}

/** One object as `git cat-file --batch` gives it. */
interface GitObject {
  oid: string;
  type: string;
  data: Buffer;
}

/** Reads objects through one git process; answers come in the order of the questions. */
export interface ObjectReader {
  /** An object by id or by "commit:path"; null when there is none. */
  read(name: string): Promise<GitObject | null>;
  close(): void;
}

export function openObjects(gitDir: string): ObjectReader {
  const child = spawn("git", gitArguments(gitDir, ["cat-file", "--batch"]), {
    env: { ...process.env, ...SAFE_ENVIRONMENT },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let complaint = "";
  let chunks: Buffer[] = [];
  let have = 0;
  let need = 1;
  let header: { oid: string; type: string; size: number } | null = null;
  const waiting: { resolve: (object: GitObject | null) => void; reject: (error: Error) => void }[] = [];

  const fail = (error: Error): void => {
    for (const one of waiting.splice(0)) one.reject(error);
  };
  const takeHeader = (buffer: Buffer): number => {
    const end = buffer.indexOf(10);
    if (end < 0) return -1;
    const words = buffer.toString("utf8", 0, end).split(" ");
    const size = Number(words.at(-1));
    // "<name> missing", or "… ambiguous": the name may hold spaces, so the end decides.
    if (words.length < 3 || !Number.isInteger(size) || !FULL_ID.test(words[0]!))
      waiting.shift()?.resolve(null);
    else header = { oid: words[0]!, type: words[1]!, size };
    return end + 1;
  };
  const drain = (): void => {
    if (have < need) return;
    let buffer = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, have);
    for (;;) {
      if (header === null) {
        const used = takeHeader(buffer);
        if (used < 0) break;
        buffer = buffer.subarray(used);
      } else {
        if (buffer.length < header.size + 1) break;
        const { oid, type, size } = header;
        header = null;
        waiting.shift()?.resolve({ oid, type, data: buffer.subarray(0, size) });
        buffer = buffer.subarray(size + 1);
      }
    }
    chunks = buffer.length === 0 ? [] : [buffer];
    have = buffer.length;
    need = header === null ? have + 1 : (header as { size: number }).size + 1;
  };

  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    have += chunk.length;
    drain();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    if (complaint.length < 2000) complaint += chunk.toString("utf8");
  });
  child.stdin.on("error", () => {});
  child.on("error", (error) => fail(error));
  child.on("close", () =>
    fail(new SourceError(`git cat-file ended early: ${complaint.trim() || "no reason given"}`)),
  );

  return {
    read: (name) =>
      new Promise((resolve, reject) => {
        if (name.includes("\n")) return resolve(null);
        if (child.exitCode !== null)
          return reject(new SourceError(`git cat-file ended early: ${complaint.trim()}`));
        waiting.push({ resolve, reject });
        child.stdin.write(`${name}\n`);
      }),
    close: () => {
      waiting.length = 0;
      child.stdin.destroy();
      child.kill();
    },
  };
}

/** Committer date of a commit, ISO 8601 in UTC. */
export async function commitDate(objects: ObjectReader, commit: string): Promise<string> {
  const object = await objects.read(`${commit}^{commit}`);
  const seconds = /^committer .*> (\d+) [-+]\d{4}$/m.exec(object?.data.toString("utf8") ?? "")?.[1];
  if (seconds === undefined) throw new SourceError(`${commit} is no readable commit: fetch it`);
  return new Date(Number(seconds) * 1000).toISOString();
}

export async function hasPath(objects: ObjectReader, commit: string, path: string): Promise<boolean> {
  return (await objects.read(`${commit}:${path}`)) !== null;
}

/** Lists the files of trees, each distinct folder read once. */
export class TreeLister {
  private readonly objects: ObjectReader;
  private readonly known = new Map<string, TreeFile[]>();

  constructor(objects: ObjectReader) {
    this.objects = objects;
  }

  /**
   * Files (no links, no submodules) under `path` at a commit, in git's order.
   * @param path a folder inside the repository, "" for all
   * @throws SourceError when the commit has no such folder.
   */
  async list(commit: string, path: string): Promise<TreeFile[]> {
    const root = await this.objects.read(`${commit}:${path}`);
    if (root === null || root.type !== "tree") {
      throw new SourceError(
        `the path ${JSON.stringify(path)} is no folder at ${commit}: check --package and the revision`,
      );
    }
    return this.walk(root.oid, path === "" ? "" : `${path}/`, root.data);
  }

  private async walk(oid: string, prefix: string, data: Buffer): Promise<TreeFile[]> {
    const key = `${oid} ${prefix}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const files: TreeFile[] = [];
    for (const entry of readTree(data, oid.length / 2)) {
      // 100… is a file; 120000 a symbolic link, 160000 a submodule.
      if (entry.mode.startsWith("100")) files.push({ path: prefix + entry.name, oid: entry.oid });
      if (entry.mode !== "40000") continue;
      const below = `${prefix}${entry.name}/`;
      const cached = this.known.get(`${entry.oid} ${below}`);
      if (cached !== undefined) {
        files.push(...cached);
        continue;
      }
      const object = await this.objects.read(entry.oid);
      if (object === null) throw missingObject(entry.oid);
      files.push(...(await this.walk(entry.oid, below, object.data)));
    }
    this.known.set(key, files);
    return files;
  }
}

export function missingObject(oid: string): SourceError {
  return new SourceError(
    `the object ${oid} is missing from the repository: fetch it fully (no shallow or partial clone)`,
  );
}

function* readTree(data: Buffer, idBytes: number): Generator<{ mode: string; name: string; oid: string }> {
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(32, at);
    const end = data.indexOf(0, space);
    yield {
      mode: data.toString("latin1", at, space),
      name: data.toString("utf8", space + 1, end),
      oid: data.toString("hex", end + 1, end + 1 + idBytes),
    };
    at = end + 1 + idBytes;
  }
}

/** How many objects are asked for before the first is read: bounds memory, hides the pipe's delay. */
const AHEAD = 24;

/** Reads blobs in order; a missing object gives null. */
export async function* readBlobs(
  objects: ObjectReader,
  oids: string[],
): AsyncGenerator<{ oid: string; data: Buffer | null }> {
  const asked: Promise<GitObject | null>[] = [];
  for (let i = 0; i < oids.length; i += 1) {
    while (asked.length < AHEAD && i + asked.length < oids.length) {
      const one = objects.read(oids[i + asked.length]!);
      // A failure is seen when its turn comes.
      one.catch(() => {});
      asked.push(one);
    }
    const object = await asked.shift()!;
    yield { oid: oids[i]!, data: object?.type === "blob" ? object.data : null };
  }
}
