import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/store/database.ts";
import { openQueue } from "../../src/store/open-queue.ts";
import { address, admin, dropScratchDatabase, scratchPostgres, scratchUrl } from "./scratch-postgres.ts";

afterAll(dropScratchDatabase);
beforeEach(async () => void (await scratchPostgres()));

async function refusal(url: string): Promise<string> {
  try {
    await (await openDatabase({ url, dataDir: "/nonexistent" })).close();
  } catch (error) {
    const { name, code, message } = error as Error & { code: string };
    expect(name).toBe("StoreError");
    return `${code}: ${message}`;
  }
  return "opened";
}

describe("opening PostgreSQL", () => {
  test("a wrong password is refused without printing it", async () => {
    const said = await refusal(address({ password: "wrong-secret" }));
    expect(said).toMatch(/^credentials: PostgreSQL database .* refuses the user or the password/);
    expect(said).not.toContain("wrong-secret");
  });

  test("an unknown user is refused", async () => {
    expect(await refusal(address({ username: "nobody_here" }))).toMatch(/^credentials: /);
  });

  test("a missing database is named", async () => {
    expect(await refusal(address({ database: "no_such_database" }))).toMatch(
      /^unreachable: .*no_such_database.* does not exist.*createdb/,
    );
  });

  test("a schema of a newer version is refused", async () => {
    await (await openDatabase({ url: scratchUrl(), dataDir: "/nonexistent" })).close();
    await admin("insert into kysely_migration values ('0099-future', '2030-01-01')", scratchUrl());
    try {
      expect(await refusal(scratchUrl())).toMatch(/^newer-schema: .*0099-future/);
    } finally {
      await admin("delete from kysely_migration where name = '0099-future'", scratchUrl());
    }
  });

  test("several processes may start at once on an empty database", async () => {
    await admin(
      "drop schema public cascade; create schema public; drop schema if exists triage_queue cascade",
      scratchUrl(),
    );
    const databases = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ url: scratchUrl(), dataDir: "/nonexistent" })),
    );
    const queues = await Promise.all(databases.map((database) => openQueue(database)));
    await Promise.all(queues.map((queue) => queue.enqueue({ kind: "tick" })));
    expect((await queues[0]!.depth()).waiting).toBe(1);
    for (const queue of queues) await queue.stop();
    for (const database of databases) await database.close();
  });

  test("connections that the server ends are replaced, and jobs go on", async () => {
    const database = await openDatabase({ url: scratchUrl(), dataDir: "/nonexistent" });
    const errors: Error[] = [];
    const queue = await openQueue(database, { pollMilliseconds: 20, onError: (error) => errors.push(error) });
    const seen: number[] = [];
    await queue.work(async (job) => void (job.kind === "reconcile" && seen.push(job.issue)), {
      concurrency: 2,
      tick: false,
    });
    for (let issue = 1; issue <= 5; issue++) {
      await admin(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(scratchUrl()).pathname.slice(1)}'`,
      );
      await expect
        .poll(async () => {
          try {
            await queue.enqueue({ kind: "reconcile", repository: "acme/engine", issue });
            return true;
          } catch (error) {
            expect(error).toMatchObject({ name: "StoreError", code: "unreachable" });
            return false;
          }
        })
        .toBe(true);
      await expect.poll(() => new Set(seen).size, { timeout: 15_000 }).toBe(issue);
    }
    await queue.stop();
    await database.close();
  });
});
