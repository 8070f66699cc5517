/**
 * Failures that are no Python exceptions: CUDA, ATen, NCCL, C++, linkers, compilers, HIP, Ascend, Rust.
 * Each row of `native-shapes.ts` is found by a literal that the line must hold.
 */

import { readClassAt } from "./class-name.ts";
import type { LineReader, Reading, ReadLine, Strength } from "./finding.ts";
import { cutAtMark } from "./inside.ts";
import { NATIVE_SHAPES, type NativeShape } from "./native-shapes.ts";
import type { Frame } from "./report.ts";
import { findWords } from "./words.ts";

const NEEDLES = findWords(NATIVE_SHAPES.map((row) => row.needle));

/** A sentence that names a failure is no sighting of it; a log without its fence is. */
function strengthOf(strength: Strength, line: ReadLine, at: number): Strength {
  if (line.code || line.stamped || line.body.length > 2_000) return strength;
  return at > 24 && !/[:\]] {0,3}$/.test(line.body.slice(0, at)) ? "mentioned" : "named";
}

/** "… failed with error: ValueError: …": the class of what is quoted. The heading stays in the message: it says where. */
function quotedClass(text: string, at: number): string | null {
  const span = readClassAt(text, at);
  return span === null || span.end === text.length ? null : span.name;
}

function readShape(row: NativeShape, line: ReadLine): Reading | null {
  const at = line.body.indexOf(row.needle);
  if (at === -1 || (row.also !== undefined && !line.body.includes(row.also))) return null;
  if (row.like !== undefined && !row.like.test(line.body)) return null;
  // "- Root cause: …" is a library's line in a log and any reporter's heading in prose.
  if (row.shape === "root-cause" && !(line.code && at === 0)) return null;
  const begin = row.begin === undefined ? -1 : line.body.lastIndexOf(row.begin, at);
  const start =
    begin !== -1 ? begin : row.from === "line" ? 0 : row.from === "needle" ? at : at + row.needle.length;
  const reading: Reading = {
    errorClass: row.errorClass ?? null,
    message:
      start > 0 && !line.code
        ? cutAtMark(line.body.slice(start).trim(), line.body.slice(0, start))
        : line.body.slice(start).trim(),
    shape: row.shape,
    strength: strengthOf(row.strength, line, at),
  };
  if (row.role !== undefined) reading.role = row.role;
  if (row.shape === "graph-failed") reading.errorClass = quotedClass(line.body, at + row.needle.length);
  if (row.continues && line.code) reading.continues = true;
  return reading;
}

export const nativeReader: LineReader = {
  shape: "native",
  read(line) {
    if (!NEEDLES.within(line.body)) return null;
    for (const row of NATIVE_SHAPES) {
      const reading = readShape(row, line);
      if (reading !== null) return reading;
    }
    return null;
  },
};

/** glog and torch lines at level E or F: the C++ side of NCCL, mooncake, TensorFlow. */
export const glogReader: LineReader = {
  shape: "glog",
  read(line) {
    if (!line.glog || line.level !== "error" || line.body === "") return null;
    return { errorClass: null, message: line.body, shape: "glog", strength: "named" };
  },
};

/** "thread 'main' panicked at src/server.rs:463:40:": where it panicked; null for other lines. */
export function readPanic(body: string): Frame | null {
  const at = body.indexOf("' panicked at ");
  if (at === -1 || !body.includes("thread '")) return null;
  const place = /^([^:\s]{1,300}):(\d{1,8}):\d{1,8}:?$/.exec(body.slice(at + 14));
  if (place === null) return null;
  return { file: place[1] ?? "", line: Number(place[2]), function: null, source: null };
}
