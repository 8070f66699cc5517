/** A database of its own for each test file, emptied for each test. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { openDatabase } from "../../src/store/database.ts";
import { changeJobs } from "../store/change-jobs.ts";
import type { ScratchStore } from "../store/scratch.ts";

const adminUrl = () => process.env.DATABASE_URL!;
const name = `triage_${randomUUID().replaceAll("-", "")}`;
let made: Promise<void> | undefined;

/** The address of DATABASE_URL with another database, user, password or port. */
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

/** The address of this file's database. */
export const scratchUrl = () => address({ database: name });

/** Run a statement: as the tests' own user, in the database of DATABASE_URL unless another one is named. */
export async function admin(statement: string, url = adminUrl()): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** For afterAll. */
export async function dropScratchDatabase(): Promise<void> {
  if (made) await admin(`drop database ${name} with (force)`);
}

const emptyAll = `do $$ declare found record; begin
  for found in select schemaname, tablename from pg_tables
    where (schemaname = 'public' and tablename not like 'kysely%') or (schemaname = 'triage_queue' and tablename like 'j%')
  loop execute format('delete from %I.%I', found.schemaname, found.tablename); end loop; end $$`;

export async function scratchPostgres(): Promise<ScratchStore> {
  made ??= admin(`create database ${name}`);
  await made;
  await admin(emptyAll, scratchUrl());
  return {
    open: () => openDatabase({ url: scratchUrl(), dataDir: "/nonexistent" }),
    // Nobody can move PostgreSQL's clock; moving what was written the other way comes to the same.
    async shift(database, milliseconds) {
      const interval = `interval '${milliseconds} milliseconds'`;
      await changeJobs(
        database,
        `set start_after = start_after - ${interval}, started_on = started_on - ${interval}, created_on = created_on - ${interval}`,
      );
    },
    remove: async () => {},
  };
}
