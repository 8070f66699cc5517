/** Reads blobs on all cores, beginning with the first that are asked for. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { missingObject, openObjects, readBlobs, SourceError } from "./git.ts";
import type { ParsedBlob } from "./parse-worker.ts";
import { type FileReading, readPythonFile } from "./python-file.ts";
import { openReadingCache } from "./reading-cache.ts";

export interface ParseOptions {
  gitDir: string;
  /** Folder of the cache, or null for none. */
  cacheDir: string | null;
  /** Readings of another builder are not used. */
  builderVersion: string;
  /** Number of threads; 0: none. */
  workers?: number;
  onProgress?: (done: number, total: number) => void;
}

export interface ParsePool {
  /** Asks for blobs; those that are known or asked for already cost nothing. */
  add(oids: Iterable<string>): void;
  /**
   * Readings of all blobs asked for so far.
   * @throws SourceError when an object is missing from the repository (a shallow or partial clone).
   */
  finish(): Promise<Map<string, FileReading>>;
  close(): void;
}

/** Small, so that the threads end together; a thread has one more waiting, so that it never does. */
const BATCH = 32;
const BATCHES_AHEAD = 2;
/** Below this many blobs starting threads costs more than it saves. */
const WORTH_THREADS = 150;

export function openParsePool(options: ParseOptions): ParsePool {
  const cache = openReadingCache(options.cacheDir, options.builderVersion);
  const readings = new Map<string, FileReading>();
  const asked = new Set<string>();
  const queue: string[] = [];
  let total = 0;
  let done = 0;
  let threads: Threads | null = null;

  function store(batch: ParsedBlob[]): void {
    const rows = batch.map(({ oid, json }) => {
      if (json === null) throw missingObject(oid);
      readings.set(oid, JSON.parse(json) as FileReading);
      return { oid, json };
    });
    cache.add(rows);
    done += rows.length;
    options.onProgress?.(done, total);
  }

  return {
    add(oids) {
      for (const oid of oids) {
        if (asked.has(oid)) continue;
        asked.add(oid);
        const known = cache.get(oid);
        if (known === null) queue.push(oid);
        else readings.set(oid, known);
      }
      total = done + queue.length + (threads?.pending() ?? 0);
      const wanted = Math.min(options.workers ?? availableParallelism(), 8);
      if (threads === null && wanted > 0 && queue.length >= WORTH_THREADS)
        threads = startThreads(wanted, options.gitDir, queue, store);
      threads?.feed();
    },
    async finish() {
      if (threads === null) await readHere(queue.splice(0), options.gitDir, store);
      else await threads.idle();
      return readings;
    },
    close: () => threads?.close(),
  };
}

async function readHere(oids: string[], gitDir: string, store: (batch: ParsedBlob[]) => void): Promise<void> {
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

interface Threads {
  /** Gives out what stands in the queue. */
  feed(): void;
  /** Blobs given out and not read yet. */
  pending(): number;
  /** When the queue is empty and everything given out is stored; rejects with what went wrong. */
  idle(): Promise<void>;
  close(): void;
}

function startThreads(
  count: number,
  gitDir: string,
  queue: string[],
  store: (batch: ParsedBlob[]) => void,
): Threads {
  const workers = Array.from({ length: count }, () => ({ thread: startWorker(gitDir), batches: 0 }));
  let pending = 0;
  let failure: Error | null = null;
  let waiting: { resolve: () => void; reject: (error: Error) => void } | null = null;

  function settle(): void {
    if (failure !== null) waiting?.reject(failure);
    else if (pending === 0 && queue.length === 0) waiting?.resolve();
  }
  function fail(error: Error): void {
    failure ??= error;
    settle();
  }
  function feed(): void {
    for (const worker of workers) {
      while (worker.batches < BATCHES_AHEAD && queue.length > 0) {
        const oids = queue.splice(0, BATCH);
        worker.batches += 1;
        pending += oids.length;
        worker.thread.postMessage(oids);
      }
    }
  }

  for (const worker of workers) {
    worker.thread.on("message", (result: ParsedBlob[] | string) => {
      worker.batches -= 1;
      if (typeof result === "string") return fail(new SourceError(result));
      pending -= result.length;
      feed();
      try {
        store(result);
        settle();
      } catch (error) {
        fail(error as Error);
      }
    });
    worker.thread.on("error", (error) => fail(error as Error));
  }
  return {
    feed,
    pending: () => pending,
    idle: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        settle();
      }),
    close: () => {
      for (const { thread } of workers) void thread.terminate();
    },
  };
}

function startWorker(gitDir: string): Worker {
  if (!import.meta.url.endsWith(".ts"))
    // By its folder: the bundle that holds this module lies in another.
    return new Worker(new URL("../source/parse-worker.js", import.meta.url), { workerData: { gitDir } });
  // From TypeScript source (tests, tsx) a thread needs the loader as well.
  const file = JSON.stringify(new URL("./parse-worker.ts", import.meta.url).href);
  const load = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${file}, ${file}))`;
  return new Worker(load, { eval: true, workerData: { gitDir } });
}
