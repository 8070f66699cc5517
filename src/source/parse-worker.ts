/** A thread that reads Python blobs: object ids in, one JSON text each out, batch after batch. */
import { parentPort, workerData } from "node:worker_threads";
import { openObjects, readBlobs } from "./git.ts";
import { readPythonFile } from "./python-file.ts";

export interface ParsedBlob {
  oid: string;
  /** A FileReading as JSON; null when the object is missing. */
  json: string | null;
}

const { gitDir } = workerData as { gitDir: string };
const objects = openObjects(gitDir);
let before = Promise.resolve();

parentPort?.on("message", (oids: string[]) => {
  before = before.then(async () => {
    try {
      const results: ParsedBlob[] = [];
      for await (const { oid, data } of readBlobs(objects, oids)) {
        results.push({ oid, json: data === null ? null : JSON.stringify(await readPythonFile(data)) });
      }
      parentPort?.postMessage(results);
    } catch (error) {
      parentPort?.postMessage(error instanceof Error ? error.message : String(error));
    }
  });
});
