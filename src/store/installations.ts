/** Where the app is installed, and what of a repository's data is ours to keep. */
import { sql } from "kysely";
import type { Executor, Schema } from "./schema.ts";

export interface InstalledRepository {
  /** owner/name as GitHub spells it. */
  repository: string;
  /** GitHub's number, which a rename keeps; null where it is not known yet. */
  repositoryId: number | null;
  installation: number;
}

/** Note an installation's state. */
export async function saveInstallation(
  db: Executor,
  { installation, account, state }: { installation: number; account: string; state: "active" | "suspended" },
  now: Date,
): Promise<void> {
  const values = { account, state, changed_at: now.getTime() };
  await db
    .insertInto("installations")
    .values({ installation, ...values })
    .onConflict((conflict) => conflict.column("installation").doUpdateSet(values))
    .execute();
}

/**
 * Note that a repository belongs to an installation. A repository known by the same number under another
 * name was renamed: its data moves to the new name.
 */
export async function saveRepository(
  db: Executor,
  repository: InstalledRepository,
  now: Date,
): Promise<void> {
  const { repository: name, repositoryId, installation } = repository;
  const write = async (tx: Executor) => {
    if (repositoryId !== null) {
      const known = await tx
        .selectFrom("repositories")
        .select("repository")
        .where("repository_id", "=", repositoryId)
        .where("repository", "<>", name)
        .execute();
      for (const { repository: former } of known) await renameRepository(tx, former, name);
    }
    const values = {
      installation,
      changed_at: now.getTime(),
      ...(repositoryId && { repository_id: repositoryId }),
    };
    await tx
      .insertInto("repositories")
      .values({ repository: name, repository_id: repositoryId, installation, changed_at: now.getTime() })
      .onConflict((conflict) => conflict.column("repository").doUpdateSet(values))
      .execute();
  };
  await (db.isTransaction ? write(db) : db.transaction().execute(write));
}

/**
 * Note what webhooks say of their repositories' installations; nothing is written when nothing is new.
 * Renames are left to `saveRepository`.
 */
export async function noteInstallations(
  tx: Executor,
  seen: readonly InstalledRepository[],
  now: Date,
): Promise<void> {
  if (seen.length === 0) return;
  const byName = new Map(seen.map((repository) => [repository.repository, repository]));
  // In the same order everywhere: transactions about the same repositories must not wait for each other.
  const rows = [...byName.keys()].sort().map((name) => {
    const { repository, repositoryId, installation } = byName.get(name)!;
    return { repository, repository_id: repositoryId, installation, changed_at: now.getTime() };
  });
  await tx
    .insertInto("repositories")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("repository")
        .doUpdateSet({
          installation: sql`excluded.installation`,
          repository_id: sql`coalesce(excluded.repository_id, repositories.repository_id)`,
          changed_at: sql`excluded.changed_at`,
        })
        .where(
          sql<boolean>`repositories.installation <> excluded.installation or (repositories.repository_id is null and excluded.repository_id is not null)`,
        ),
    )
    .execute();
}

/** The installation that covers a repository and whether it is active; null when none is known. */
export async function installationOf(
  db: Executor,
  repository: string,
): Promise<{ installation: number; state: "active" | "suspended" } | null> {
  const row = await db
    .selectFrom("repositories")
    .leftJoin("installations", "installations.installation", "repositories.installation")
    .select(["repositories.installation", "installations.state"])
    .where("repository", "=", repository)
    .executeTakeFirst();
  // An event may come before the one that told of the installation: it is active then.
  return row ? { installation: row.installation, state: row.state ?? "active" } : null;
}

/** The repositories of active installations, in order of name. */
export async function activeRepositories(db: Executor): Promise<InstalledRepository[]> {
  const rows = await db
    .selectFrom("repositories")
    .leftJoin("installations", "installations.installation", "repositories.installation")
    .select(["repositories.repository", "repositories.repository_id", "repositories.installation"])
    .where((builder) =>
      builder.or([
        builder("installations.state", "is", null),
        builder("installations.state", "<>", "suspended"),
      ]),
    )
    .execute();
  return rows
    .map((row) => ({
      repository: row.repository,
      repositoryId: row.repository_id,
      installation: row.installation,
    }))
    .sort((one, other) => (one.repository < other.repository ? -1 : 1));
}

/** The repositories that are known to belong to an installation. */
export async function repositoriesOf(db: Executor, installation: number): Promise<InstalledRepository[]> {
  const rows = await db
    .selectFrom("repositories")
    .selectAll()
    .where("installation", "=", installation)
    .orderBy("repository")
    .execute();
  return rows.map((row) => ({
    repository: row.repository,
    repositoryId: row.repository_id,
    installation: row.installation,
  }));
}

/** Every table with rows of a repository, and what tells its rows apart within one. */
const tablesOfRepository = {
  deliveries: null,
  repositories: [],
  issues: ["issue"],
  occurrences: null,
  replies: ["issue"],
  own_hides: ["comment_id"],
  handled_commands: ["comment_id"],
  comment_slots: ["day", "slot"],
  feedback: ["comment_id", "author_hash", "source"],
  settings_cache: [],
} as const satisfies Partial<Record<keyof Schema, readonly string[] | null>>;

type TableOfRepository = keyof typeof tablesOfRepository;

/** Delete everything about a repository (the app was removed from it). */
export async function forgetRepository(db: Executor, repository: string): Promise<void> {
  for (const table of Object.keys(tablesOfRepository) as TableOfRepository[]) {
    await db.deleteFrom(table).where("repository", "=", repository).execute();
  }
}

/** Delete an installation with all data of its repositories. @returns their names. */
export async function forgetInstallation(db: Executor, installation: number): Promise<string[]> {
  const repositories = await repositoriesOf(db, installation);
  for (const { repository } of repositories) await forgetRepository(db, repository);
  await db.deleteFrom("installations").where("installation", "=", installation).execute();
  return repositories.map(({ repository }) => repository);
}

/** Move a repository's data to its new name; what is already known under the new name wins. */
export async function renameRepository(tx: Executor, from: string, to: string): Promise<void> {
  for (const [table, keys] of Object.entries(tablesOfRepository) as Array<
    [TableOfRepository, readonly string[] | null]
  >) {
    if (keys) await dropDoubles(tx, table, keys, from, to);
    await tx.updateTable(table).set({ repository: to }).where("repository", "=", from).execute();
  }
}

async function dropDoubles(
  tx: Executor,
  table: TableOfRepository,
  keys: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  const same = keys.map((key) => sql`newer.${sql.ref(key)} = ${sql.ref(`${table}.${key}`)}`);
  const condition = sql.join([sql`newer.repository = ${to}`, ...same], sql` and `);
  await sql`delete from ${sql.table(table)} where repository = ${from} and exists (select 1 from ${sql.table(table)} as newer where ${condition})`.execute(
    tx,
  );
}
