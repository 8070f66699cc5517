/** Small git repositories in temporary folders, for tests. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Repository {
  dir: string;
  git(...args: string[]): string;
  write(path: string, content: string | Buffer): void;
  link(path: string, target: string): void;
  /** Puts a submodule into the index, with no clone behind it. */
  submodule(path: string, commit: string): void;
  /** Commits everything and gives the commit's id. Each commit is a day later than the one before. */
  commit(message: string): string;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "sites-test-"));
}

export function makeRepository(dir: string): Repository {
  mkdirSync(dir, { recursive: true });
  let day = 0;
  const submodules: string[] = [];
  const git = (...args: string[]): string => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString();
    return execFileSync("git", ["-C", dir, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOME: dir,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "Test",
        GIT_AUTHOR_EMAIL: "test@example.invalid",
        GIT_COMMITTER_NAME: "Test",
        GIT_COMMITTER_EMAIL: "test@example.invalid",
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    }).trim();
  };
  git("init", "--quiet", "--initial-branch=main");
  return {
    dir,
    git,
    write(path, content) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    },
    link(path, target) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      symlinkSync(target, join(dir, path));
    },
    submodule(path, commit) {
      submodules.push(`160000,${commit},${path}`);
    },
    commit(message) {
      day += 1;
      git("add", "--all");
      for (const entry of submodules) git("update-index", "--add", "--cacheinfo", entry);
      git("commit", "--quiet", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
  };
}

export function removeFolder(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
