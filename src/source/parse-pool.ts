/** Parses blobs on all cores; results go to a cache, so that an interrupted build resumes. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { missingObject, openObjects, readBlobs, SourceError } from "./git.ts";
import type { ParsedBlob } from "./parse-worker.ts";
import { type FileReading, readPythonFile } from "./python-file.ts";

export interface ParseOptions {
  gitDir: string;
  /** Folder of the cache, or null for none. */
  cacheDir: string | null;
  /** Part of the cache's name: results of another builder are not used. */
  builderVersion: string;
  workers?: number;
  onProgress?: (done: number, total: number) => void;
}

const BATCH = 96;
/** Below this many blobs starting threads costs more than it saves. */
const WORTH_THREADS = 150;

/**
 * The readings of the given blobs.
 * @throws SourceError when an object is missing from the repository (a shallow or partial clone).
 */
export async function parseBlobs(
  oids: Iterable<string>,
  options: ParseOptions,
): Promise<Map<string, FileReading>> {
  const wanted = new Set(oids);
  const readings = readCache(wanted, options);
  const todo = [...wanted].filter((oid) => !readings.has(oid));
  let done = 0;
  const store = (batch: ParsedBlob[]): void => {
    let rows = "";
    for (const { oid, json } of batch) {
      if (json === null) throw missingObject(oid);
      readings.set(oid, JSON.parse(json) as FileReading);
      rows += `${oid}\t${json}\n`;
    }
    if (options.cacheDir !== null && rows !== "") appendFileSync(cacheFile(options), rows);
    done += batch.length;
    options.onProgress?.(done, todo.length);
  };
  if (options.cacheDir !== null) mkdirSync(options.cacheDir, { recursive: true });
  const threads = Math.min(options.workers ?? availableParallelism(), 8);
  if (threads > 0 && todo.length >= WORTH_THREADS) await parseInThreads(todo, threads, options.gitDir, store);
  else await parseHere(todo, options.gitDir, store);
  return readings;
}

async function parseHere(
  oids: string[],
  gitDir: string,
  store: (batch: ParsedBlob[]) => void,
): Promise<void> {
  if (oids.length === 0) return;
  const objects = openObjects(gitDir);
  try {
    for await (const { oid, data } of readBlobs(objects, oids)) {
      store([{ oid, json: data === null ? null : JSON.stringify(await readPythonFile(data)) }]);
    }
  } finally {
    objects.close();
  }
}

function startWorker(gitDir: string): Worker {
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL("./parse-worker.js", import.meta.url), { workerData: { gitDir } });
  // From TypeScript source (tests, tsx) a thread needs the loader as well.
  const file = JSON.stringify(new URL("./parse-worker.ts", import.meta.url).href);
  const load = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${file}, ${file}))`;
  return new Worker(load, { eval: true, workerData: { gitDir } });
}

function parseInThreads(
  oids: string[],
  threads: number,
  gitDir: string,
  store: (batch: ParsedBlob[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const workers = Array.from({ length: threads }, () => startWorker(gitDir));
    let next = 0;
    let busy = 0;
    const finish = (error: Error | null): void => {
      for (const worker of workers) void worker.terminate();
      if (error === null) resolve();
      else reject(error);
    };
    const feed = (worker: Worker): void => {
      if (next >= oids.length) return;
      busy += 1;
      worker.postMessage(oids.slice(next, next + BATCH));
      next += BATCH;
    };
    for (const worker of workers) {
      worker.on("message", (result: ParsedBlob[] | string) => {
        busy -= 1;
        if (typeof result === "string") return finish(new SourceError(result));
        // The next batch goes out before this one is stored, so that the thread does not wait.
        feed(worker);
        try {
          store(result);
          if (busy === 0) finish(null);
        } catch (error) {
          finish(error as Error);
        }
      });
      worker.on("error", (error) => finish(error as Error));
      feed(worker);
    }
  });
}

function cacheFile(options: ParseOptions): string {
  return join(options.cacheDir!, `parsed-${options.builderVersion}.jsonl`);
}

function readCache(wanted: Set<string>, options: ParseOptions): Map<string, FileReading> {
  const readings = new Map<string, FileReading>();
  if (options.cacheDir === null || !existsSync(cacheFile(options))) return readings;
  const data = readFileSync(cacheFile(options));
  let start = 0;
  for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
    const tab = data.indexOf(9, start);
    const oid = data.toString("latin1", start, tab);
    if (wanted.has(oid)) {
      try {
        readings.set(oid, JSON.parse(data.toString("utf8", tab + 1, end)) as FileReading);
      } catch {
        // A row damaged by a crash is parsed again.
      }
    }
    start = end + 1;
  }
  // A row cut off in the middle: the next one must not be glued to it.
  if (start < data.length) truncateSync(cacheFile(options), start);
  return readings;
}
