/** A fresh database for each test. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { openDatabase } from "../../src/store/database.ts";
import type { ScratchStore } from "../store/scratch.ts";

const adminUrl = () => process.env.DATABASE_URL!;

/** The address of DATABASE_URL with another database, user or password. */
export function address(changes: {
  database?: string;
  username?: string;
  password?: string;
  port?: string;
}): string {
  const url = new URL(adminUrl());
  const { database, ...rest } = changes;
  if (database) url.pathname = `/${database}`;
  Object.assign(url, rest);
  return url.href;
}

/** Run a statement as the tests' own user. */
export async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function scratchPostgres(): Promise<ScratchStore & { url: string }> {
  const name = `triage_${randomUUID().replaceAll("-", "")}`;
  await admin(`create database ${name}`);
  const url = address({ database: name });
  return {
    url,
    open: () => openDatabase({ url, dataDir: "/nonexistent" }),
    // Nobody can move PostgreSQL's clock; moving what was written the other way comes to the same.
    async shift(database, milliseconds) {
      const interval = `${milliseconds} milliseconds`;
      await database.pool!.query(
        "update triage_queue.job set start_after = start_after - $1::interval, started_on = started_on - $1::interval",
        [interval],
      );
    },
    remove: () => admin(`drop database ${name} with (force)`),
  };
}
