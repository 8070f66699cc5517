/** How large a run's store has become, by table with its indexes. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import pg from "pg";
import type { StoreName } from "../crash/store.ts";

export interface StoreSize {
  bytes: number;
  bytesPerEvent: number;
  /** Bytes and rows of those above a hundredth of the whole. */
  tables: Record<string, { bytes: number; rows: number }>;
}

interface TableSize {
  name: string;
  bytes: number;
  rows: number;
}

/** Looks at a store without a server. @returns the size, to be told for how many events */
export async function storeSize(
  name: StoreName,
  environment: Record<string, string>,
): Promise<(events: number) => StoreSize> {
  const tables =
    name === "sqlite" ? sqliteTables(environment.DATA_DIR!) : await postgresTables(environment.DATABASE_URL!);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const large = tables.filter((table) => table.bytes > bytes / 100).sort((a, b) => b.bytes - a.bytes);
  return (events) => ({
    bytes,
    bytesPerEvent: Math.round((bytes / events) * 10) / 10,
    tables: Object.fromEntries(large.map((table) => [table.name, { bytes: table.bytes, rows: table.rows }])),
  });
}

function sqliteTables(folder: string): TableSize[] {
  const sqlite = new BetterSqlite3(join(folder, "sglang-triage.sqlite"), { readonly: true });
  try {
    const sizes = sqlite
      .prepare(
        `select coalesce(tbl_name, dbstat.name) as name, sum(pgsize) as bytes
         from dbstat left join sqlite_master on sqlite_master.name = dbstat.name group by 1`,
      )
      .all() as { name: string; bytes: number }[];
    return sizes.map(({ name, bytes }) => {
      const rows = sqlite.prepare(`select count(*) from "${name}"`).pluck().get() as number;
      return { name, bytes, rows };
    });
  } finally {
    sqlite.close();
  }
}

async function postgresTables(url: string): Promise<TableSize[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("analyze");
    const { rows } = await client.query<{ name: string; bytes: string; rows: string }>(
      `select oid::regclass::text as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0) as rows
       from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'triage_queue'::regnamespace)`,
    );
    return rows.map(({ name, bytes, rows }) => ({ name, bytes: Number(bytes), rows: Number(rows) }));
  } finally {
    await client.end();
  }
}
