/** Scratch stores for tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../src/store/database.ts";

/** An empty folder; remove it with `removeFolder`. */
export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), "triage-store-"));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A store that a test can open, crash and open again. */
export interface ScratchStore {
  open(): Promise<Database>;
  /** Let the time that the database's own clock shows pass, for what is stored already. */
  shift(database: Database, milliseconds: number): Promise<void>;
  remove(): Promise<void>;
}

/** SQLite has no clock of its own: the injected one does all. */
export async function scratchSqlite(): Promise<ScratchStore> {
  const dataDir = scratchFolder();
  return {
    open: () => openDatabase({ dataDir, exclusive: true }),
    shift: async () => {},
    remove: async () => removeFolder(dataDir),
  };
}
