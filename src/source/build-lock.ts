/** One build at a time for a folder. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SourceError } from "./git.ts";

/**
 * Takes the lock beside `directory`; a lock whose process is gone is taken over.
 * @returns a function that gives it back
 * @throws SourceError while another build runs.
 */
export function takeLock(directory: string): () => void {
  const path = join(dirname(directory), `.${basename(directory)}.lock`);
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const file = openSync(path, "wx");
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const owner = Number(safeRead(path));
      if (isRunning(owner)) {
        throw new SourceError(
          `another build of ${directory} is running (process ${owner}): wait for it to end`,
        );
      }
      rmSync(path, { force: true });
    }
  }
  throw new SourceError(`the lock ${path} cannot be taken: another build has just started`);
}

function safeRead(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
