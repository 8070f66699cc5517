import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

type Key = string | number;

/** A keyed set of immutable records with a secondary index; every write goes to the journal. */
export interface Table<T> {
  readonly size: number;
  get(key: Key): T | undefined;
  put(key: Key, value: T): void;
  delete(key: Key): void;
  /** All records in the order they were first put. */
  all(): T[];
  /** The records for which the index function gave `indexKey`, in the order they first did. */
  where(indexKey: Key): T[];
  /** How many those are. */
  count(indexKey: Key): number;
}

export interface Journal {
  /** Declares a table; the records read from the file are already in it. `index` gives one key or several. */
  table<T>(name: string, index?: (value: T) => Key | Key[]): Table<T>;
  /**
   * Runs `work`; all its writes reach the file as ONE line before this returns, or, when it throws, none does
   * and the memory is as before. Nests.
   */
  atomically<R>(work: () => R): R;
  /** Runs `listener` after each outermost `atomically` that wrote something. */
  onCommit(listener: () => void): void;
  close(): void;
}

type Operation = [table: string, key: string, value?: unknown];

/**
 * Opens a small record store: memory plus an append-only file (none when `file` is missing).
 *
 * A line is written with one system call before the write is acknowledged, so a killed process loses nothing
 * acknowledged (the kernel has it); a torn last line is dropped at the next opening. There is no fsync: a
 * sandbox need not outlive a power cut. Opening rewrites the file without superseded lines.
 * @throws when the file cannot be read or written, or a line other than the last is no JSON.
 */
export function openJournal(file?: string): Journal {
  const stored = new Map<string, Map<string, unknown>>();
  if (file) replay(file, stored);
  const descriptor = file ? rewrite(file, stored) : undefined;
  const listeners: (() => void)[] = [];
  let depth = 0;
  let operations: Operation[] = [];
  let undo: (() => void)[] = [];

  function flush(): void {
    if (descriptor !== undefined && operations.length > 0) {
      writeAll(descriptor, `${JSON.stringify(operations)}\n`);
    }
    const wrote = undo.length > 0;
    operations = [];
    undo = [];
    if (wrote) for (const listener of listeners) listener();
  }

  function atomically<R>(work: () => R): R {
    depth++;
    let done = false;
    try {
      const result = work();
      done = true;
      return result;
    } finally {
      depth--;
      if (depth === 0) {
        if (done) flush();
        else {
          for (const step of undo.reverse()) step();
          operations = [];
          undo = [];
        }
      }
    }
  }

  function record(operation: Operation, revert: () => void): void {
    if (descriptor !== undefined) operations.push(operation);
    undo.push(revert);
  }

  return {
    table: <T>(name: string, index?: (value: T) => Key | Key[]) => {
      const rows = (stored.get(name) ?? new Map()) as Map<string, T>;
      stored.set(name, rows as Map<string, unknown>);
      const indexKeys = (value: T) => (index ? [index(value)].flat().map(String) : []);
      return makeTable(name, rows, indexKeys, atomically, record);
    },
    atomically,
    onCommit: (listener) => void listeners.push(listener),
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function makeTable<T>(
  name: string,
  rows: Map<string, T>,
  indexKeys: (value: T) => string[],
  atomically: <R>(work: () => R) => R,
  record: (operation: Operation, revert: () => void) => void,
): Table<T> {
  const groups = new Map<string, Set<string>>();
  const set = (key: string, value: T | undefined) => {
    const old = rows.get(key);
    const before = old === undefined ? [] : indexKeys(old);
    const after = value === undefined ? [] : indexKeys(value);
    // A changed record keeps its place in the groups it stays in.
    for (const group of before) if (!after.includes(group)) groups.get(group)?.delete(key);
    for (const group of after) enter(group, key);
    if (value === undefined) rows.delete(key);
    else rows.set(key, value);
  };
  const enter = (group: string, key: string) => {
    const members = groups.get(group);
    if (members) members.add(key);
    else groups.set(group, new Set([key]));
  };
  const write = (key: string, value: T | undefined) =>
    atomically(() => {
      const old = rows.get(key);
      record(value === undefined ? [name, key] : [name, key, value], () => set(key, old));
      set(key, value);
    });
  for (const [key, value] of rows) for (const group of indexKeys(value)) enter(group, key);
  return {
    get size() {
      return rows.size;
    },
    get: (key) => rows.get(String(key)),
    put: (key, value) => write(String(key), value),
    delete: (key) => {
      if (rows.has(String(key))) write(String(key), undefined);
    },
    all: () => [...rows.values()],
    count: (indexKey) => groups.get(String(indexKey))?.size ?? 0,
    where: (indexKey) => {
      const members = groups.get(String(indexKey));
      return members ? [...members].map((key) => rows.get(key) as T) : [];
    },
  };
}

function replay(file: string, stored: Map<string, Map<string, unknown>>): void {
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  // What follows the last line end is empty, or a line torn by a kill and never acknowledged.
  lines.pop();
  for (const [at, line] of lines.entries()) {
    let operations: Operation[];
    try {
      operations = JSON.parse(line) as Operation[];
    } catch {
      throw new Error(
        `${file}:${at + 1} is not a line of the sandbox's journal; move the file away to start anew`,
      );
    }
    for (const operation of operations) {
      const [table, key, value] = operation;
      const rows = stored.get(table) ?? new Map<string, unknown>();
      stored.set(table, rows);
      if (operation.length === 2) rows.delete(key);
      else rows.set(key, value);
    }
  }
}

/** Writes what is alive to a new file, puts it in the old one's place and leaves it open for appending. */
function rewrite(file: string, stored: Map<string, Map<string, unknown>>): number {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  // Only the owner may read it: it holds the app's private key.
  const descriptor = openSync(temporary, "w", 0o600);
  for (const [table, rows] of stored) {
    for (const [key, value] of rows) writeAll(descriptor, `${JSON.stringify([[table, key, value]])}\n`);
  }
  renameSync(temporary, file);
  return descriptor;
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  let from = 0;
  while (from < bytes.length) from += writeSync(descriptor, bytes, from);
}
